// Which table of an open store is verified next. Pure. Passes follow one another without a rest but for small stores:
// damage is found after the time that one pass takes at the latest.
import type { LiveTable } from './manifest.js';

/** A store that is read faster than this is not read again sooner. */
export const PASS_MS_MIN = 60_000;

/**
 * A backup that was never verified, the newest first; else the one that was verified longest ago. Undefined while none
 * is due.
 */
export function nextTable(
  tables: readonly LiveTable[],
  verifiedAt: ReadonlyMap<number, number>,
  nowMs: number,
): LiveTable | undefined {
  let next: LiveTable | undefined;
  let nextAt = nowMs - PASS_MS_MIN;
  for (const table of tables) {
    const at = verifiedAt.get(table.number);
    if (at === undefined) return table;
    if (at > nextAt) continue;
    [next, nextAt] = [table, at];
  }
  return next;
}
