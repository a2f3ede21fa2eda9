// The credentials of runs that a move changes: those of a run that became void are revoked, and an action that counts
// gives those of others the status that its definition says. Asked only where some action issues credentials.
import { issuanceConfigsOf } from '../../blueprint/definition/issuance-configs.js';
import type { CredentialStatusRule } from '../../blueprint/definition/types.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { RowOf, RunRow, RunsByAction } from '../../blueprint/state/run-row.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { barringChanges, voidChanges } from '../../register/issued/rows.js';
import { moveTypeOf } from '../../transaction/move-type.js';

/** The runs of an instance after a move. */
export interface RunsAfterMove {
  readonly plan: Plan;
  /** The rows that it changed. */
  readonly rows: ReadonlyMap<string, RunRow>;
  readonly runs: RunsByAction;
  readonly rowOf: RowOf;
  readonly height: number;
}

/** The rows of issued credentials that a move changes. */
export function credentialChanges(
  tx: Transaction,
  after: RunsAfterMove,
  view: Pick<StateView, 'state'>,
): readonly StateChange[] {
  return [...after.rows].flatMap(([txId, row]) => {
    if (row.undone?.by === tx.txId) return voidChanges(view, txId, after.height);
    return counts(tx, txId, row) ? rulesOf(after, row).flatMap((rule) => ruleChanges(rule, after, view)) : [];
  });
}

/** True for a run that counts since this move. A timer that goes on by itself is not the action of a party. */
function counts(tx: Transaction, txId: string, row: RunRow): boolean {
  if (!isInForce(row)) return false;
  return txId === tx.txId ? moveTypeOf(tx.header) === 'Action' : row.confirmed?.by === tx.txId;
}

function rulesOf({ plan }: RunsAfterMove, { action }: RunRow): readonly CredentialStatusRule[] {
  return plan.actions.get(String(action))?.action.credentialStatus ?? [];
}

function ruleChanges(
  { of, to }: CredentialStatusRule,
  { plan, runs, rowOf, height }: RunsAfterMove,
  view: Pick<StateView, 'state'>,
): readonly StateChange[] {
  const issuing = plan.actions.get(String(of))?.action;
  const { count = 0, last } = runs[String(of)] ?? {};
  const configs = issuing ? issuanceConfigsOf(issuing).map(({ id }) => id) : [];
  const changes: StateChange[] = [];
  let left = count;
  for (let run = last; run !== undefined && left > 0; run = rowOf(run)?.before) {
    const row = rowOf(run);
    if (row === undefined || !isInForce(row)) continue;
    left -= 1;
    changes.push(...barringChanges(view, { run, configs }, { to, height }));
  }
  return changes;
}

/** True for a run whose data counts. */
export function isInForce(row: RunRow): boolean {
  return !row.undone && !row.waits && row.kind === undefined;
}
