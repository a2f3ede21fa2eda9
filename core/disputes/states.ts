// The states of an instance that the sender of a run may have acted on: all between what the run follows and the run
// itself. Pure; it reads rows of runs, which stay, so it finds the same whatever was sealed since.
import { JUDGED_STATES_MAX } from '../base/limits/ledger/disputes.js';
import { leadsSince, type RunInForce, wasInForce } from '../blueprint/instance/run-rows.js';
import type { FlowInstance } from '../blueprint/state/instance.js';
import type { RowOf, RunRow } from '../blueprint/state/run-row.js';

/** The place of a run among the moves of its instance. */
export interface RunSpan {
  /** Moves that were sealed when its sender acted, at least and at most. */
  readonly from: number;
  readonly to: number;
}

/** `previous` is what the run follows; undefined for an opening one. */
export function spanOf(run: RunRow, previous: RunRow | undefined): RunSpan {
  return { from: previous ? leadsSince(previous) + 1 : run.n, to: run.n };
}

/**
 * The runs of the actions that were in force in each state of the span, oldest first, the newest state first; states
 * that differ in none of these runs once. Undefined for more than JUDGED_STATES_MAX.
 */
export function statesIn(
  { from, to }: RunSpan,
  { instance, actions, rowOf }: Looking,
): readonly (readonly RunInForce[])[] | undefined {
  const runs = actions.flatMap((action) => [...runsOf(instance, action, rowOf)]).filter(({ row }) => row.n < to);
  runs.sort((a, b) => a.row.n - b.row.n);
  const changes = runs.flatMap(({ row }) => [leadsSince(row) + 1, ...(row.undone ? [row.undone.n + 1] : [])]);
  const places = [...new Set([from, ...changes.filter((n) => n > from && n <= to)])].sort((a, b) => b - a);
  if (places.length > JUDGED_STATES_MAX) return undefined;
  return places.map((n) =>
    runs
      .filter(({ row }) => wasInForce(row, n))
      .map(({ txId, row }) => ({ txId, action: row.action, n: row.n, vote: row.vote })),
  );
}

interface Looking {
  readonly instance: Pick<FlowInstance, 'runs'>;
  readonly actions: readonly number[];
  readonly rowOf: RowOf;
}

/** Every run of an action, in force or not, the newest first. */
export function* runsOf(
  { runs }: Pick<FlowInstance, 'runs'>,
  action: number,
  rowOf: RowOf,
): Iterable<{ readonly txId: string; readonly row: RunRow }> {
  for (let txId = runs[action]?.last; txId !== undefined; ) {
    const row = rowOf(txId);
    if (!row) return;
    yield { txId, row };
    txId = row.before;
  }
}
