// Issuers of which a wallet of the caller takes credentials by itself.
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { table } from '../../command/output.js';
import { connect, type Remote } from '../../remote/session.js';
import { HOLDING_WALLET, holdingWallet } from './holding-wallet.js';

const PARTICIPANT = /^([0-9a-f-]{36})\/(.+)$/;

/** An address, or a register and a participant of it. */
function issuerOf(text: string) {
  const [, registerId, participantId] = PARTICIPANT.exec(text) ?? [];
  return registerId === undefined ? { issuer: text } : { registerId, participantId: participantId as string };
}

type Stated = Parameters<Remote['client']['setAutoAccept']>[0]['body']['issuers'];
type Accepted = Awaited<ReturnType<Remote['client']['getAutoAccept']>>['issuers'][number];

const nameOf = ({ issuer, registerId, participantId }: Accepted) => issuer ?? `${registerId}/${participantId}`;

const autoAccept: Command = {
  name: 'credential auto-accept',
  summary: 'list the issuers of which a wallet of yours takes credentials by itself, add one, or remove it',
  examples: [
    'quorate credential auto-accept',
    'quorate credential auto-accept https://ledger.example/credentials/northwind --type urn:northwind:permit:1',
    'quorate credential auto-accept 019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15/town',
    'quorate credential auto-accept 019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15/town --remove',
  ],
  args: [
    {
      name: '[issuer]',
      description: 'address of an issuer of this node, or REGISTER/PARTICIPANT whose wallet issues on any node',
    },
  ],
  options: [
    HOLDING_WALLET,
    { flags: '--type <type>', description: 'only of this type (repeat; default: all)', repeat: true },
    { flags: '--remove', description: 'take nothing of this issuer by itself any more' },
  ],
  async run(context) {
    const { input, out } = context;
    const named = input.optionalArg('issuer');
    const types = [...input.list('type')];
    if (named === undefined && (types.length > 0 || input.flag('remove')))
      throw new CommandError('name the issuer', { exit: EXIT.usage });
    const remote = await connect(context);
    const params = { address: await holdingWallet(context, remote) };
    let shown = await remote.client.getAutoAccept({ params });
    if (named !== undefined) {
      const others = shown.issuers.filter((accepted) => nameOf(accepted) !== named);
      if (input.flag('remove') && others.length === shown.issuers.length)
        throw new CommandError('the wallet takes nothing of this issuer by itself', {
          hint: 'List them: quorate credential auto-accept',
        });
      const added = { ...issuerOf(named), ...pickStated({ types: types.length === 0 ? undefined : types }) };
      const issuers = (input.flag('remove') ? others : [...others, added]) as Stated;
      shown = await remote.client.setAutoAccept({ params, body: { issuers } });
    }
    const cells = shown.issuers.map((accepted) => [nameOf(accepted), accepted.types?.join(', ') ?? 'all']);
    out.show(shown, () => table(['ISSUER', 'TYPES'], cells));
  },
};

export const autoAcceptCommands: readonly Command[] = [autoAccept];
