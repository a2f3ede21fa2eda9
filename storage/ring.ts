// Reads the journal's ring: the number of the last group, and whether a group is missing. A damaged record inside LevelDB's log is skipped
// silently at open, so a hole in the numbers is the only sign that a vote may be lost.
import { JOURNAL_RING } from '../core/base/limits.js';
import { ringKey, ringSeq, rowRange } from './keys.js';
import type { Kv } from './kv.js';

/** Number of the last group; 0 for a store without one. */
export async function lastRingSeq(kv: Pick<Kv, 'range'>): Promise<number> {
  for await (const [key] of kv.range({ ...rowRange('ring'), reverse: true, limit: 1 })) return ringSeq(key);
  return 0;
}

/** The first missing number after `from` (groups up to it are not judged), or undefined. Reads at most the ring. */
export async function ringGap(kv: Pick<Kv, 'range'>, from: number, last: number): Promise<number | undefined> {
  let expected = Math.max(from + 1, last - JOURNAL_RING + 1, 1);
  for await (const [key] of kv.range({ gte: ringKey(expected), lt: rowRange('ring').lt })) {
    const seq = ringSeq(key);
    if (seq !== expected) return expected;
    expected += 1;
  }
  return expected === last + 1 || last <= from ? undefined : expected;
}
