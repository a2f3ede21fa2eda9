// Places of a status list: drawn at random from the free ones, so that neighbours tell nothing, and never given twice.
import { assert } from '../../base/assert.js';

/** Whether half of a list is given: up to then a draw finds a free place in two tries, and gaps hide how many are. */
export function isClosed(taken: number, entries: number): boolean {
  return taken * 2 >= entries;
}

/** A free place. `isTaken` says of each whether it was given, and the list is not closed. */
export function drawPlace(
  entries: number,
  random: (length: number) => Uint8Array,
  isTaken: (place: number) => boolean,
): number {
  // The largest multiple of `entries` below 2^32: beyond it some places would come more often.
  const fair = Math.floor(2 ** 32 / entries) * entries;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const [a = 0, b = 0, c = 0, d = 0] = random(4);
    const drawn = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
    if (drawn < fair && !isTaken(drawn % entries)) return drawn % entries;
  }
  assert(false, 'a list that is not closed has a free place');
}

/** Half of all places are free: 2^-128 that none of so many draws is. */
const TRIES_MAX = 160;
