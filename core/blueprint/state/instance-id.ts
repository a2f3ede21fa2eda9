// Ids of new instances.
import { bytesToUuid } from '../../base/bytes.js';
import type { Random } from '../../base/ports.js';

/** Bytes that tell the time. */
const TIME_BYTES = 6;

/**
 * A UUID in the order of time (RFC 9562 section 5.7): 48 bits of milliseconds and 74 random bits. Stores find rows by
 * it, and new ones that stand side by side are written again less often when tables are merged. A
 * client may name its instance by any other UUID.
 */
export function newInstanceId(nowMs: number, random: Pick<Random, 'bytes'>): string {
  const bytes = random.bytes(16);
  let rest = nowMs;
  for (let i = TIME_BYTES - 1; i >= 0; i--) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytesToUuid(bytes);
}
