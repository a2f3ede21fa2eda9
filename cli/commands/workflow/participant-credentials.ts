// Keys and client ids of a participant that gates of credentials ask, in the next version of its record, signed by its
// primary wallet.
import type { Command } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { fields } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { REGISTER_ARGUMENT } from '../ledger/register.js';
import { publishVersion } from './participant-version.js';

const MEMBERS = { credentialKeys: 'credential-key', holderKeys: 'holder-key', verifierIds: 'verifier-id' } as const;

const credentials: Command = {
  name: 'participant credentials',
  summary: 'say by which keys a participant of yours signs and holds credentials, and under which ids it asks wallets',
  examples: [
    'quorate participant credentials 0d9c… office --verifier-id x509_san_dns:office.example',
    'quorate participant credentials 0d9c… office --withdraw holderKeys',
  ],
  args: [REGISTER_ARGUMENT, { name: '<participant>', description: 'id of the participant' }],
  options: [
    {
      flags: '--credential-key <hash>',
      description: 'SHA-256 of a key that signs its credentials (repeat)',
      repeat: true,
    },
    {
      flags: '--holder-key <thumbprint>',
      description: 'JWK thumbprint of a key by which it holds some (repeat)',
      repeat: true,
    },
    { flags: '--verifier-id <id>', description: 'client id under which its node asks wallets (repeat)', repeat: true },
    { flags: '--withdraw <member>', description: 'take all of a kind back', choices: Object.keys(MEMBERS) },
    { flags: '--wallet <wallet>', description: 'primary wallet of the participant (default: yours among its wallets)' },
    { flags: '--organisation <id>', description: 'organisation that publishes (default: your own)' },
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const { client } = remote;
    const [registerId, participantId] = [input.arg('register'), input.arg('participant')];
    const { latest } = await client.getParticipant({ params: { registerId, participantId } });
    const stated = Object.entries(MEMBERS).flatMap(([member, option]) => {
      const values = input.list(option);
      if (values.length > 0) return [[member, [...values]] as const];
      return input.text('withdraw') === member ? [[member, []] as const] : [];
    });
    const { credentialKeys, holderKeys, verifierIds } = latest;
    const known = pickStated({ credentialKeys, holderKeys, verifierIds });
    if (stated.length === 0)
      return out.show(known, () =>
        fields(Object.fromEntries(Object.entries(known).map(([m, all]) => [m, all.join(' ')]))),
      );
    const made = await publishVersion(context, remote, { latest, changes: Object.fromEntries(stated) });
    out.show(made, () => fields({ version: made.version, transaction: made.transactionId, status: made.status }));
  },
};

export const participantCredentialCommands: readonly Command[] = [credentials];
