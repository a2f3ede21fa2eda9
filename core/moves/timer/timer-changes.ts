// Rows of the state for timers that run in an instance, as a move changes them. Pure.
import type { JsonObject } from '../../base/json.js';
import { type DueTimer, dueTimers } from '../../blueprint/instance/open-timers.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { StateChange } from '../../model/register.js';
import { STATE_KEY } from '../../register/state-keys.js';

/** Rows of the timers that run: those that ended, and those that began. */
export function timerChanges({ instanceId, before, after }: TimersOf, plan: Plan): readonly StateChange[] {
  if (!plan.hasTimers) return [];
  const keyOf = ({ dueMs, txId, action }: DueTimer): string => STATE_KEY.due(dueMs, txId, action);
  const [old, now] = [before, after].map((item) => new Map(dueTimers(item, plan).map((due) => [keyOf(due), due])));
  const ends = [...(old as Timers).keys()].filter((key) => !now?.has(key)).map((key) => ({ key, value: null }));
  const begins = [...(now as Timers)].filter(([key, due]) => old?.get(key)?.timer.id !== due.timer.id);
  return [...ends, ...begins.map(([key, due]) => ({ key, value: dueRow(instanceId, due) }))];
}

/** Members in canonical order. */
function dueRow(instanceId: string, { action, dueMs, timer, txId }: DueTimer): JsonObject {
  return { action, dueMs, instanceId, timer: timer.id, txId };
}

type Timers = ReadonlyMap<string, DueTimer>;

interface TimersOf {
  readonly instanceId: string;
  readonly before: Instance | undefined;
  readonly after: Instance;
}
