// Ids in the order of their times: of rows that are listed newest first, and of those that go when they end.
import { bytesToUuid, concat, toBase64Url } from '../../core/base/bytes.js';
import type { Random } from '../../core/base/ports.js';

const RANDOM_BYTES = 10;
const SECRET_BYTES = 16;

/** The form of a UUID of version 7 (RFC 9562). */
export function timedId(ms: number, random: Pick<Random, 'bytes'>): string {
  const time = Buffer.alloc(6);
  time.writeUIntBE(ms, 0, 6);
  const bytes = concat(time, random.bytes(RANDOM_BYTES));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytesToUuid(bytes);
}

/** Nine digits of base 36 until the year 5188, and 128 random bits: who has none of them finds no row. */
export function idByEnd(endMs: number, random: Pick<Random, 'bytes'>): string {
  return `${endMs.toString(36).padStart(9, '0')}-${toBase64Url(random.bytes(SECRET_BYTES))}`;
}
