// Reads LevelDB's log files (log_format among its documents), of which MANIFEST is one as well: whole records, and
// where the file is damaged. LevelDB itself skips what is damaged without a word.
import { crc32c, maskedCrc } from './crc32c.js';

const BLOCK_BYTES = 32 * 1024;
const HEADER_BYTES = 7;
const [FULL, FIRST, MIDDLE, LAST] = [1, 2, 3, 4];

export interface LogRecords {
  readonly records: readonly Uint8Array[];
  /** Where a block or a record does not match its sum. */
  readonly damagedAt: readonly number[];
  /** The end of the file is not the end of a record: that is how a crash leaves it, and a cut as well. */
  readonly isTorn: boolean;
}

interface Fragment {
  readonly type: number;
  readonly data: Uint8Array;
}

export function readLog(file: Buffer): LogRecords {
  const records: Uint8Array[] = [];
  const damagedAt: number[] = [];
  let parts: Uint8Array[] | undefined;
  let isTorn = false;
  for (let start = 0; start < file.length; start += BLOCK_BYTES) {
    const block = file.subarray(start, start + BLOCK_BYTES);
    const isLastBlock = start + BLOCK_BYTES >= file.length;
    let at = 0;
    while (at + HEADER_BYTES <= block.length) {
      const fragment = fragmentAt(block, at);
      if (fragment === 'padding') break;
      if (fragment === 'damaged' || fragment === 'short') {
        if (fragment === 'short' && isLastBlock) isTorn = true;
        else damagedAt.push(start + at);
        parts = undefined;
        at = BLOCK_BYTES;
        break;
      }
      parts = joinFragment({ parts, found: fragment, records }, () => damagedAt.push(start + at));
      at += HEADER_BYTES + fragment.data.length;
    }
    if (isLastBlock && at < block.length && block.length < BLOCK_BYTES) isTorn = true;
  }
  return { records, damagedAt, isTorn: isTorn || parts !== undefined };
}

function fragmentAt(block: Buffer, at: number): Fragment | 'padding' | 'damaged' | 'short' {
  const length = block.readUInt16LE(at + 4);
  const type = block[at + 6]!;
  // Space that was reserved and never written.
  if (type === 0 && length === 0) return block.subarray(at).every((byte) => byte === 0) ? 'padding' : 'damaged';
  const from = at + HEADER_BYTES;
  if (from + length > block.length) return block.length < BLOCK_BYTES ? 'short' : 'damaged';
  if (maskedCrc(crc32c(block, at + 6, from + length)) !== block.readUInt32LE(at)) return 'damaged';
  return type > LAST! ? 'damaged' : { type, data: block.subarray(from, from + length) };
}

/** The open part of a record after one more fragment. */
function joinFragment(
  open: { readonly parts: Uint8Array[] | undefined; readonly found: Fragment; readonly records: Uint8Array[] },
  onDamaged: () => void,
): Uint8Array[] | undefined {
  const { parts, found: fragment, records } = open;
  const { type, data } = fragment;
  if (type === FULL || type === FIRST) {
    if (parts) onDamaged();
    if (type === FIRST) return [data];
    records.push(data);
    return undefined;
  }
  // The begin of this record was damaged, which was told.
  if (!parts) return undefined;
  parts.push(data);
  if (type === MIDDLE) return parts;
  records.push(Buffer.concat(parts));
  return undefined;
}
