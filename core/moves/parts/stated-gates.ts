// How often credentials were used where gates count that: a row of each, with the runs that are sealed and not undone.
// So a run that a rejection or an objection takes back gives its uses back, and one that is kept after all takes them.
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { RowOf, RunRow } from '../../blueprint/state/run-row.js';
import { gatesOf } from '../../credentials/gate/asked.js';
import { statedGatesOf } from '../../instance/runs/gates.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { planFor } from '../../transaction/stated-vote.js';

type View = Pick<StateView, 'state' | 'transaction'>;

/** How often a credential is used where the mark counts it. */
export function usesOf(view: Pick<StateView, 'state'>, use: string): number {
  return Number(view.state(STATE_KEY.gateUse(use))?.['count'] ?? 0);
}

/** The rows of runs that a move changes, and as they were. */
export interface ChangedRuns {
  readonly plan: Plan;
  readonly rows: ReadonlyMap<string, RunRow>;
  readonly sealed: RowOf;
}

/** The rows of credentials that the move uses, gives back, or takes again. It was judged. */
export function gateUseChanges(
  tx: Transaction,
  { plan, rows, sealed }: ChangedRuns,
  view: View,
): readonly StateChange[] {
  const counts = new Map<string, number>();
  const count = (run: Pick<Transaction, 'header'> | undefined, more: 1 | -1): void => {
    for (const { use } of run ? usesStated(run, plan) : [])
      counts.set(use, (counts.get(use) ?? usesOf(view, use)) + more);
  };
  count(tx, 1);
  for (const [txId, row] of rows) {
    const [was, is] = [sealed(txId)?.undone !== undefined, row.undone !== undefined];
    if (txId !== tx.txId && was !== is && countsUses(plan, row)) count(view.transaction(txId), is ? -1 : 1);
  }
  return [...counts].map(([use, count]) => ({
    key: STATE_KEY.gateUse(use),
    value: count > 0 ? ({ count } satisfies JsonObject) : null,
  }));
}

/** Else a run that is undone would be read for nothing. */
function countsUses(plan: Plan, { action }: RunRow): boolean {
  const planned = plan.actions.get(String(action));
  return planned !== undefined && gatesOf(planned.action).some(({ rule }) => rule.uses !== undefined);
}

interface StatedUse {
  readonly use: string;
  readonly max: number;
}

function usesStated(run: Pick<Transaction, 'header'>, plan: Plan): readonly StatedUse[] {
  if (run.header.metadata?.gates === undefined) return [];
  return statedGatesOf(run, planFor(plan, run.header)).flatMap(({ rule, statement: { use } }) =>
    use === undefined || rule.uses === undefined ? [] : [{ use, max: rule.uses.max }],
  );
}

/**
 * VAL_GATE_005: a credential of runs that were taken back was used elsewhere meanwhile. It would count more often than
 * it may where they are kept.
 */
export function keptUseProblem(view: View, plan: Plan, runs: readonly string[]): Issue | undefined {
  const again = new Map<string, number>();
  for (const txId of runs) {
    const run = view.transaction(txId);
    for (const { use, max } of run ? usesStated(run, plan) : []) {
      const count = (again.get(use) ?? usesOf(view, use)) + 1;
      again.set(use, count);
      if (count > max)
        return issue(
          'VAL_GATE_005',
          '/payload/outcome',
          `A credential that the run ${txId} shows was used elsewhere since the run is void, and at most ${max} uses count: have the run done again, or cancel.`,
        );
    }
  }
  return undefined;
}
