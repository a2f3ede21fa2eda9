// All moves of an instance as one document of evidence: that of the last one, with those before it.
import { issue } from '../../../../core/base/issue.js';
import { EVIDENCE_MOVES_BYTES_MAX, EVIDENCE_MOVES_MAX } from '../../../../core/base/limits/ledger/consensus.js';
import { fail, type Result } from '../../../../core/base/result.js';
import type { Evidence } from '../../../../core/chain/evidence/evidence.js';
import type { SealedTransaction } from '../../../../storage/chain/chain-read.js';
import type { ApiCall } from '../../../define.js';
import { type InstanceAt, movesOf } from '../../../workflow/sealed-moves.js';
import type { LedgerDeps } from '../deps.js';
import { evidenceAt } from './evidence.js';

/**
 * Issues of `evidenceAt`, EVIDENCE_TOO_LONG for more moves than a file carries, and TRANSACTION_NOT_FOUND below its
 * first.
 */
export async function instanceEvidence(
  call: ApiCall<LedgerDeps>,
  at: InstanceAt,
  head: number | undefined,
): Promise<Result<Evidence>> {
  const { items } = await movesOf(call, at, () => ({ skip: 0, top: EVIDENCE_MOVES_MAX + 2 }));
  const moves = items.filter(({ height }) => head === undefined || height <= head);
  const last = moves.at(-1);
  if (last === undefined)
    return fail(issue('TRANSACTION_NOT_FOUND', '/head', 'Nothing of the instance is sealed up to this docket.'));
  const room = roomFor(moves);
  if (room < moves.length) {
    const { height } = moves[room] as SealedTransaction;
    const message = `A file has room for the moves of the instance below docket ${height}: ask with head ${height - 1}, and for the evidence of each later one.`;
    return fail(issue('EVIDENCE_TOO_LONG', '/head', message));
  }
  return evidenceAt(call.deps.chain, at.record.reg, {
    ...{ height: last.height, index: last.index, earlier: moves.slice(0, -1), head },
    forkedFrom: call.deps.ledger.forks.forkHeight(at.record.id),
  });
}

/** How many of them one file carries. */
function roomFor(moves: readonly SealedTransaction[]): number {
  let bytes = 0;
  const first = moves.findIndex(({ transaction }, i) => {
    bytes += transaction.bytes.length;
    return i > EVIDENCE_MOVES_MAX || bytes > EVIDENCE_MOVES_BYTES_MAX;
  });
  return first < 0 ? moves.length : first;
}
