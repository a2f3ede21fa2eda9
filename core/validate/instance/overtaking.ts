// The step that gives each party time to act: who changes at full speed what an open action of another party reads
// would make each of its tries old. So an open action that did not run for long has time slots of its role, in which no
// other role changes what it reads.
import { type Issue, issue } from '../../base/issue.js';
import { UNSLOTTED_MOVES_MAX } from '../../base/limits/ledger/instances.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { openBranches } from '../../blueprint/instance/branches.js';
import { leadsSince } from '../../blueprint/instance/run-rows.js';
import { nextSlot, slotRole } from '../../blueprint/names/reading-slots.js';
import { isReading, type RunReads, readsOf } from '../../blueprint/names/run-reads.js';
import type { Plan, PlannedAction } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { MOVE_FACTS, type MoveType } from '../../blueprint/state/move-types.js';
import type { RowOf } from '../../blueprint/state/run-row.js';
import { instanceBefore, isStart, rowsIn } from '../../instance/rows.js';
import type { TransactionHeader } from '../../model/transaction.js';
import type { Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { slotTimeOf } from '../../moves/parts/times.js';
import { answerIn } from '../../transaction/action-metadata.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { planFor } from '../../transaction/stated-vote.js';

/**
 * VAL_READ_002: the time of the docket is in the slot of another role, an open action of which reads runs that the move
 * changes. That action was not done for more than UNSLOTTED_MOVES_MAX moves. A quorum that sealed it has judged that.
 */
export function overtaking(subject: Subject): readonly Issue[] {
  const { tx, ctx, definition, plan } = subject;
  const { header } = tx;
  const type = moveTypeOf(header);
  if (!plan || !definition || ctx.certified || isStart(header) || !MOVE_FACTS[type].overtakes) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  if (!instance || isPassedBy(instance, type) <= UNSLOTTED_MOVES_MAX) return NONE;
  const by = planFor(plan, header);
  const atMs = slotTimeOf(subject);
  const role = slotRole(definition, atMs);
  if (!by || role === undefined) return NONE;
  const of = { definition, plan, instance, rowOf: rowsIn(ctx.view) };
  const roles = overtaken(of, { type, action: by.action.id, role: roleOf(header, by) });
  if (!roles.has(role)) return NONE;
  const fromMs = nextSlot(definition, atMs, (other) => other === undefined || !roles.has(other)) as number;
  const message = `An open action of ${JSON.stringify(role)} reads what this changes, and was not done for more than ${UNSLOTTED_MOVES_MAX} moves. Each role has its time for that by turns: do this from ${new Date(fromMs).toISOString()} on.`;
  return [{ ...issue('VAL_READ_002', '/header/actionId', message), retryAfterSeconds: (fromMs - atMs) / 1000 }];
}

interface Overtaking {
  readonly type: MoveType;
  readonly action: number;
  /** The role that makes the move; undefined for a timer, which no role makes. */
  readonly role: string | undefined;
}

interface Place {
  readonly definition: Definition;
  readonly plan: Plan;
  readonly instance: Instance;
  readonly rowOf: RowOf;
}

/**
 * Whether so many moves were sealed since the action ran, or the instance began, that it has slots before a move of the
 * type. By its runs alone: a reminder, and a way back, give the action another branch as often as others like.
 */
function isOvertaken(
  instance: Instance,
  action: number,
  { rowOf, type }: Pick<Place, 'rowOf'> & Pick<Overtaking, 'type'>,
): boolean {
  const row = rowOf(instance.runs[action]?.last ?? '');
  return isPassedBy(instance, type) - (row ? leadsSince(row) : 0) > UNSLOTTED_MOVES_MAX;
}

/** A delivery is not a move, so that before one all deliveries of the instance count, too. */
function isPassedBy({ moves, deliveries = {} }: Instance, type: MoveType): number {
  return type === 'Delivery' ? Object.values(deliveries).reduce((sum, some) => sum + some, moves) : moves;
}

/** When the role of an action that was made old by moves of the type has a slot of its own, if it has any. */
export function ownSlot(subject: Subject, instance: Instance, type: MoveType): Pick<Issue, 'retryAfterSeconds'> {
  const { tx, ctx, definition, plan } = subject;
  const sender = plan?.actions.get(tx.header.actionId)?.sender.id;
  if (!definition || sender === undefined) return {};
  if (!isOvertaken(instance, Number(tx.header.actionId), { rowOf: rowsIn(ctx.view), type })) return {};
  const atMs = slotTimeOf(subject);
  const slotMs = nextSlot(definition, atMs, (role) => role === sender);
  return slotMs === undefined ? {} : { retryAfterSeconds: (slotMs - atMs) / 1000 };
}

/** Other roles of which an open action reads what the move changes. An action is free in the slots of its own role. */
function overtaken({ definition, plan, instance, rowOf }: Place, move: Overtaking): ReadonlySet<string> {
  const roles = new Set<string>();
  for (const { actionId } of openBranches(instance)) {
    const other = plan.actions.get(String(actionId));
    if (!other || other.sender.id === move.role || roles.has(other.sender.id)) continue;
    if (!isOvertaken(instance, actionId, { rowOf, type: move.type })) continue;
    if (isOld(readsOf(definition, other.action), other, move)) roles.add(other.sender.id);
  }
  return roles;
}

/** A rejection undoes runs of other actions too. */
function isOld(reads: RunReads, reader: PlannedAction, { type, action }: Overtaking): boolean {
  if (type === 'Delivery' || type === 'Rejection') return isReading(reads);
  return reader.action.id !== action && (reads.isOfBranches || reads.actions.has(action));
}

/** Of a confirmation the role that answers. */
function roleOf(header: TransactionHeader, { sender }: PlannedAction): string | undefined {
  const type = moveTypeOf(header);
  if (type === 'Timer' || type === 'Delivery') return undefined;
  return type === 'Confirmation' ? answerIn(header.metadata)?.role : sender.id;
}
