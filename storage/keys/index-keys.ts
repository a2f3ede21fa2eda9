// Keys of index groups: the transactions of a wallet, a blueprint, an instance, and those behind one. Pure.
import { sha256 } from '../../core/base/hash.js';
import { FIRST, writeU64 } from './chain-bytes.js';

export type IndexFamily = 'wallet' | 'blueprint' | 'instance' | 'successor';

/** 16 bytes that stand for an address, a blueprint id, an instance id or a TxId of any length. */
export function groupOf(text: string): Uint8Array {
  return sha256(text).subarray(0, 16);
}

/** prefix group reg: the counter of a group in one register. */
export function countKey(family: IndexFamily, group: Uint8Array, reg: number): Uint8Array {
  const out = Buffer.allocUnsafe(21);
  out[0] = FIRST[`${family}Count`];
  out.set(group, 1);
  out.writeUInt32BE(reg, 17);
  return out;
}

/** prefix group reg number: run `number` of the entries of a group in one register. */
export function runKey(at: { family: IndexFamily; group: Uint8Array; reg: number }, number: number): Uint8Array {
  const out = Buffer.allocUnsafe(29);
  out[0] = FIRST[`${at.family}Run`];
  out.set(at.group, 1);
  out.writeUInt32BE(at.reg, 17);
  writeU64(out, number, 21);
  return out;
}
