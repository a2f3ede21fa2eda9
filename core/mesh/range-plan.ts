// Which dockets are asked for next, where several ranges of a register are under way, and when a giver is
// too slow. A range is as large as its giver sends in some seconds; no docket is in two ranges at a time; a giver is
// judged by the bytes that came, not by the dockets. Pure: rates and heights are arguments.
import { RANGE_BYTES_MAX, RANGE_DOCKETS_MAX } from '../base/limits/node/replication.js';

/** Heights, both inclusive. */
export interface DocketSpan {
  readonly from: number;
  readonly to: number;
}

export interface RangeNeeds extends DocketSpan {
  /** Spans that are asked for already. */
  readonly open: readonly DocketSpan[];
  /** Of a docket, as far as that is known. */
  bytesOf(height: number): number;
  readonly bytesMax: number;
}

/** A range takes its giver about so long. */
const RANGE_MS = 8000;
/** Less costs a round trip too often. */
const RANGE_BYTES_MIN = 256 * 1024;
/** Of a giver whose rate is not known yet: 8 s at a megabit a second. */
const FIRST_RANGE_BYTES = 1024 * 1024;
/** A giver below a megabit a second is left for one that was not tried. */
const UNTRIED_BYTES_PER_MS = 128;
/** A giver is left for one that gave so many times as much. */
const SLOWER_MAX = 4;

/** The lowest dockets that no open span has, as many as fit; at least one. Undefined where all are asked for. */
export function nextSpan({ from, to, open, bytesOf, bytesMax }: RangeNeeds): DocketSpan | undefined {
  let first = from;
  const ordered = [...open].sort((a, b) => a.from - b.from);
  for (const span of ordered) {
    if (span.from > first) break;
    first = Math.max(first, span.to + 1);
  }
  const next = ordered.find((span) => span.from > first);
  const most = Math.min(to, first + RANGE_DOCKETS_MAX - 1, (next?.from ?? Number.POSITIVE_INFINITY) - 1);
  if (first > most) return undefined;
  let last = first;
  for (let bytes = bytesOf(first); last < most; last++) {
    bytes += bytesOf(last + 1);
    if (bytes > bytesMax) break;
  }
  return { from: first, to: last };
}

/** Bytes of a range, by the bytes a millisecond that its giver gave lately. */
export function rangeBytes(rate: number | undefined): number {
  if (rate === undefined) return FIRST_RANGE_BYTES;
  return Math.round(Math.min(RANGE_BYTES_MAX, Math.max(RANGE_BYTES_MIN, rate * RANGE_MS)));
}

/**
 * Whether a giver that brought so much in so long is left for another one. Where no other has the range it never is;
 * nor is it where all others that were tried gave little more. `others`: their bytes a millisecond, undefined for one
 * that was not tried yet.
 */
export function isTooSlow(
  { bytes, ms }: { readonly bytes: number; readonly ms: number },
  others: readonly (number | undefined)[],
): boolean {
  const rate = bytes / ms;
  return others.some((other) => (other === undefined ? rate < UNTRIED_BYTES_PER_MS : rate < other / SLOWER_MAX));
}

/** The givers whose rate is not far below the best known one; those without a rate are among them. */
export function quickOf<T>(givers: readonly T[], rateOf: (giver: T) => number | undefined): readonly T[] {
  const best = Math.max(0, ...givers.map((giver) => rateOf(giver) ?? 0));
  return givers.filter((giver) => (rateOf(giver) ?? best) >= best / SLOWER_MAX);
}
