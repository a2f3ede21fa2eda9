// Builders and readers of the keys of the chain. Byte order is value order everywhere; nothing here reads or writes the
// store.
import { assert } from '../../core/base/assert.js';
import { readU32, readU64 } from '../../core/base/bytes.js';
import { FIRST, writeU64 } from './chain-bytes.js';
import { CHAIN_ROWS, type ChainRow } from './chain-rows.js';
import { keyName, PLAIN } from './names.js';
import { prefixRange } from './ranges.js';
import { codeOf, type KeyspaceRow, prefixCode, prefixLength } from './row.js';

/** prefix name: node meta. */
export function metaKey(name: string): Uint8Array {
  return Buffer.from(String.fromCharCode(FIRST.meta) + name, 'utf8');
}

/** prefix u64: one row of the journal's ring. */
export function ringKey(seq: number): Uint8Array {
  const out = Buffer.allocUnsafe(9);
  out[0] = FIRST.ring;
  writeU64(out, seq, 1);
  return out;
}

export function ringSeq(key: Uint8Array): number {
  return readU64(key, 1);
}

/** prefix uuid: a register record. */
export function registerKey(uuid: Uint8Array): Uint8Array {
  const out = Buffer.allocUnsafe(17);
  out[0] = FIRST.register;
  out.set(uuid, 1);
  return out;
}

export type RegisterRow = 'consensus' | 'undecided' | 'candidates' | 'head' | 'terms';

/** prefix reg: rows that a register has once. */
export function regKey(row: RegisterRow, reg: number): Uint8Array {
  const out = Buffer.allocUnsafe(5);
  out[0] = FIRST[row];
  out.writeUInt32BE(reg, 1);
  return out;
}

export type HeightRow = 'certificate' | 'justification' | 'pointer' | 'history';

/** prefix reg height: rows that a sealed height has once. */
export function heightKey(row: HeightRow, reg: number, height: number): Uint8Array {
  const out = Buffer.allocUnsafe(13);
  out[0] = FIRST[row];
  out.writeUInt32BE(reg, 1);
  writeU64(out, height, 5);
  return out;
}

/** prefix reg height H8: a docket body. `hash` is the 32-byte docket hash. */
export function bodyKey(reg: number, height: number, hash: Uint8Array): Uint8Array {
  const out = Buffer.allocUnsafe(21);
  out[0] = FIRST.body;
  out.writeUInt32BE(reg, 1);
  writeU64(out, height, 5);
  out.set(hash.length === 8 ? hash : hash.subarray(0, 8), 13);
  return out;
}

/** prefix reg height H8 index: transaction bytes. */
export function transactionKey(at: { reg: number; height: number; hash: Uint8Array }, index: number): Uint8Array {
  const out = Buffer.allocUnsafe(25);
  out[0] = FIRST.transaction;
  out.writeUInt32BE(at.reg, 1);
  writeU64(out, at.height, 5);
  out.set(at.hash.length === 8 ? at.hash : at.hash.subarray(0, 8), 13);
  out.writeUInt32BE(index, 21);
  return out;
}

/** The prefix of state rows, and room for the register: each is one byte in UTF-8. */
const STATE_ROOM = `${CHAIN_ROWS.state.prefix}\0\0\0\0`;

/** prefix reg key: consensus-relevant state. */
export function stateKey(reg: number, key: string): Uint8Array {
  const out = Buffer.from(STATE_ROOM + key, 'utf8');
  out.writeUInt32BE(reg, 1);
  return out;
}

/**
 * The names of the state rows of a register by their keys, as `keyName(stateKey(reg, key))`: rules look up so many that
 * a key is not made for each.
 */
export function stateNames(reg: number): (key: string) => string {
  const start =
    CHAIN_ROWS.state.prefix + String.fromCharCode(reg >>> 24, (reg >>> 16) & 255, (reg >>> 8) & 255, reg & 255);
  return (key) => (PLAIN.test(key) ? start + key : keyName(stateKey(reg, key)));
}

/** The state key text of a `s` row. */
export function stateName(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset + 5, key.length - 5).toString('utf8');
}

/** prefix reg TxId: where a transaction is sealed. `txId` is 64 hex digits. */
export function locationKey(reg: number, txId: string): Uint8Array {
  const out = Buffer.allocUnsafe(37);
  out[0] = FIRST.location;
  out.writeUInt32BE(reg, 1);
  const written = out.write(txId, 5, 'hex');
  assert(written === 32, 'a TxId is 64 hex digits');
  return out;
}

/** True for the row that each sealed docket has once. */
export function isPointer(key: Uint8Array): boolean {
  return key[0] === FIRST.pointer;
}

/** The register of a key that names one; index keys have it after the group. */
export function regOf(key: Uint8Array): number {
  return readU32(key, prefixLength(key) + (GROUPED.has(codeOf(key)) ? GROUP_BYTES : 0));
}

const GROUP_BYTES = 16;
const GROUPED: ReadonlySet<number> = new Set(
  (Object.values(CHAIN_ROWS) as readonly KeyspaceRow[]).flatMap((row) => (row.isGrouped ? prefixCode(row.prefix) : [])),
);

/** The range of every key of a chain row, or of one register's keys of it (rows that start with reg only). */
export function rowRange(row: ChainRow, reg?: number): { gte: Uint8Array; lt: Uint8Array } {
  const prefix = Buffer.from(CHAIN_ROWS[row].prefix, 'latin1');
  if (reg === undefined) return prefixRange(prefix);
  const out = Buffer.alloc(prefix.length + 4);
  out.set(prefix);
  out.writeUInt32BE(reg, prefix.length);
  return prefixRange(out);
}
