// Runs in force of an instance of language 2 as its transactions and the times of their dockets alone give them, and
// not its rows: what moves took back, with all that came of it. Tests hold the rows up against it.

import type { Definition } from '../../../core/blueprint/definition/types.js';
import type { RunMove } from '../../../core/blueprint/instance/run-rows.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import type { RowOf } from '../../../core/blueprint/state/run-row.js';
import { isRun } from '../../../core/instance/next.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { runMoveOf } from '../../../core/moves/changes.js';
import { instanceAfter } from '../../../core/moves/instance-after.js';
import type { Ledger } from './ledger.js';

export interface Anew {
  /** TxIds, oldest first. */
  readonly runs: readonly string[];
  readonly instance: Instance | undefined;
}

/**
 * All transactions of the instance, in ledger order, on a ledger or with the times of their dockets. `rowOf` says how
 * votes and resolutions decided, which takes the state: an instance without them needs none.
 */
export function readAnew(
  at: Pick<Ledger, 'dockets' | 'view'> | ((txId: string) => number),
  of: { readonly definition: Definition; readonly transactions: readonly Transaction[]; readonly rowOf?: RowOf },
): Anew {
  const { definition, transactions, rowOf = () => undefined } = of;
  const plan = planOf(definition);
  const moves: Pick<RunMove, 'txId' | 'causes'>[] = [];
  const waiting = new Set<string>();
  let row: Instance | undefined;
  let runs: string[] = [];
  for (const tx of transactions) {
    const atMs = typeof at === 'function' ? at(tx.txId) : sealedMs(at, tx.txId);
    const before = row?.language === 2 ? row : undefined;
    const { vote: cast, resolved, kept, lapsed } = rowOf(tx.txId) ?? {};
    const after = instanceAfter(tx, { definition, before, atMs, cast, resolves: resolved !== undefined, lapsed });
    row = after;
    if (isRun(plan, tx.header)) runs.push(tx.txId);
    const move = after.language === 2 ? runMoveOf({ tx, plan, before, after }) : undefined;
    // All that an objection took back is there again where its run was kept, and nothing was done meanwhile.
    if (!move || kept) continue;
    if (move.kind === 'waits') waiting.add(tx.txId);
    if (move.kind === 'confirm') waiting.delete(move.confirms ?? '');
    // A rejection that led forward is no run, and what came of it came of its causes.
    if (['act', 'waits', 'reject'].includes(move.kind)) moves.push(move);
    const inVain = new Set(move.undoesAfter);
    const undone = new Set(move.undoes);
    for (const { txId, causes } of moves) if (causes.some((cause) => inVain.has(cause))) undone.add(txId);
    for (const { txId, causes } of moves) if (causes.some((cause) => undone.has(cause))) undone.add(txId);
    runs = runs.filter((txId) => !undone.has(txId));
  }
  return { runs: runs.filter((txId) => !waiting.has(txId)), instance: row };
}

function sealedMs({ dockets, view }: Pick<Ledger, 'dockets' | 'view'>, txId: string): number {
  const found = dockets[view.sealOf(txId)?.height ?? -1];
  if (!found) throw new Error(`${txId} is not sealed`);
  return found.docket.header.timestampMs;
}
