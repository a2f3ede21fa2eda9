// How much is opened before anything else of the node has its turn: some moves, and of large ones fewer. A sender may
// seal as much as a transaction holds.
import { ENVELOPE_BYTES_OPENED_AT_ONCE, ENVELOPES_OPENED_AT_ONCE } from '../../../core/base/limits/node/inbox.js';
import type { Transaction } from '../../../core/transaction/types.js';

type Opened = Pick<Transaction, 'bytes'>;

/** The place behind what is opened at once from a place on: at least one, with all the moves that it needs. */
export function openedAtOnce<T>(list: readonly T[], from: number, movesOf: (one: T) => readonly Opened[]): number {
  let [count, bytes] = [0, 0];
  for (let to = from; to < list.length; to++) {
    const moves = movesOf(list[to] as T);
    count += moves.length;
    bytes += moves.reduce((sum, move) => sum + move.bytes.length, 0);
    const isMuch = count > ENVELOPES_OPENED_AT_ONCE || bytes > ENVELOPE_BYTES_OPENED_AT_ONCE;
    if (isMuch && to > from) return to;
  }
  return list.length;
}
