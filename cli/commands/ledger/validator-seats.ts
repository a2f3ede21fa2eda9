// Seats of validators by governance, in one line each: what the node of the new seat proves, and the act that a member
// proposes with it.
import type { Json } from '../../../core/base/json.js';
import type { GovernanceOperation, OperationType } from '../../../core/register/governance/operation.js';
import type { Command, Context } from '../../command/command.js';
import { give, objectIn, readDocument } from '../../command/documents.js';
import { connect } from '../../remote/session.js';
import { JUSTIFICATION_OPTION, proposeAct, SIGNER_OPTIONS, showOutcome } from '../../signing/governing.js';
import { REGISTER_ARGUMENT } from './register.js';

const VALIDATOR_ARGUMENT = { name: '<validator>', description: 'id of the validator' };
const OUT_OPTION = { flags: '--out <file>', description: 'write it to this new file' };
const ACT_OPTIONS = [JUSTIFICATION_OPTION, ...SIGNER_OPTIONS];

const candidacy: Command = {
  name: 'validator candidacy',
  summary: 'let this node prove its key for a seat on a register',
  examples: ['quorate validator candidacy 0d3c… --out candidacy.json'],
  args: [REGISTER_ARGUMENT],
  options: [
    { flags: '--replaces <validator>', description: 'validator whose seat it takes over, for rekey' },
    OUT_OPTION,
  ],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const replaces = input.text('replaces');
    const body = replaces === undefined ? {} : { replaces };
    const proof = await client.makeCandidacy({ params: { registerId: input.arg('register') }, body });
    const [register, file] = [input.arg('register'), input.text('out')];
    const act = replaces === undefined ? `add ${register}` : `rekey ${register} ${replaces}`;
    const next = `quorate validator ${act} --candidacy ${file ?? 'FILE'} --wallet WALLET`;
    await give(context, proof as unknown as Json, {
      file,
      said: `Validator ${proof.validator.validatorId}. A member proposes it: ${next}`,
    });
  },
};

const readiness: Command = {
  name: 'validator readiness',
  summary: 'let this node prove that it keeps up with a register',
  examples: ['quorate validator readiness 0d3c… --out readiness.json'],
  args: [REGISTER_ARGUMENT],
  options: [OUT_OPTION],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const proof = await client.makeReadiness({ params: { registerId: input.arg('register') } });
    await give(context, proof as unknown as Json, {
      file: input.text('out'),
      said: `Ready at docket ${proof.height}, good for 64 dockets. Next: quorate validator activate`,
    });
  },
};

const add: Command = {
  name: 'validator add',
  summary: 'propose a node as candidate: it replicates, and does not vote yet',
  examples: ['quorate validator add 0d3c… --candidacy candidacy.json --wallet main'],
  args: [REGISTER_ARGUMENT],
  options: [
    { flags: '--candidacy <file>', description: 'what "validator candidacy" wrote on that node', required: true },
    ...ACT_OPTIONS,
  ],
  run: async (context) => act(context, 'add-validator', await documentIn(context, 'candidacy')),
};

const activate: Command = {
  name: 'validator activate',
  summary: 'give a candidate its seat, with its proof that it keeps up',
  examples: ['quorate validator activate 0d3c… 9a41… --readiness readiness.json --wallet main'],
  args: [REGISTER_ARGUMENT, VALIDATOR_ARGUMENT],
  options: [
    { flags: '--readiness <file>', description: 'what "validator readiness" wrote on that node', required: true },
    ...ACT_OPTIONS,
  ],
  async run(context) {
    const proof = await documentIn(context, 'readiness');
    await act(context, 'activate-validator', {
      validatorId: context.input.arg('validator'),
      readiness: proof as unknown as NonNullable<GovernanceOperation['readiness']>,
    });
  },
};

const remove: Command = {
  name: 'validator remove',
  summary: 'propose that a validator or candidate leaves',
  examples: ['quorate validator remove 0d3c… 9a41… --evidence 51ce… --wallet main'],
  args: [REGISTER_ARGUMENT, VALIDATOR_ARGUMENT],
  options: [
    { flags: '--evidence <hash>', description: 'hash of the sealed evidence for which it leaves' },
    ...ACT_OPTIONS,
  ],
  async run(context) {
    const evidenceHash = context.input.text('evidence');
    const validatorId = context.input.arg('validator');
    await act(context, 'remove-validator', { validatorId, ...(evidenceHash === undefined ? {} : { evidenceHash }) });
  },
};

const rekey: Command = {
  name: 'validator rekey',
  summary:
    'propose another key for the seat of a validator, with the peer id of its node: also for a seat founded with the mesh off',
  examples: ['quorate validator rekey 0d3c… 9a41… --candidacy rekey.json --wallet main'],
  args: [REGISTER_ARGUMENT, VALIDATOR_ARGUMENT],
  options: [
    { flags: '--candidacy <file>', description: 'what "validator candidacy --replaces" wrote', required: true },
    ...ACT_OPTIONS,
  ],
  async run(context) {
    const proof = await documentIn(context, 'candidacy');
    await act(context, 'rekey-validator', { validatorId: context.input.arg('validator'), ...proof });
  },
};

export const validatorSeatCommands: readonly Command[] = [candidacy, readiness, add, activate, remove, rekey];

async function documentIn(context: Context, option: string): Promise<Partial<GovernanceOperation>> {
  return objectIn(await readDocument(context, context.input.requiredText(option))) as Partial<GovernanceOperation>;
}

async function act(
  context: Context,
  operationType: OperationType,
  members: Partial<GovernanceOperation>,
): Promise<void> {
  showOutcome(context, await proposeAct(context, context.input.arg('register'), { operationType, ...members }));
}
