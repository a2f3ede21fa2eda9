// Timers of an instance: which one ends each open branch, and when. It follows from the state alone, so every node
// finds the same. Pure.
import type { Run } from '../../flow/runs.js';
import type { Plan } from '../plan/planned.js';
import { type DatedTimer, LAST_MS, type PlannedReminder, type PlannedTimer } from '../plan/timers.js';
import type { Instance } from '../state/instance.js';
import { isDoneElsewhere, openBranches } from './branches.js';
import { hasTimers } from './late-moves.js';

/** A timer that will end an open branch, and what it takes. */
export interface DueTimer {
  readonly action: number;
  readonly timer: PlannedTimer;
  /** The run whose branch it follows: of several at a join the first one. */
  readonly txId: string;
  /** It fires in the first docket after this time, in ms. */
  readonly dueMs: number;
}

/** From when on another role may do an action that waits. */
export interface DueEscalation {
  readonly action: number;
  readonly role: string;
  /** Id of the timer. */
  readonly timer: string;
  /** In a docket after this time, in ms. */
  readonly dueMs: number;
}

/** When a timer reminds for the first time of an action that waits. */
export interface DueReminder {
  readonly action: number;
  readonly timer: PlannedReminder;
  /** The run whose branch it follows. */
  readonly txId: string;
  readonly firstMs: number;
}

/**
 * For each action where a branch stands and that has timers, the one that is due first: of equal ones the first in the
 * definition. At a join they run from the first branch that came. With `only` of this action, and of runs that wait.
 */
export function dueTimers(instance: Instance | undefined, plan: Plan, only?: number): readonly DueTimer[] {
  const running = runningTimers(instance, plan, only);
  if (!instance?.late) return running;
  // A ledger refuses the others: a timer that nothing takes would be tried without end.
  return running.filter(({ action }) => hasTimers(instance, plan, plan.actions.get(String(action))?.sender.id ?? ''));
}

/** The same with those that do not fire any more, since too many of their role have. */
export function runningTimers(instance: Instance | undefined, plan: Plan, only?: number): readonly DueTimer[] {
  const timers = [...standing(instance, plan)].flatMap(([action, { txId, dueOf }]) => {
    if (only !== undefined && only !== action) return [];
    const { timers = [] } = plan.actions.get(String(action)) ?? {};
    let dueTimer: DueTimer | undefined;
    for (const timer of timers) {
      const dueMs = dueOf(timer);
      if (dueMs === undefined) continue;
      if (!dueTimer || dueMs < dueTimer.dueMs) dueTimer = { action, timer, txId, dueMs };
    }
    return dueTimer ?? [];
  });
  return instance && isRunning(instance, plan) ? [...timers, ...confirmTimers(instance, plan)] : timers;
}

/** In a stop nothing is due, since its end is not known. */
function isRunning({ dispute, state }: Instance, plan: Plan): boolean {
  if (dispute && dispute.untilMs === undefined) return false;
  return plan.hasTimers && ['Active', 'Disputed'].includes(state);
}

/** From when on each other role may do the actions that wait; of several timers for one role the first. */
export function escalations(instance: Instance | undefined, plan: Plan): readonly DueEscalation[] {
  return [...standing(instance, plan)].flatMap(([action, { dueOf }]) => {
    const first = new Map<string, DueEscalation>();
    for (const timer of plan.actions.get(String(action))?.also ?? [])
      for (const role of timer.roles) {
        const dueMs = dueOf(timer);
        if (dueMs === undefined) continue;
        const known = first.get(role);
        if (!known || dueMs < known.dueMs) first.set(role, { action, role, timer: timer.id, dueMs });
      }
    return [...first.values()];
  });
}

/** The reminders of the actions where a branch stands. A dispute and a challenge move them as any timer. */
export function reminders(instance: Instance | undefined, plan: Plan): readonly DueReminder[] {
  return [...standing(instance, plan)].flatMap(([action, { txId, dueOf }]) =>
    (plan.actions.get(String(action))?.remind ?? []).flatMap((timer) => {
      const firstMs = dueOf(timer);
      return firstMs === undefined ? [] : [{ action, txId, timer, firstMs }];
    }),
  );
}

/** How many reminders were due before a time. */
export function remindersDue(
  { firstMs, everyMs, times }: { readonly firstMs: number; readonly everyMs: number; readonly times: number },
  atMs: number,
): number {
  if (atMs <= firstMs) return 0;
  return everyMs === 0 ? 1 : Math.min(times, Math.floor((atMs - 1 - firstMs) / everyMs) + 1);
}

interface Standing {
  readonly txId: string;
  /** Undefined for one whose date no run in force has stated. */
  readonly dueOf: (timer: DatedTimer) => number | undefined;
}

/** The first branch at each action where some stand, and when a timer of that action is due. */
function standing(instance: Instance | undefined, plan: Plan): ReadonlyMap<number, Standing> {
  if (!instance || !isRunning(instance, plan)) return new Map();
  const first = new Map<number, string>();
  for (const { txId, actionId } of openBranches(instance)) {
    if (isDoneElsewhere(instance, actionId)) continue;
    const other = first.get(actionId);
    if (other === undefined || isBefore(instance, txId, other)) first.set(actionId, txId);
  }
  return new Map([...first].map(([action, txId]) => [action, { txId, dueOf: dueIn(instance, { action, txId }) }]));
}

/** For each run that others have not confirmed yet, what ends that wait. */
function confirmTimers({ dispute, flow }: Instance, plan: Plan): readonly DueTimer[] {
  return Object.entries(flow).flatMap(([txId, { action, dueMs = 0, kind }]): DueTimer[] => {
    const confirm = kind === 'waits' ? plan.actions.get(String(action))?.confirm : undefined;
    return confirm ? [{ action, timer: confirm.timer, txId, dueMs: Math.max(dueMs, dispute?.untilMs ?? 0) }] : [];
  });
}

function isBefore({ flow }: Instance, a: string, b: string): boolean {
  const [left, right] = [flow[a]?.atMs ?? 0, flow[b]?.atMs ?? 0];
  return left === right ? a < b : left < right;
}

function dueIn(
  instance: Instance,
  { action, txId }: { readonly action: number; readonly txId: string },
): Standing['dueOf'] {
  const { atMs = 0, laterMs = {}, notBeforeMs = 0, pausedMs = 0 }: Partial<Run> = instance.flow[txId] ?? {};
  // Nothing is due while a dispute pauses the instance; when that ends is known from its beginning on.
  const leastMs = Math.max(notBeforeMs, instance.dispute?.untilMs ?? 0);
  const openedMs = atMs + pausedMs;
  const startMs = (instance.startMs ?? atMs) + (instance.pausedMs ?? 0);
  const moreMs = laterMs[action] ?? 0;
  return (timer) => {
    if (timer.stated === undefined)
      return Math.max(leastMs, timer.dueAfter(timer.from === 'start' ? startMs : openedMs) + moreMs);
    const statedMs = instance.dues?.[timer.stated];
    // A pause does not move a date at the end of the year 9999: there is no text for that.
    return statedMs === undefined ? undefined : Math.max(leastMs, Math.min(LAST_MS, statedMs + pausedMs + moreMs));
  };
}
