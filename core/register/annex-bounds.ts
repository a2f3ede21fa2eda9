// The bounds of an annex, which a docket is judged by before anything in it is looked at. Pure.
import { utf8 } from '../base/bytes.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, type JsonObject } from '../base/json.js';
import { ANNEX_BYTES_MAX, ANNEX_ENTRIES_MAX } from '../base/limits/ledger/consensus.js';

/** DOCKET_SIZE_INVALID for an annex beyond its bounds: judged before anything in it is looked at or hashed. */
export function annexBoundsProblem(annex: readonly JsonObject[]): Issue | undefined {
  const over = (message: string) => issue('DOCKET_SIZE_INVALID', '/annex', message);
  if (annex.length > ANNEX_ENTRIES_MAX) return over(`An annex has at most ${ANNEX_ENTRIES_MAX} entries.`);
  const bytes = annex.reduce((sum, entry) => sum + annexEntryBytes(entry), 0);
  return bytes > ANNEX_BYTES_MAX ? over(`An annex has at most ${ANNEX_BYTES_MAX} bytes.`) : undefined;
}

/** Infinity for a value without canonical JSON: such an entry has no hash either. */
export function annexEntryBytes(entry: JsonObject): number {
  try {
    return utf8(canonical(entry)).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
