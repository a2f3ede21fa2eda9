// An instance of a workflow as a fold over its sealed transactions: which branches are open, what was done, who plays
// the open roles, and how it ended. Pure. Whether a transaction may be sealed is judged before (core/validate/); this
// file only says what sealing it does.
import { assert } from '../base/assert.js';
import { withActed } from '../blueprint/instance/cancelling.js';
import { withCounted } from '../blueprint/instance/late-moves.js';
import { planOf } from '../blueprint/plan/plan.js';
import type { Plan } from '../blueprint/plan/planned.js';
import type { Instance } from '../blueprint/state/instance.js';
import type { Move, MoveOf } from '../blueprint/state/move.js';
import type { MoveType } from '../blueprint/state/move-types.js';
import { isStart } from '../instance/rows.js';
import type { Transaction } from '../model/transaction.js';
import { moveTypeOf } from '../transaction/move-type.js';
import { planFor } from '../transaction/stated-vote.js';
import { openInstance } from './action/fold.js';
import type { MoveRow, StateFacts, Stating } from './parts/row.js';
import { MOVES } from './table.js';

/**
 * The instance after a sealed action of it. `before` is the one that it follows, not read for an opening action: under
 * the id that follows from this one, another transaction is not part of its instance. `atMs` is that of its docket.
 */
export function instanceAfter(
  tx: Transaction,
  of: StateFacts & Pick<Stating, 'definition'> & { readonly before: Instance | undefined; readonly atMs: number },
): Instance {
  const { header } = tx;
  const plan = planOf(of.definition);
  const planned = planFor(plan, header);
  assert(planned, 'the pin step passed');
  const move = moveOf(moveTypeOf(header), { ...of, tx, plan, planned }, of.atMs);
  if (isStart(header)) {
    const { blueprintId, publicationTxId } = header;
    return openInstance({ blueprintId, publicationTxId: publicationTxId as string }, move as MoveOf<'Action'>, plan);
  }
  assert(of.before, 'the chain step passed');
  return applyMove(of.before, move, plan);
}

/** The instance after a move that follows another one. Its rows of runs are folded by themselves (`withRuns`). */
function applyMove(was: Instance, move: Move, plan: Plan): Instance {
  const counted = withCounted(was, move);
  return foldRow(withActed(counted, move, plan), move, plan);
}

function foldRow<T extends MoveType>(before: Instance, move: MoveOf<T>, plan: Plan): Instance {
  const row: MoveRow<T> = MOVES[move.type as T];
  return row.fold(before, move, plan);
}

function moveOf<T extends MoveType>(type: T, of: Stating, atMs: number): MoveOf<T> {
  const { txId, header } = of.tx;
  const { senderWallet, previousTransactionId } = header;
  const { planned } = of;
  const row: MoveRow<T> = MOVES[type];
  return { txId, type, planned, senderWallet, previousTransactionId, atMs, ...row.statedParts(of) } as MoveOf<T>;
}
