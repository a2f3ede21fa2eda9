// Keys of submissions that no docket holds: promised ones by their register, and receipts of refused ones. Pure.
import { assert } from '../../core/base/assert.js';
import { uuidToBytes } from '../../core/base/bytes.js';
import { FIRST } from './chain-bytes.js';
import { prefixRange } from './ranges.js';

/** prefix TxId: the receipt of a refused submission. */
export function refusalKey(txId: string): Uint8Array {
  const out = Buffer.allocUnsafe(33);
  out[0] = FIRST.refusal;
  const written = out.write(txId, 1, 'hex');
  assert(written === 32, 'a TxId is 64 hex digits');
  return out;
}

export function refusalTxId(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset + 1, 32).toString('hex');
}

/** prefix uuid TxId: what is promised for a register stands together. */
export function promiseKey(registerId: string, txId: string): Uint8Array {
  const out = Buffer.allocUnsafe(49);
  out[0] = FIRST.promise;
  out.set(uuidToBytes(registerId), 1);
  const written = out.write(txId, 17, 'hex');
  assert(written === 32, 'a TxId is 64 hex digits');
  return out;
}

export function promiseTxId(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset + 17, 32).toString('hex');
}

export function promiseRegisterId(key: Uint8Array): string {
  const hex = Buffer.from(key.buffer, key.byteOffset + 1, 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Every promise of one register. */
export function promiseRange(registerId: string): { gte: Uint8Array; lt: Uint8Array } {
  const out = Buffer.allocUnsafe(17);
  out[0] = FIRST.promise;
  out.set(uuidToBytes(registerId), 1);
  return prefixRange(out);
}
