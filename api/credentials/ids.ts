// Ids in the order of their times: of rows that are listed newest first, and of those that go when they end.
import { toBase64Url } from '../../core/base/bytes.js';
import type { Random } from '../../core/base/ports.js';
import { timedUuid, UUID_TAIL_BYTES } from '../../core/credentials/issuing/run-id.js';

const SECRET_BYTES = 16;

export function timedId(ms: number, random: Pick<Random, 'bytes'>): string {
  return timedUuid(ms, random.bytes(UUID_TAIL_BYTES));
}

/** Nine digits of base 36 until the year 5188, and 128 random bits: who has none of them finds no row. */
export function idByEnd(endMs: number, random: Pick<Random, 'bytes'>): string {
  return `${endMs.toString(36).padStart(9, '0')}-${toBase64Url(random.bytes(SECRET_BYTES))}`;
}
