// A status list (draft-ietf-oauth-status-list section 4): statuses of equal width, the first in the lowest bits of its
// byte. The tokens that carry one are in files of their own.
import { STATUS_LIST_BYTES_MAX } from '../../base/limits/ledger/credentials.js';
import { inflate } from './inflate.js';

const WIDTHS = [1, 2, 4, 8] as const;
type StatusBits = (typeof WIDTHS)[number];

export interface StatusList {
  readonly bits: StatusBits;
  readonly bytes: Uint8Array;
}

/** The status of what is valid (section 7.1). */
export const STATUS_VALID = 0;

/** The list in the members `bits` and `lst` of a token; undefined where they are of none, or of too long a one. */
export function readStatusList(bits: unknown, compressed: Uint8Array): StatusList | undefined {
  return WIDTHS.includes(bits as StatusBits) ? listIn(bits, inflate(compressed, STATUS_LIST_BYTES_MAX)) : undefined;
}

export type ReadStatusList = typeof readStatusList;

/** The list of bytes that were inflated before; undefined where they are of none. */
export function listIn(bits: unknown, bytes: Uint8Array | undefined): StatusList | undefined {
  const isList = WIDTHS.includes(bits as StatusBits) && bytes !== undefined;
  return isList ? { bits: bits as StatusBits, bytes } : undefined;
}

/** The status at a place; undefined for a place outside the list. */
export function statusAt({ bits, bytes }: StatusList, place: number): number | undefined {
  if (!Number.isSafeInteger(place) || place < 0) return undefined;
  const first = place * bits;
  const byte = bytes[Math.floor(first / 8)];
  return byte === undefined ? undefined : (byte >> (first % 8)) & (2 ** bits - 1);
}

/** The list of so many entries with these statuses at these places, and 0 elsewhere; its last byte is whole. */
export function statusListOf(
  bits: StatusBits,
  entries: number,
  statuses: Iterable<readonly [place: number, status: number]>,
): StatusList {
  const bytes = new Uint8Array(Math.ceil((entries * bits) / 8));
  for (const [place, status] of statuses) {
    if (!(place >= 0 && place < entries && status >= 0 && status < 2 ** bits))
      throw new RangeError('a status is of its width and stands in its list');
    const first = place * bits;
    const at = Math.floor(first / 8);
    const mask = (2 ** bits - 1) << (first % 8);
    bytes[at] = ((bytes[at] as number) & ~mask) | (status << (first % 8));
  }
  return { bits, bytes };
}
