// How much is opened before anything else of the node has its turn: some moves, and of large ones fewer. A sender may
// encrypt as much as a transaction holds.
import {
  ENVELOPE_BYTES_BESIDE_OTHERS,
  ENVELOPE_BYTES_OPENED_AT_ONCE,
  ENVELOPES_OPENED_AT_ONCE,
} from '../../core/base/limits/node/inbox.js';
import type { Transaction } from '../../core/model/transaction.js';

type Opened = Pick<Transaction, 'bytes'>;

interface Part {
  /** The place behind it. */
  readonly to: number;
  /** True where it waits for a turn of its own (core/base/queues/yield-to-loop.ts). */
  readonly isMuch: boolean;
}

/** The part of a list that is opened at once from a place on: at least one, with all the moves that it needs. */
export function takeNextPart<T>(list: readonly T[], from: number, movesOf: (item: T) => readonly Opened[]): Part {
  let [count, bytes, to] = [0, 0, from];
  for (; to < list.length; to++) {
    const moves = movesOf(list[to] as T);
    const size = moves.reduce((sum, move) => sum + move.bytes.length, 0);
    const isFull = count + moves.length > ENVELOPES_OPENED_AT_ONCE || bytes + size > ENVELOPE_BYTES_OPENED_AT_ONCE;
    if (isFull && to > from) break;
    count += moves.length;
    bytes += size;
  }
  return { to, isMuch: from > 0 || bytes > ENVELOPE_BYTES_BESIDE_OTHERS };
}
