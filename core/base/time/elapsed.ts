// Instants by the time of day, which somebody may set: how far one that was stored is from now, and numbers of which a
// later one is higher. Pure.

/**
 * True when the instant is at least so far from now, on either side. A time that is further in the future was written
 * under a clock that was ahead, and is as good as old: else whatever rests until then would rest for as long as that
 * clock was wrong.
 */
export function isFar(storedMs: number, nowMs: number, spanMs: number): boolean {
  return Math.abs(nowMs - storedMs) >= spanMs;
}

/**
 * The next of numbers that are times, so that they go on after a restart: above the last one, also within a
 * millisecond. A time that is further ahead than others take was of a wrong clock: no peer has it, and it is not gone
 * on from.
 */
export function nextSeq(lastSeq: number, nowMs: number, aheadMs: number): number {
  return lastSeq > nowMs + aheadMs ? nowMs : Math.max(nowMs, lastSeq + 1);
}
