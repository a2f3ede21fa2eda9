// The type of a move by the metadata of its transaction.
import type { MoveType } from '../blueprint/state/move.js';
import type { TransactionHeader } from '../model/transaction.js';

/** An Action unless its metadata say otherwise. */
export function moveTypeOf({ metadata }: Pick<TransactionHeader, 'metadata'>): MoveType {
  return metadata === undefined ? 'Action' : ((metadata.type as MoveType | undefined) ?? 'Action');
}

/** True for a move that states the data of an action: that of its party, or of one of several that vote on it. */
export function isDoing(header: Pick<TransactionHeader, 'metadata'>): boolean {
  const type = moveTypeOf(header);
  return type === 'Action' || type === 'Vote';
}

/** True for a move by which a wallet takes an open role: what it does, or rejects, in that role. */
export function isActing(header: TransactionHeader): boolean {
  const type = moveTypeOf(header);
  return type === 'Action' || type === 'Rejection' || type === 'Vote';
}

/** Moves that change nothing in the flow, or end it. */
const BESIDE_RUNS: readonly MoveType[] = ['Handover', 'Cancellation', 'Claim', 'Release', 'Delivery', 'Challenge'];

/** Whether the move counts among the `moves` of an instance that goes on. */
export function countsAsMove(header: Pick<TransactionHeader, 'metadata'>): boolean {
  return !BESIDE_RUNS.includes(moveTypeOf(header));
}
