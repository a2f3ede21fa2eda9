// Deputies of a participant: a delegation in the next version of its record, signed by its primary wallet.
import type { Client } from '../../../api/client/client.js';
import { boundProblem } from '../../../core/blueprint/names/delegated-amount.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { isClientError } from '../../remote/remote.js';
import { connect } from '../../remote/session.js';
import { definitionOf } from '../../workflow/place.js';
import { REGISTER_ARGUMENT } from '../ledger/register.js';
import { publishVersion } from './participant-version.js';

const delegate: Command = {
  name: 'participant delegate',
  summary: 'let another participant act for one of yours for a time, or show and withdraw who does',
  examples: [
    'quorate participant delegate 0d9c… planner --to deputy --until 2026-08-31',
    'quorate participant delegate 0d9c… planner --to deputy --until 2026-08-31 --blueprint permit --action 3 --max in.fee=500.00',
    'quorate participant delegate 0d9c… planner --withdraw deputy',
  ],
  args: [REGISTER_ARGUMENT, { name: '<participant>', description: 'id of the participant that is acted for' }],
  options: [
    {
      flags: '--to <participant>',
      description: 'id of the participant that acts; what was delegated to it before is replaced',
    },
    { flags: '--from <time>', description: 'since when: a date, or a time in ISO 8601 (default: now)' },
    { flags: '--until <time>', description: 'until when: a date, to its end in UTC, or a time in ISO 8601' },
    { flags: '--blueprint <id>', description: 'only in instances of this blueprint (repeat)', repeat: true },
    { flags: '--action <id>', description: 'only this action of the one blueprint (repeat)', repeat: true },
    {
      flags: '--max <member=amount>',
      description: 'up to an amount of a member, such as in.fee=500.00, or in.fee=500.00EUR of one that is money',
    },
    { flags: '--withdraw <participant>', description: 'take back what was delegated to this one' },
    { flags: '--wallet <wallet>', description: 'primary wallet of the participant (default: yours among its wallets)' },
    { flags: '--organisation <id>', description: 'organisation that publishes (default: your own)' },
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const { client } = remote;
    const [registerId, participantId] = [input.arg('register'), input.arg('participant')];
    const { latest } = await client.getParticipant({ params: { registerId, participantId } });
    const before = structuredClone(latest.delegations ?? []) as Delegations;
    const [to, gone] = [input.text('to'), input.text('withdraw')];
    if (to === undefined && gone === undefined) return out.show(before, () => delegationTable(before));
    const kept = before.filter((item) => item.to !== gone && item.to !== to);
    if (gone !== undefined && before.every((item) => item.to !== gone))
      throw new CommandError(`nothing is delegated to ${gone}`, { exit: EXIT.usage });
    const added = to === undefined ? undefined : delegationIn(context, to);
    const delegations = added ? [...kept, added] : kept;
    const replaced = added ? before.filter((item) => item.to === to) : [];
    for (const note of added ? await boundNotes(client, registerId, added) : []) out.note(note);
    const made = await publishVersion(context, remote, { latest, changes: { delegations } });
    const shown = fields({ version: made.version, transaction: made.transactionId, status: made.status });
    out.show(made, () => `${shown}\n\n${delegationTable(delegations)}`);
    if (replaced.length > 0) out.note(`This replaces what was delegated to ${to}:\n${delegationTable(replaced)}`);
  },
};

export const participantDelegateCommands: readonly Command[] = [delegate];

type Delegations = NonNullable<Parameters<Client['updateParticipant']>[0]['body']['delegations']>;
type Delegated = Delegations[number];

/** A delegation to one participant stands in place of those that it had. */
function delegationIn({ input, terminal }: Context, to: string): Delegated {
  const [blueprints, actions] = [input.list('blueprint'), input.list('action')];
  const max = input.text('max');
  const [, name, upTo, currency] = max === undefined ? [] : (/^([^=]+)=(.+?) ?([A-Z]{3})?$/.exec(max) ?? []);
  if (max !== undefined && (name === undefined || upTo === undefined))
    throw new CommandError('--max takes a member and an amount, such as in.fee=500.00 or in.fee=500.00EUR', {
      exit: EXIT.usage,
    });
  return pickStated({
    to,
    blueprints: blueprints.length > 0 ? [...blueprints] : undefined,
    actions: actions.length > 0 ? actions.map(Number) : undefined,
    from: timeIn(input.text('from') ?? new Date(terminal.now()).toISOString(), '--from', 'T00:00:00.000Z'),
    until: timeIn(input.requiredText('until'), '--until', 'T23:59:59.999Z'),
    max: name !== undefined && upTo !== undefined ? pickStated({ var: name, upTo, currency }) : undefined,
  }) as Delegated;
}

/** A bound that nothing in a blueprint could keep is told before somebody is on holiday. */
async function boundNotes(client: Client, registerId: string, { max, blueprints = [], actions }: Delegated) {
  if (!max) return [];
  const notes = blueprints.map(async (blueprintId): Promise<readonly string[]> => {
    const definition = await newestDefinition(client, registerId, blueprintId);
    const meant = definition?.actions.filter(({ id }) => actions === undefined || actions.includes(id)) ?? [];
    const problem = definition && boundProblem(definition, meant, max);
    return problem === undefined ? [] : [`The deputy will be refused in ${blueprintId}: ${problem}`];
  });
  return (await Promise.all(notes)).flat();
}

/** Undefined where the node does not give it: the delegation does not need it. */
async function newestDefinition(client: Client, registerId: string, blueprintId: string) {
  try {
    const { publicationTxId } = await client.getLatestPublication({ params: { registerId, blueprintId } });
    return await definitionOf(client, { blueprintId, publicationTxId });
  } catch (error) {
    if (isClientError(error)) return undefined;
    throw error;
  }
}

function timeIn(text: string, option: string, ofDate: string): string {
  const ms = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}${ofDate}` : text);
  if (Number.isNaN(ms)) throw new CommandError(`${option} takes a date or a time in ISO 8601`, { exit: EXIT.usage });
  return new Date(ms).toISOString();
}

function delegationTable(delegations: readonly Delegated[]): string {
  const rows = delegations.map(({ to, from, until, blueprints, actions, max }) => [
    ...[to, from, until, blueprints?.join(', ') ?? 'all', actions?.join(', ') ?? 'all'],
    max ? `${max.var} up to ${max.upTo} ${max.currency ?? ''}`.trim() : '',
  ]);
  return table(['DEPUTY', 'FROM', 'UNTIL', 'BLUEPRINTS', 'ACTIONS', 'AMOUNT'], rows);
}
