// Another primary wallet of a participant, whose key is on another node or with another person: it signs the version
// that names it, and the primary wallet of now publishes that. Wallets of one node need neither (participant publish).
import { fromBase64 } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import type { Json } from '../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { encapsulationDigest } from '../../../core/register/people/encapsulation.js';
import { checkRecord, type ParticipantRecord } from '../../../core/register/people/participants.js';
import { primaryDigest } from '../../../core/register/people/primary-proof.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { give, readDocument } from '../../command/documents.js';
import { commandErrorOf } from '../../command/failure.js';
import { pickStated } from '../../command/input.js';
import { fields } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { SIGNER_OPTIONS } from '../../signing/governing.js';
import { provingKey } from '../../signing/proving.js';
import { walletIn } from '../../workflow/acting.js';
import { REGISTER_ARGUMENT } from '../ledger/register.js';
import { organisationIn } from './participant.js';

/** Seconds that a publication waits for its docket. */
const WAIT_SECONDS = 10;

const prove: Command = {
  name: 'participant prove-primary',
  summary: 'sign with a new wallet the version of a record in which it is the primary one',
  examples: [
    'quorate participant prove-primary 0d9c… planner --wallet new --out version.json',
    'quorate participant prove-primary 0d9c… planner --as qr1… --words --out version.json',
  ],
  args: [REGISTER_ARGUMENT, { name: '<participant>', description: 'id of the participant' }],
  options: [
    ...SIGNER_OPTIONS,
    { flags: '--encapsulation-key <base64>', description: 'ML-KEM-768 key of the new wallet' },
    { flags: '--out <file>', description: 'write the version to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const remote = await connect(context);
    const [registerId, participantId] = [input.arg('register'), input.arg('participant')];
    const { latest } = await remote.client.getParticipant({ params: { registerId, participantId } });
    const key = await provingKey(context, remote);
    const { address: walletAddress, publicKey, algorithm } = key;
    const encapsulationKey = input.text('encapsulation-key');
    const bytes = encapsulationKey === undefined ? undefined : fromBase64(encapsulationKey);
    if (encapsulationKey !== undefined && !bytes)
      throw new CommandError('--encapsulation-key takes base64', { exit: EXIT.usage });
    const receiving = bytes && {
      encapsulationKey,
      encapsulationProof: await key.sign(encapsulationDigest(walletAddress, bytes)),
    };
    const others = latest.addresses.filter((address) => !address.primary && address.walletAddress !== walletAddress);
    const { organizationName, participantName, status, metadata, delegations } = latest;
    const record = {
      ...{ participantId, organizationName, participantName, status, version: latest.version + 1 },
      addresses: [{ walletAddress, publicKey, algorithm, primary: true, ...receiving }, ...others],
      ...(metadata && { metadata }),
      ...(delegations && { delegations }),
    } as unknown as ParticipantRecord;
    const [problem] = checkRecord(record as unknown as Json);
    if (problem) throw commandErrorOf(problem);
    const proven = { ...record, primaryProof: await key.sign(primaryDigest(registerId, record)) };
    const said = `${walletAddress} signed version ${record.version} of ${participantId}.`;
    await give(context, proven, { file: input.text('out'), said });
  },
};

const change: Command = {
  name: 'participant change-primary',
  summary: 'publish the version of a record that its new primary wallet signed',
  examples: ['quorate participant change-primary 0d9c… version.json --wallet Planner'],
  args: [
    REGISTER_ARGUMENT,
    { name: '<file>', description: 'what "participant prove-primary" wrote; - is standard input' },
  ],
  options: [
    {
      flags: '--wallet <wallet>',
      description: 'primary wallet of the participant now (default: yours among its wallets)',
    },
    { flags: '--organisation <id>', description: 'organisation that publishes (default: your own)' },
  ],
  async run(context) {
    const { input, out } = context;
    const registerId = input.arg('register');
    const record = readSignedRecord(registerId, (await readDocument(context, input.arg('file'))).value);
    if (isFailure(record)) throw commandErrorOf(record.issues);
    const remote = await connect(context);
    const { participantId, version, addresses, organizationName, participantName, metadata, primaryProof } = record;
    const { latest } = await remote.client.getParticipant({ params: { registerId, participantId } });
    if (version !== latest.version + 1)
      throw new CommandError(`the register has version ${latest.version}, and ${version} was signed`, {
        hint: `Have it signed again: quorate participant prove-primary ${registerId} ${participantId}`,
      });
    const now = latest.addresses.find(({ primary }) => primary)?.walletAddress ?? '';
    const signerWalletAddress = await walletIn(context, remote, [now]);
    const body = pickStated({
      ...{ registerId, signerWalletAddress, organizationName, participantName, metadata, primaryProof },
      addresses: addresses.map((address) => ({ ...address })),
    });
    const params = { organizationId: await organisationIn(context, remote), participantId };
    const made = await remote.client.updateParticipant({ params, body }, { waitSeconds: WAIT_SECONDS });
    const primary = addresses.find((address) => address.primary)?.walletAddress;
    out.show(made, () =>
      fields({ participant: participantId, version, primary, transaction: made.transactionId, status: made.status }),
    );
  },
};

export const participantPrimaryCommands: readonly Command[] = [prove, change];

/**
 * VAL_PARTICIPANT_001 for anything but a record, 006 for one that its primary wallet did not sign for this register.
 */
function readSignedRecord(registerId: string, value: Json): Result<ParticipantRecord> {
  const [problem] = checkRecord(value);
  if (problem) return fail(problem);
  const record = value as unknown as ParticipantRecord;
  const primary = record.addresses.find((address) => address.primary);
  const [key, signature] = [fromBase64(primary?.publicKey ?? ''), fromBase64(record.primaryProof ?? '')];
  const digest = primaryDigest(registerId, record);
  if (primary && key && signature && verifySync(primary.algorithm, key, digest, signature)) return record;
  return fail(
    issue(
      'VAL_PARTICIPANT_006',
      '/primaryProof',
      'The version is not signed by its primary wallet for this register (quorate participant prove-primary).',
    ),
  );
}
