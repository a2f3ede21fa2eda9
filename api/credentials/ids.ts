// Ids in the order of their times, for rows that are listed newest first.
import { bytesToUuid, concat } from '../../core/base/bytes.js';
import type { Random } from '../../core/base/ports.js';

const RANDOM_BYTES = 10;

/** The form of a UUID of version 7 (RFC 9562). */
export function timedId(ms: number, random: Pick<Random, 'bytes'>): string {
  const time = Buffer.alloc(6);
  time.writeUIntBE(ms, 0, 6);
  const bytes = concat(time, random.bytes(RANDOM_BYTES));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytesToUuid(bytes);
}
