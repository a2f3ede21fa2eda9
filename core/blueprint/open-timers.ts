// Timers of an instance: which one ends each open branch, and when. It follows from the state alone, so every node
// finds the same. Pure.
import { INSTANCE_TRANSACTIONS_MAX } from '../base/limits.js';
import { isDoneElsewhere, openBranches } from './branches.js';
import type { FlowInstance, Instance } from './instance.js';
import type { Plan } from './plan.js';
import type { PlannedTimer } from './timers.js';

/** A timer that will end an open branch, and what it takes. */
export interface DueTimer {
  readonly action: number;
  readonly timer: PlannedTimer;
  /** The run whose branch it follows: of several at a join the first one. */
  readonly txId: string;
  /** It fires in the first docket after this time, in ms. */
  readonly dueMs: number;
}

/**
 * For each action where a branch stands and that has timers, the one that is due first: of equal ones the first in the
 * definition. At a join they run from the first branch that came.
 */
export function dueTimers(instance: Instance | undefined, plan: Plan): readonly DueTimer[] {
  if (!plan.hasTimers || instance?.language !== 2 || !['Active', 'Disputed'].includes(instance.state)) return [];
  // A ledger refuses any other move then, too: a timer that nothing takes would be tried without end.
  if (instance.moves >= INSTANCE_TRANSACTIONS_MAX - 1) return [];
  const first = new Map<number, string>();
  for (const { txId, actionId } of openBranches(instance)) {
    if (isDoneElsewhere(instance, actionId)) continue;
    const other = first.get(actionId);
    if (other === undefined || isBefore(instance, txId, other)) first.set(actionId, txId);
  }
  const timers = [...first].flatMap(([action, txId]) => dueTimer(instance, plan, { action, txId }) ?? []);
  return [...timers, ...confirmTimers(instance, plan)];
}

/** For each run that others have not confirmed yet, what ends that wait. */
function confirmTimers({ dispute, flow }: FlowInstance, plan: Plan): readonly DueTimer[] {
  return Object.entries(flow).flatMap(([txId, { action, dueMs = 0, kind }]): DueTimer[] => {
    const confirm = kind === 'waits' ? plan.actions.get(String(action))?.confirm : undefined;
    return confirm ? [{ action, timer: confirm.timer, txId, dueMs: Math.max(dueMs, dispute?.untilMs ?? 0) }] : [];
  });
}

function isBefore({ flow }: FlowInstance, a: string, b: string): boolean {
  const [left, right] = [flow[a]?.atMs ?? 0, flow[b]?.atMs ?? 0];
  return left === right ? a < b : left < right;
}

function dueTimer(
  instance: FlowInstance,
  plan: Plan,
  { action, txId }: { readonly action: number; readonly txId: string },
): DueTimer | undefined {
  let found: DueTimer | undefined;
  const { atMs = 0, laterMs = {}, notBeforeMs = 0, pausedMs = 0 } = instance.flow[txId] ?? {};
  // Nothing fires while a dispute pauses the instance; when that ends is known from its beginning on.
  const leastMs = Math.max(notBeforeMs, instance.dispute?.untilMs ?? 0);
  const openedMs = atMs + pausedMs;
  const startMs = (instance.startMs ?? atMs) + (instance.pausedMs ?? 0);
  for (const timer of plan.actions.get(String(action))?.timers ?? []) {
    const after = timer.dueAfter(timer.from === 'start' ? startMs : openedMs);
    const dueMs = Math.max(leastMs, after + (laterMs[action] ?? 0));
    if (!found || dueMs < found.dueMs) found = { action, timer, txId, dueMs };
  }
  return found;
}
