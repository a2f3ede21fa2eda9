// Due times that the transactions of runs state in the clear, for timers that take them from data: what a transaction
// says, and which of them count after a move. Pure.
import { isObject } from '../base/json.js';
import { isFailure } from '../base/result.js';
import type { Definition } from '../blueprint/definition/types.js';
import { lastInForceAt, type RunInForce } from '../blueprint/instance/run-rows.js';
import { planOf } from '../blueprint/plan/plan.js';
import type { StatedDues } from '../blueprint/plan/planned.js';
import { duesStatedBy, readDues, readStated, statedDuesOf } from '../blueprint/plan/stated-dues.js';
import type { Instance } from '../blueprint/state/instance.js';
import type { RowOf, RunRow } from '../blueprint/state/run-row.js';
import type { Transaction } from '../model/transaction.js';
import { isDoing } from '../transaction/move-type.js';
import { planFor } from '../transaction/stated-vote.js';
import { isTimer } from '../transaction/timer.js';

/**
 * The due times that a run which may be sealed states; undefined for a move that states none. A timer's data says it.
 */
export function duesOf({ header, payload }: Transaction, definition: Definition): RunRow['due'] | undefined {
  if (statedDuesOf(definition).length === 0) return undefined;
  const action = planFor(planOf(definition), header)?.action;
  const dues = action ? duesStatedBy(definition, action) : [];
  if (!action || dues.length === 0) return undefined;
  if (isDoing(header)) return readStated(header.metadata?.due, dues);
  if (!isTimer(header) || !isObject(payload)) return undefined;
  const stated = readDues(definition, action, payload);
  return isFailure(stated) ? undefined : readStated(stated, dues);
}

/** The due times of the latest runs in force; undefined where there are none. */
export function duesNow(
  definition: Definition,
  instance: Pick<Instance, 'moves' | 'runs'>,
  rowOf: RowOf,
): StatedDues | undefined {
  const newest = newestIn(instance, rowOf);
  const rows = statedDuesOf(definition).flatMap(({ key, actions }) => {
    const last = newest(actions);
    const dueMs = last && rowOf(last.txId)?.due?.[key];
    return dueMs === undefined ? [] : [[key, dueMs] as const];
  });
  return rows.length === 0 ? undefined : Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The newest run in force among some actions: many timers ask for the same ones, and each is looked for once. */
function newestIn(instance: Pick<Instance, 'moves' | 'runs'>, rowOf: RowOf) {
  // A fact has one list for all its timers.
  const known = new Map<number | readonly number[] | undefined, RunInForce | undefined>();
  return (actions: readonly number[]): RunInForce | undefined => {
    const name = actions.length === 1 ? actions[0] : actions;
    if (known.has(name)) return known.get(name);
    const runs = actions.flatMap((action) => lastInForceAt(instance, action, rowOf) ?? []);
    const value = runs.reduce<RunInForce | undefined>((a, b) => (a && a.n > b.n ? a : b), undefined);
    known.set(name, value);
    return value;
  };
}
