// Reads the journal's ring: the number of the last group, whether a group is missing, and how many dockets the missing
// ones sealed. A damaged record inside LevelDB's log is skipped silently at open. So a hole in the numbers is the only
// sign that a vote may be lost.
import { readU32, readU64, u64 } from '../../core/base/bytes.js';
import { GROUP_BYTES_MIN, JOURNAL_RING } from '../../core/base/limits/node/storage.js';
import { ringKey, ringSeq, rowRange } from '../keys/chain-keys.js';
import type { Kv } from './kv.js';

/** A row of the ring. Rows of older versions of this program count no dockets. */
export interface RingRow {
  readonly ops: number;
  readonly bytes: number;
  /** Dockets that this group sealed, and all groups up to it. */
  readonly dockets?: number | undefined;
  readonly docketsUpTo?: number | undefined;
}

/** The end of the journal as the ring or the mark beside the store names it. */
export interface JournalEnd {
  readonly seq: number;
  readonly dockets?: number | undefined;
}

/** The missing groups, and the dockets that they sealed where that is known. */
export interface MissingGroups {
  readonly groups: number;
  readonly dockets?: number | undefined;
}

const ROW_BYTES = 20;

/** Longer by zeros where the group is smaller than GROUP_BYTES_MIN. */
export function encodeRingRow(row: Required<RingRow>): Uint8Array {
  const out = Buffer.alloc(Math.max(ROW_BYTES, GROUP_BYTES_MIN - row.bytes));
  out.writeUInt32BE(row.ops, 0);
  out.writeUInt32BE(row.bytes, 4);
  out.writeUInt32BE(row.dockets ?? 0, 8);
  out.set(u64(row.docketsUpTo ?? 0), 12);
  return out;
}

export function decodeRingRow(value: Uint8Array): RingRow {
  const row = { ops: readU32(value, 0), bytes: readU32(value, 4) };
  return value.length < ROW_BYTES ? row : { ...row, dockets: readU32(value, 8), docketsUpTo: readU64(value, 12) };
}

/** Number of the last group; 0 for a store without one. */
export async function lastRingSeq(kv: Pick<Kv, 'range'>): Promise<number> {
  return (await journalEnd(kv)).seq;
}

/** The last group; number 0 for a store without one. */
export async function journalEnd(kv: Pick<Kv, 'range'>): Promise<JournalEnd> {
  for await (const [key, value] of kv.range({ ...rowRange('ring'), reverse: true, limit: 1 }))
    return { seq: ringSeq(key), dockets: decodeRingRow(value).docketsUpTo };
  return { seq: 0, dockets: 0 };
}

/** The first missing number after `from` (groups up to it are not judged), or undefined. Reads at most the ring. */
export async function ringGap(kv: Pick<Kv, 'range'>, from: number, last: number): Promise<number | undefined> {
  return (await ringLoss(kv, from, last))?.first;
}

/**
 * The groups that are missing after `from`, and the first missing number; undefined when there are none. Reads at most
 * the ring.
 */
export async function ringLoss(
  kv: Pick<Kv, 'range'>,
  from: number,
  last: number,
): Promise<(MissingGroups & { readonly first: number }) | undefined> {
  let expected = Math.max(from + 1, last - JOURNAL_RING + 1, 1);
  let upTo: number | undefined = expected === 1 ? 0 : undefined;
  let first: number | undefined;
  let groups = 0;
  let dockets: number | undefined = 0;
  const lose = (to: number, before: number | undefined): void => {
    if (to === expected) return;
    first ??= expected;
    groups += to - expected;
    dockets = dockets === undefined || before === undefined || upTo === undefined ? undefined : dockets + before - upTo;
  };
  for await (const [key, value] of kv.range({ gte: ringKey(expected), lt: rowRange('ring').lt })) {
    const row = decodeRingRow(value);
    const before = row.docketsUpTo === undefined ? undefined : row.docketsUpTo - (row.dockets ?? 0);
    lose(ringSeq(key), before);
    expected = ringSeq(key) + 1;
    upTo = row.docketsUpTo;
  }
  if (last > from && expected <= last) lose(last + 1, undefined);
  return first === undefined ? undefined : { first, groups, dockets };
}

/** "2 writes of the journal with 3 dockets". */
export function missingText({ groups, dockets }: MissingGroups): string {
  const written = `${groups} ${groups === 1 ? 'write' : 'writes'} of the journal`;
  if (dockets === undefined) return `${written} (with an unknown number of dockets)`;
  return `${written} with ${dockets} ${dockets === 1 ? 'docket' : 'dockets'}`;
}
