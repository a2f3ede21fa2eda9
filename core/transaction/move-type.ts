// The type of a move by the metadata of its transaction.
import { MOVE_FACTS, type MoveType } from '../blueprint/state/move-types.js';
import type { TransactionHeader } from '../model/transaction.js';

/** An Action unless its metadata say otherwise. Before its form is checked it may be any text. */
export function moveTypeOf({ metadata }: Pick<TransactionHeader, 'metadata'>): MoveType {
  return metadata === undefined ? 'Action' : ((metadata.type as MoveType | undefined) ?? 'Action');
}

/** True for a move that states the data of an action: that of its party, or of one of several that vote on it. */
export function isDoing(header: Pick<TransactionHeader, 'metadata'>): boolean {
  return MOVE_FACTS[moveTypeOf(header)]?.does === true;
}

/** True for a move by which a wallet takes an open role: what it does, or rejects, in that role. */
export function isActing(header: TransactionHeader): boolean {
  return MOVE_FACTS[moveTypeOf(header)]?.takesRole === true;
}

/** True for a move that is taken after the end of its instance too, and ends none. */
export function isAfterEnd(header: Pick<TransactionHeader, 'metadata'>): boolean {
  const facts = MOVE_FACTS[moveTypeOf(header)];
  return facts?.follows === 'any' && !facts.counts;
}

/** Whether the move counts among the `moves` of an instance that goes on. */
export function countsAsMove(header: Pick<TransactionHeader, 'metadata'>): boolean {
  return MOVE_FACTS[moveTypeOf(header)]?.counts === true;
}
