// Shared parts of the builders of keys of the chain: the first byte of each row, and numbers of eight bytes.
import { CHAIN_ROWS, type ChainRow } from './chain-rows.js';

/**
 * The first byte of each key. The rows that these builders serve have prefixes of one character, and their parts at
 * fixed places behind it.
 */
export const FIRST = Object.fromEntries(
  Object.entries(CHAIN_ROWS).map(([name, row]) => [name, row.prefix.charCodeAt(0)]),
) as Record<ChainRow, number>;

export function writeU64(out: Buffer, n: number, at: number): void {
  out.writeUInt32BE(Math.floor(n / 0x1_0000_0000), at);
  out.writeUInt32BE(n >>> 0, at + 4);
}
