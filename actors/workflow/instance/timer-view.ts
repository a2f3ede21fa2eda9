// The timers of an instance as a caller is shown them: which one ends an open branch, when, and where it leads. All
// of it follows from the state row and the definition; it reads no clock and fires nothing.
import type { JsonObject } from '../../../core/base/json.js';
import { isClosedAt, openingOf } from '../../../core/blueprint/instance/not-before.js';
import { dueTimers, escalations } from '../../../core/blueprint/instance/open-timers.js';
import type { Plan } from '../../../core/blueprint/plan/planned.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import type { RunRow } from '../../../core/blueprint/state/run-row.js';
import { isRun } from '../../../core/instance/next.js';
import type { Actor } from '../../../core/instance/people/acting-now.js';
import { type HeldNow, holderNow } from '../../../core/instance/people/holders.js';
import type { TransactionHeader } from '../../../core/model/transaction.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';
import { isVote } from '../../../core/transaction/stated-vote.js';

/** The timer that ends a branch unless its action is done before. */
export interface RunningTimer {
  readonly id: string;
  /** It fires in the first docket after this time, in which no wallet can do the action any more. */
  readonly dueMs: number;
  /** Where it leads; [] ends the branch. */
  readonly nextActionIds: readonly number[];
  /** Recorded as the data of the action; absent where the timer states nothing. */
  readonly data?: JsonObject;
}

/** A role that may do an action in place of its own from some time on. */
export interface StandingIn {
  readonly role: string;
  /** Its holder; absent where the role is not taken. */
  readonly wallet?: string;
  /** In a docket after this time. */
  readonly fromMs: number;
  /** Id of the timer. */
  readonly timer: string;
  /** The participants that act in the role then: as of the branch itself. Stated where an instance is shown. */
  readonly mayAct?: readonly Actor[];
}

const NONE: ReadonlyMap<number, RunningTimer> = new Map();
const NOBODY: ReadonlyMap<number, readonly StandingIn[]> = new Map();

/** By action: where several of its timers run, the one that is due first. */
export function runningTimers(instance: Instance, plan: Plan | undefined): ReadonlyMap<number, RunningTimer> {
  if (!plan?.hasTimers) return NONE;
  return new Map(
    dueTimers(instance, plan).map(({ action, dueMs, timer: { id, next, data } }) => [
      action,
      { id, dueMs, nextActionIds: next, ...(data !== undefined && { data }) },
    ]),
  );
}

/** By action: those who may do it too, now or later, in the order of their times. */
export function alsoActing(
  instance: Instance,
  plan: Plan | undefined,
  held: HeldNow,
): ReadonlyMap<number, readonly StandingIn[]> {
  if (!plan?.hasTimers) return NOBODY;
  const byKey = new Map<number, StandingIn[]>();
  for (const { action, role, timer, dueMs: fromMs } of escalations(instance, plan)) {
    const standIn = plan.actions.get(String(action))?.standIns.get(role);
    const wallet = standIn && holderNow(held, standIn.sender, instance.participants);
    const list = byKey.get(action) ?? [];
    list.push({ role, ...(wallet && { wallet }), fromMs, timer });
    byKey.set(action, list);
  }
  for (const list of byKey.values()) list.sort((a, b) => a.fromMs - b.fromMs);
  return byKey;
}

/** After which time an action can be done that cannot be at this one; undefined where it can. */
export function opensAtMs(
  instance: Instance,
  plan: Plan | undefined,
  { txId, actionId, nowMs }: { readonly txId: string; readonly actionId: number; readonly nowMs: number },
): number | undefined {
  const opening = plan?.hasTimers ? openingOf(instance, plan, { txId, actionId }) : undefined;
  return isClosedAt(opening, nowMs) ? opening?.afterMs : undefined;
}

/** Until when somebody can do an action: by the deadline of its branch, and before its timer ends it. */
export function untilMs(deadlineMs: number | undefined, timer: RunningTimer | undefined): number | undefined {
  if (timer === undefined) return deadlineMs;
  return Math.min(deadlineMs ?? timer.dueMs, timer.dueMs);
}

/** True where the action is done by this move; without the definition no timer is known. */
export function isDoneBy(
  header: TransactionHeader,
  plan: Plan | undefined,
  row?: Pick<RunRow, 'vote'> | undefined,
): boolean {
  // Of several votes the one that decides does the action.
  if (isVote(header)) return row?.vote?.led !== undefined;
  return plan ? isRun(plan, header) : moveTypeOf(header) === 'Action';
}
