// The moves of an instance that one document proves together: of one instance, in ledger order, and each behind one
// that stands in the file. So a move that others follow cannot be left out; the newest ones can.
import { type Issue, issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import type { MoveType } from '../../blueprint/state/move-types.js';
import { instanceIdOf, isStart } from '../../instance/rows.js';
import type { DocketHeader, Hash } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { moveTypeOf } from '../../transaction/move-type.js';

/** A transaction of a document with its place on the ledger. */
export interface PlacedMove {
  readonly tx: Transaction;
  readonly header: DocketHeader;
  readonly index: number;
  /** Pointer to it in the document. */
  readonly at: string;
}

export interface ProvenMove {
  readonly txId: Hash;
  readonly actionId: string;
  readonly type: MoveType;
  /** Absent of a timer, which no wallet signs. */
  readonly wallet?: string;
  readonly height: number;
  readonly timestampMs: number;
}

export interface ProvenInstance {
  readonly instanceId: string;
  /** Oldest first. */
  readonly moves: readonly ProvenMove[];
}

/** EVIDENCE_INVALID where they do not fit together. Each of them was proven by itself before. */
export function instanceIn(moves: readonly PlacedMove[]): Result<ProvenInstance> {
  const instanceId = instanceIdOf((moves[0] as PlacedMove).tx);
  const before = new Set<Hash>();
  for (const [i, { tx, header, index, at }] of moves.entries()) {
    const { previousTransactionId } = tx.header;
    if (instanceIdOf(tx) !== instanceId)
      return refuse(`${at}/transaction/header/instanceId`, 'The move is of another instance than the first one.');
    const last = moves[i - 1];
    if (last && !isBefore(last, { header, index }))
      return refuse(`${at}/docket/index`, 'The moves are in the order of the ledger, each once.');
    if (!isStart(tx.header) && !before.has(previousTransactionId as Hash))
      return refuse(
        `${at}/transaction/header/previousTransactionId`,
        'The move follows one that is not before it in the file: it was left out.',
      );
    before.add(tx.txId);
  }
  return { instanceId, moves: moves.map(shapeMove) };
}

function isBefore(move: Pick<PlacedMove, 'header' | 'index'>, other: Pick<PlacedMove, 'header' | 'index'>): boolean {
  const byHeight = other.header.height - move.header.height;
  return byHeight === 0 ? move.index < other.index : byHeight > 0;
}

function shapeMove({ tx: { txId, header: of }, header: { height, timestampMs } }: PlacedMove): ProvenMove {
  const type = moveTypeOf(of);
  const { actionId, senderWallet } = of;
  return { txId, actionId, type, height, timestampMs, ...(type !== 'Timer' && { wallet: senderWallet }) };
}

function refuse(path: string, message: string): Result<never> {
  return fail(issue('EVIDENCE_INVALID', path, message) satisfies Issue);
}
