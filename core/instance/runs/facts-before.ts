// Facts that rules read of the moves before: runs in force with what of them is seen, and times of
// dockets. Pure.
import { branchesTaken, type OpenBranch } from '../../blueprint/instance/branches.js';
import { runsInForceAt } from '../../blueprint/instance/run-rows.js';
import type { Facts, RunFacts } from '../../blueprint/logic/facts.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RowOf } from '../../blueprint/state/run-row.js';
import type { Transaction } from '../../model/transaction.js';

/** A sealed move of the instance, and the time of its docket in ms. */
export interface SealedMove {
  readonly transaction: Transaction;
  readonly timestampMs: number;
}

export interface Before {
  readonly plan: Plan;
  /** The instance as these moves left it. */
  readonly instance: Instance;
  /** All of them, in ledger order; there is one. */
  readonly moves: readonly SealedMove[];
  /** The branch that the new move takes. */
  readonly branch: OpenBranch;
  /** Rows of runs; those of later moves are not looked at. */
  readonly rowOf: RowOf;
  /** Members of a run that are seen, by its TxId. */
  readonly seenData: (txId: string) => RunFacts['data'];
}

/** Facts for an action that follows others: all but the time at which it is signed. */
export function factsBefore({
  plan,
  instance,
  moves,
  branch,
  rowOf,
  seenData: seen,
}: Before): Pick<Facts, 'runs' | 'time'> {
  const inForce = runsInForceAt(instance, Object.keys(instance.runs), rowOf);
  const runs = inForce.map(({ txId, action, vote }) => ({ txId, action, data: seen(txId), vote }));
  const taken = new Set(branchesTaken(instance, plan, branch).here.map(({ txId }) => txId));
  const times = moves.flatMap(({ transaction, timestampMs }) => (taken.has(transaction.txId) ? [timestampMs] : []));
  const [first] = moves as readonly [SealedMove];
  const iso = (ms: number): string => new Date(ms).toISOString();
  return { runs, time: { opened: iso(first.timestampMs), previous: iso(Math.max(...times)) } };
}
