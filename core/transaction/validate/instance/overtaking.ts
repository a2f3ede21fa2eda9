// The step that gives each party time to act: who changes at full speed what an open action of another party reads
// would make each of its tries old. So in a long instance each role that reads has time slots in which no other role
// changes that.
import { type Issue, issue } from '../../../base/issue.js';
import { READING_SLOT_MS, UNSLOTTED_MOVES_MAX } from '../../../base/limits/ledger/instances.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import { openBranches } from '../../../blueprint/instance/branches.js';
import { SHARED_MOVES } from '../../../blueprint/instance/late-moves.js';
import { mayDo, slotAt } from '../../../blueprint/names/reading-slots.js';
import { readsOf } from '../../../blueprint/names/run-reads.js';
import type { PlannedAction } from '../../../blueprint/plan/planned.js';
import type { MoveType } from '../../../blueprint/state/move.js';
import { answerIn } from '../../form/action-metadata.js';
import { moveTypeOf } from '../../form/move-type.js';
import { plannedFor } from '../../form/stated-vote.js';
import { instanceBefore, isStart } from '../../kinds/action.js';
import type { TransactionHeader } from '../../types.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/form.js';
import { timeOf } from './timer.js';

/**
 * VAL_READ_002: the instance has more than UNSLOTTED_MOVES_MAX moves, the time of the docket is in the slot of another
 * role, and an open action of that role reads runs which the move changes.
 */
export function overtaking(subject: Subject): readonly Issue[] {
  const { tx, ctx, definition, plan } = subject;
  const { header } = tx;
  const type = moveTypeOf(header);
  if (plan?.language !== 2 || !definition || isStart(header) || !SHARED_MOVES.includes(type)) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  if (instance?.language !== 2 || instance.moves <= UNSLOTTED_MOVES_MAX) return NONE;
  const by = plannedFor(plan, header);
  const atMs = timeOf(subject);
  const { role, endMs } = slotAt(definition, atMs);
  if (!by || role === undefined || role === roleOf(header, by)) return NONE;
  const changed = { definition, type, action: by.action.id };
  for (const { actionId } of openBranches(instance)) {
    const other = plan.actions.get(String(actionId));
    if (other && mayDo(other, role) && isRead(other, changed))
      return [refused({ action: actionId, role, endMs, atMs })];
  }
  return NONE;
}

/** Of a timer the role of its action; of a confirmation the role that answers. */
function roleOf({ metadata }: TransactionHeader, { sender }: PlannedAction): string {
  return (metadata?.type === 'Confirmation' && answerIn(metadata)?.role) || sender.id;
}

interface Changed {
  readonly definition: Definition;
  readonly type: MoveType;
  readonly action: number;
}

/** A rejection undoes runs of other actions too. */
function isRead({ action: reader }: PlannedAction, { definition, type, action }: Changed): boolean {
  const { actions, isOfBranches } = readsOf(definition, reader);
  return isOfBranches || actions.has(action) || (type === 'Rejection' && actions.size > 0);
}

interface Refused {
  /** The open action. */
  readonly action: number;
  readonly role: string;
  readonly endMs: number;
  readonly atMs: number;
}

function refused({ action, role, endMs, atMs }: Refused): Issue {
  const until = new Date(endMs).toISOString();
  const message = `Action ${action} is open, and reads what this changes. In an instance of more than ${UNSLOTTED_MOVES_MAX} moves ${JSON.stringify(role)} has ${READING_SLOT_MS / 1000} s for it by turns: do this from ${until} on.`;
  return { ...issue('VAL_READ_002', '/header/actionId', message), retryAfterSeconds: (endMs - atMs) / 1000 };
}
