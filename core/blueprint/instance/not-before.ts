// From when on an action that waits may be done, where timers of it say so (`notBefore`). It follows from the state
// alone, so every node finds the same. It knows no clock: who asks compares it with the time of a docket. Pure.

import { completeRuns, type Flow, scopeOf, tokensOf } from '../../flow/runs.js';
import type { Plan, PlannedAction } from '../plan/planned.js';
import { LAST_MS, type PlannedOpening } from '../plan/timers.js';
import type { Instance } from '../state/instance.js';

/** The timer that keeps an action closed. */
interface Opening {
  /** Id of the timer. */
  readonly timer: string;
  /** It is done in dockets after this time, in ms. */
  readonly afterMs: number;
}

/**
 * When the action may be done that a branch leads to: of several timers the last. Undefined where none says so. A
 * dispute does not move it: a date is that date, and no action is done in the time of a pause.
 */
export function openingOf(
  instance: Instance | undefined,
  plan: Plan,
  { txId, actionId }: { readonly txId: string; readonly actionId: number },
): Opening | undefined {
  const planned = plan.actions.get(String(actionId));
  if (!instance || !planned || planned.notBefore.length === 0) return undefined;
  const openedMs = openingTime(instance.flow, plan, { planned, txId });
  const all = planned.notBefore.map((timer) => ({ timer: timer.id, afterMs: afterOf(instance, timer, openedMs) }));
  return all.reduce((a, b) => (b.afterMs > a.afterMs ? b : a));
}

/** True where a docket of the time is too early for the action. */
export function isClosedAt(opening: Opening | undefined, atMs: number): boolean {
  return opening !== undefined && atMs <= opening.afterMs;
}

function afterOf({ dues, startMs }: Instance, timer: PlannedOpening, openedMs: number): number {
  // As long as no run in force states the date, it is not known when it has passed. The check refuses such a
  // definition.
  if (timer.stated !== undefined) return dues?.[timer.stated] ?? LAST_MS;
  return timer.dueAfter(timer.from === 'start' ? (startMs ?? openedMs) : openedMs);
}

/**
 * The time of the run that opened the action. A join is opened by the last run that it waits for; one that needs some
 * of its branches by that one with which they were enough.
 */
function openingTime(
  flow: Flow,
  plan: Plan,
  { planned, txId }: { readonly planned: PlannedAction; readonly txId: string },
): number {
  const timeOf = (id: string): number => flow[id]?.atMs ?? 0;
  const { id } = planned.action;
  const join = planned.isJoin ? plan.net().get(id) : undefined;
  if (!join) return timeOf(txId);
  const token = { txId, target: id };
  const scope = join.joins && scopeOf(flow, join, token);
  const here = (scope?.here ?? tokensOf(flow).filter(({ target }) => target === id)).map((item) => timeOf(item.txId));
  const enough = join.joins?.need === undefined ? undefined : here.sort((a, b) => a - b)[join.joins.need - 1];
  if (enough !== undefined) return enough;
  const ended = scope?.ended ?? join.priors.flatMap((prior) => completeRuns(flow, prior));
  return Math.max(...here, ...ended.map(timeOf));
}
