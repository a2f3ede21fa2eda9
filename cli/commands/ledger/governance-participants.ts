// Participants whose key is lost, or that take part no more: the new wallet proves that it has its key, and the members
// of governance vote. The signed digest is computed here from the act that is shown.
import { fromBase64 } from '../../../core/base/bytes.js';
import { isSignatureAlgorithm, verifySync } from '../../../core/crypto/signing/algorithms.js';
import type { GovernanceOperation } from '../../../core/register/governance/operation.js';
import { replacementDigest } from '../../../core/register/governance/replacement.js';
import { type Command, CommandError } from '../../command/command.js';
import { give, objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { connect } from '../../remote/session.js';
import { JUSTIFICATION_OPTION, proposeAct, SIGNER_OPTIONS, showOutcome } from '../../signing/governing.js';
import { provingKey } from '../../signing/proving.js';
import { REGISTER_ARGUMENT } from './register.js';

const PARTICIPANT = { name: '<participant>', description: 'id of the participant' };
const MEMBERS = ['participantId', 'replaces', 'publicKey', 'algorithm', 'encapsulationKey', 'walletProof'] as const;

const proveWallet: Command = {
  name: 'participant prove-wallet',
  summary: 'sign with a new wallet that it takes the place of the lost one of a participant',
  examples: [
    'quorate participant prove-wallet 0d9c… planner --wallet new --out proof.json',
    'quorate participant prove-wallet 0d9c… planner --as qr1… --words --out proof.json',
  ],
  args: [REGISTER_ARGUMENT, PARTICIPANT],
  options: [
    ...SIGNER_OPTIONS,
    { flags: '--encapsulation-key <base64>', description: 'ML-KEM-768 key of the new wallet' },
    { flags: '--out <file>', description: 'write the proof to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const remote = await connect(context);
    const registerId = input.arg('register');
    const participantId = input.arg('participant');
    const { latest } = await remote.client.getParticipant({ params: { registerId, participantId } });
    const replaces = latest.addresses.find(({ primary }) => primary)?.walletAddress ?? '';
    const encapsulationKey = input.text('encapsulation-key');
    const { address, algorithm, publicKey, sign } = await provingKey(context, remote);
    const said = { participantId, replaces, ...(encapsulationKey === undefined ? {} : { encapsulationKey }) };
    const key = { publicKey, algorithm };
    const walletProof = await sign(replacementDigest({ registerId, ...said, ...key }));
    await give(context, { ...said, ...key, walletProof }, { file: input.text('out'), said: `${address} signed.` });
  },
};

const replaceWallet: Command = {
  name: 'governance replace-wallet',
  summary: 'propose a new primary wallet for a participant whose key is lost',
  examples: ['quorate governance replace-wallet 0d9c… --proof proof.json --wallet main'],
  args: [REGISTER_ARGUMENT],
  options: [
    {
      flags: '--proof <file>',
      description: 'what "participant prove-wallet" wrote; - is standard input',
      required: true,
    },
    JUSTIFICATION_OPTION,
    ...SIGNER_OPTIONS,
  ],
  async run(context) {
    const registerId = context.input.arg('register');
    const given = objectIn(await readDocument(context, context.input.requiredText('proof')));
    const members = Object.fromEntries(MEMBERS.map((name) => [name, given[name]])) as Partial<GovernanceOperation>;
    const { publicKey = '', algorithm, walletProof = '' } = members;
    const [key, signature] = [fromBase64(publicKey), fromBase64(walletProof)];
    const digest = replacementDigest({ ...members, registerId });
    if (!isSignatureAlgorithm(algorithm) || !key || !signature || !verifySync(algorithm, key, digest, signature))
      throw new CommandError('the proof is not signed by the new wallet for this register', {
        hint: 'Make it: quorate participant prove-wallet REGISTER PARTICIPANT --wallet NEW --out proof.json',
      });
    const act = { ...pickStated(members as Record<string, unknown>), operationType: 'replace-wallet' };
    showOutcome(context, await proposeAct(context, registerId, act as Partial<GovernanceOperation>));
  },
};

const revokeParticipant: Command = {
  name: 'governance revoke-participant',
  summary: 'propose to revoke a participant for good, so that its roles pass on without time to object',
  examples: ['quorate governance revoke-participant 0d9c… planner --wallet main'],
  args: [REGISTER_ARGUMENT, PARTICIPANT],
  options: [JUSTIFICATION_OPTION, ...SIGNER_OPTIONS],
  async run(context) {
    const { input } = context;
    const act = { operationType: 'revoke-participant', participantId: input.arg('participant') } as const;
    showOutcome(context, await proposeAct(context, input.arg('register'), act));
  },
};

export const governanceParticipantCommands: readonly Command[] = [proveWallet, replaceWallet, revokeParticipant];
