// Which validity rules a register follows, and the way to raise them: what each validator's node states, and the act
// that a member proposes with all of it.

import type { Client } from '../../../api/client/client.js';
import { fromHex } from '../../../core/base/bytes.js';
import { countNoun } from '../../../core/base/counted.js';
import type { Json } from '../../../core/base/json.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import {
  isRulesSupport,
  type RulesSupport,
  rulesSupportDigest,
} from '../../../core/register/governance/rules-support.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { give, readDocument } from '../../command/documents.js';
import { fields, table } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { JUSTIFICATION_OPTION, proposeAct, SIGNER_OPTIONS, showOutcome } from '../../signing/governing.js';
import { REGISTER_ARGUMENT } from './register.js';

type Rules = Awaited<ReturnType<Client['getRules']>>;

const rules: Command = {
  name: 'register rules',
  summary: 'show which validity rules a register follows, or propose to raise them by one',
  examples: [
    'quorate register rules 0d3c…',
    'quorate register rules 0d3c… --raise --support a.json --support b.json --wallet main',
  ],
  args: [REGISTER_ARGUMENT],
  options: [
    { flags: '--raise', description: 'propose the next rules; the statement of this node is added' },
    {
      flags: '--support <file>',
      description: 'what "validator support" wrote on the node of another validator',
      repeat: true,
    },
    JUSTIFICATION_OPTION,
    ...SIGNER_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const registerId = input.arg('register');
    const view = await client.getRules({ params: { registerId } });
    if (input.flag('raise')) return raise(context, client, view);
    if (input.list('support').length > 0)
      throw new CommandError('--support is for --raise', { exit: EXIT.usage, hint: 'Nothing was proposed.' });
    out.show(view, () => rulesText(view));
  },
};

const support: Command = {
  name: 'validator support',
  summary: 'let this node state by the key of its seat that it knows validity rules',
  examples: ['quorate validator support 0d3c… --rules 2 --out support.json'],
  args: [REGISTER_ARGUMENT],
  options: [
    {
      flags: '--rules <number>',
      description: 'the rules that the register is raised to',
      required: true,
      integer: { min: 1, max: 65_535 },
    },
    { flags: '--out <file>', description: 'write it to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const body = { rules: input.integer('rules') as number };
    const said = await client.makeRulesSupport({ params: { registerId: input.arg('register') }, body });
    await give(context, said as unknown as Json, {
      file: input.text('out'),
      said: `This node knows rules ${said.rules}. A member proposes them: quorate register rules --raise --support`,
    });
  },
};

export const registerRulesCommands: readonly Command[] = [rules, support];

async function raise(context: Context, client: Client, view: Rules): Promise<void> {
  const { registerId, validators } = view;
  const next = view.rules + 1;
  if (!view.known.includes(next))
    throw new CommandError(`the register follows rules ${view.rules}, and the node knows none after them`, {
      hint: 'Nothing was proposed. Newer rules come with a newer program.',
    });
  const old = validators.filter(({ knows = next }) => knows < next);
  if (old.length > 0)
    throw new CommandError(
      `the nodes of ${countNoun(old.length, 'validator')} do not know rules ${next}: ${old.map(seatText).join(', ')}`,
      {
        hint: 'Nothing was proposed. Update their program first, or they stop at the docket that raises the rules.',
      },
    );
  const statements = new Map<string, RulesSupport>();
  for (const file of context.input.list('support')) {
    const said = await statementIn(context, file, view);
    statements.set(said.consensusKey, said);
  }
  for (const { consensusKey } of validators.filter((seat) => seat.isOwn && !statements.has(seat.consensusKey))) {
    const said = await client.makeRulesSupport({ params: { registerId }, body: { rules: next } });
    if (said.consensusKey === consensusKey) statements.set(consensusKey, said);
  }
  const missing = validators.filter(({ consensusKey }) => !statements.has(consensusKey));
  if (missing.length > 0)
    throw new CommandError(
      `the statement of ${countNoun(missing.length, 'validator')} is missing: ${missing.map(seatText).join(', ')}`,
      {
        exit: EXIT.usage,
        hint: `Nothing was proposed. On the node of each run: quorate validator support ${registerId} --rules ${next} --out support.json`,
      },
    );
  const act = { operationType: 'set-rules-version' as const, rules: next, support: [...statements.values()] };
  showOutcome(context, await proposeAct(context, registerId, act));
}

/**
 * A statement of a seat in force for the next rules, with a signature that verifies; refused here with the name of the
 * file.
 */
async function statementIn(context: Context, file: string, view: Rules): Promise<RulesSupport> {
  const { value } = await readDocument(context, file);
  const next = view.rules + 1;
  const refuse = (problem: string) =>
    new CommandError(`${file} ${problem}`, { exit: EXIT.usage, hint: 'Nothing was proposed.' });
  if (!isRulesSupport(value)) throw refuse('is not a statement of "validator support"');
  const seat = view.validators.find(({ consensusKey }) => consensusKey === value.consensusKey);
  if (!seat) throw refuse(`is of the key ${value.consensusKey}, which has no seat on the register`);
  if (value.rules < next) throw refuse(`is for rules ${value.rules}, and rules ${next} are proposed`);
  const { consensusKey, signature } = value;
  if (!verifySync('ED25519', fromHex(consensusKey), rulesSupportDigest(value), fromHex(signature)))
    throw refuse(`has a signature that does not verify under the key of validator ${seatText(seat)}`);
  return value;
}

function seatText({ validatorId, orgId }: Rules['validators'][number]): string {
  return `${validatorId} (${orgId})`;
}

function rulesText({ rules: inForce, known, validators }: Rules): string {
  const rows = validators.map((seat) => [
    seat.validatorId,
    seat.orgId,
    seat.isOwn ? 'this node' : seat.knows === undefined ? '' : `knows ${seat.knows}`,
  ]);
  const head = fields({ 'rules in force': inForce, 'the node knows': known.join(' ') });
  return `${head}\n\n${table(['VALIDATOR', 'ORGANISATION', ''], rows)}`;
}
