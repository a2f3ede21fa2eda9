// Builders and readers of the keys of the chain, and the order-preserving codec of family keys. Byte order is value order everywhere; nothing
// here reads or writes the store.
import { assert } from '../../core/base/assert.js';
import { readU32, readU64, uuidToBytes } from '../../core/base/bytes.js';
import { sha256 } from '../../core/base/hash.js';
import type { ChainRow, FamilyRow, KeyPart } from './keyspace.js';
import { CHAIN_ROWS, FAMILY_ROWS } from './keyspace.js';

export type KeyValue = string | number;

const P = Object.fromEntries(
  Object.entries(CHAIN_ROWS).map(([name, row]) => [name, row.prefix.charCodeAt(0)]),
) as Record<ChainRow, number>;

function writeU64(out: Buffer, n: number, at: number): void {
  out.writeUInt32BE(Math.floor(n / 0x1_0000_0000), at);
  out.writeUInt32BE(n >>> 0, at + 4);
}

/** prefix name: node meta. */
export function metaKey(name: string): Uint8Array {
  return Buffer.from(String.fromCharCode(P.meta) + name, 'utf8');
}

/** prefix u64: one row of the journal's ring. */
export function ringKey(seq: number): Uint8Array {
  const out = Buffer.allocUnsafe(9);
  out[0] = P.ring;
  writeU64(out, seq, 1);
  return out;
}

export function ringSeq(key: Uint8Array): number {
  return readU64(key, 1);
}

/** prefix uuid: a register record. */
export function registerKey(uuid: Uint8Array): Uint8Array {
  const out = Buffer.allocUnsafe(17);
  out[0] = P.register;
  out.set(uuid, 1);
  return out;
}

export type RegisterRow = 'consensus' | 'undecided' | 'candidates' | 'head' | 'terms';

/** prefix reg: rows that a register has once. */
export function regKey(row: RegisterRow, reg: number): Uint8Array {
  const out = Buffer.allocUnsafe(5);
  out[0] = P[row];
  out.writeUInt32BE(reg, 1);
  return out;
}

export type HeightRow = 'certificate' | 'justification' | 'pointer' | 'history';

/** prefix reg height: rows that a sealed height has once. */
export function heightKey(row: HeightRow, reg: number, height: number): Uint8Array {
  const out = Buffer.allocUnsafe(13);
  out[0] = P[row];
  out.writeUInt32BE(reg, 1);
  writeU64(out, height, 5);
  return out;
}

/** prefix reg height H8: a docket body. `hash` is the 32-byte docket hash. */
export function bodyKey(reg: number, height: number, hash: Uint8Array): Uint8Array {
  const out = Buffer.allocUnsafe(21);
  out[0] = P.body;
  out.writeUInt32BE(reg, 1);
  writeU64(out, height, 5);
  out.set(hash.length === 8 ? hash : hash.subarray(0, 8), 13);
  return out;
}

/** prefix reg height H8 index: transaction bytes. */
export function transactionKey(at: { reg: number; height: number; hash: Uint8Array }, index: number): Uint8Array {
  const out = Buffer.allocUnsafe(25);
  out[0] = P.transaction;
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

/** ASCII that stands in a key as it is: no character of several bytes, and no 0x00, which family keys escape. */
const PLAIN = /^[\x01-\x7f]*$/;

/** The name of the row of a key, in memory: one character a byte, the cheapest text that keeps keys apart. */
export function keyName(key: Uint8Array): string {
  return (Buffer.isBuffer(key) ? key : Buffer.from(key.buffer, key.byteOffset, key.length)).toString('latin1');
}

/** The key that a name stands for. */
export function keyOfName(name: string): Uint8Array {
  return Buffer.from(name, 'latin1');
}

/** The names of the state rows of a register by their keys, as `keyName(stateKey(reg, key))`: rules look up so many that a key is not made for each. */
export function stateNames(reg: number): (key: string) => string {
  const start =
    CHAIN_ROWS.state.prefix + String.fromCharCode(reg >>> 24, (reg >>> 16) & 255, (reg >>> 8) & 255, reg & 255);
  return (key) => (PLAIN.test(key) ? start + key : keyName(stateKey(reg, key)));
}

/** As the name of `prefix` and the parts; undefined for what only its bytes can name: numbers, and texts that are not plain. */
export function textsName(prefix: string, values: readonly KeyValue[]): string | undefined {
  let name = prefix;
  for (const value of values) {
    if (typeof value !== 'string' || !PLAIN.test(value)) return undefined;
    name += `${value}\0\x01`;
  }
  return name;
}

/** The state key text of a `s` row. */
export function stateName(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset + 5, key.length - 5).toString('utf8');
}

/** prefix reg TxId: where a transaction is sealed. `txId` is 64 hex digits. */
export function locationKey(reg: number, txId: string): Uint8Array {
  const out = Buffer.allocUnsafe(37);
  out[0] = P.location;
  out.writeUInt32BE(reg, 1);
  const written = out.write(txId, 5, 'hex');
  assert(written === 32, 'a TxId is 64 hex digits');
  return out;
}

export type OutboxRow = 'submission' | 'refusal';

/** prefix TxId: receipts, and what the outbox was before store version 4. */
export function outboxKey(row: OutboxRow, txId: string): Uint8Array {
  const out = Buffer.allocUnsafe(33);
  out[0] = P[row];
  const written = out.write(txId, 1, 'hex');
  assert(written === 32, 'a TxId is 64 hex digits');
  return out;
}

export function outboxTxId(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset + 1, 32).toString('hex');
}

/** prefix uuid TxId: what is promised for a register stands together. */
export function promiseKey(registerId: string, txId: string): Uint8Array {
  const out = Buffer.allocUnsafe(49);
  out[0] = P.promise;
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
  out[0] = P.promise;
  out.set(uuidToBytes(registerId), 1);
  return prefixRange(out);
}

export type IndexFamily = 'wallet' | 'blueprint' | 'instance' | 'successor';

/** 16 bytes that stand for an address, a blueprint id, an instance id or a TxId of any length. */
export function groupOf(text: string): Uint8Array {
  return sha256(text).subarray(0, 16);
}

/** prefix group reg: the counter of a group in one register. */
export function countKey(family: IndexFamily, group: Uint8Array, reg: number): Uint8Array {
  const out = Buffer.allocUnsafe(21);
  out[0] = P[`${family}Count`];
  out.set(group, 1);
  out.writeUInt32BE(reg, 17);
  return out;
}

/** prefix group reg number: run `number` of the entries of a group in one register. */
export function runKey(at: { family: IndexFamily; group: Uint8Array; reg: number }, number: number): Uint8Array {
  const out = Buffer.allocUnsafe(29);
  out[0] = P[`${at.family}Run`];
  out.set(at.group, 1);
  out.writeUInt32BE(at.reg, 17);
  writeU64(out, number, 21);
  return out;
}

const PAGED = new Uint8Array(256);
for (const row of ['walletRun', 'blueprintRun', 'instanceRun', 'successorRun'] as const) PAGED[P[row]] = 1;
for (const family of ['inbox-instances', 'inbox-lists', 'inbox-pending'] as const)
  PAGED[FAMILY_ROWS[family].prefix.charCodeAt(0)] = 1;

/** True for runs of index groups and for the lists of the inbox, by the first byte of the key. Only pages read them, and pages show what is durable. */
export function isPaged(byte: number): boolean {
  return PAGED[byte] === 1;
}

/** True for the row that each sealed docket has once, by the first byte of its key. */
export function isPointer(byte: number): boolean {
  return byte === P.pointer;
}

/** True for the rows that each transaction has, by the first byte: what is sealed is seldom asked for while its docket is on the way to the disk. */
export function isSeldomRead(byte: number): boolean {
  return byte === P.transaction || byte === P.location;
}

/** The register of a key that names one; index keys have it after the group. */
export function regOf(key: Uint8Array): number {
  const grouped = key.length === 21 || key.length === 29 ? GROUPED.has(key[0]!) : false;
  return readU32(key, grouped ? 17 : 1);
}

const GROUPED: ReadonlySet<number> = new Set(
  (['wallet', 'blueprint', 'instance', 'successor'] as const).flatMap((family) => [
    P[`${family}Run`],
    P[`${family}Count`],
  ]),
);

/** The whole range of a prefix byte, for KvRange. */
export function prefixRange(prefix: Uint8Array): { gte: Uint8Array; lt: Uint8Array } {
  return { gte: prefix, lt: afterPrefix(prefix) };
}

/** The range of every key of a chain row, or of one register's keys of it (rows that start with reg only). */
export function rowRange(row: ChainRow, reg?: number): { gte: Uint8Array; lt: Uint8Array } {
  const out = Buffer.alloc(reg === undefined ? 1 : 5);
  out[0] = P[row];
  if (reg !== undefined) out.writeUInt32BE(reg, 1);
  return prefixRange(out);
}

/** The first byte string after all that start with `prefix`. */
export function afterPrefix(prefix: Uint8Array): Uint8Array {
  const out = Buffer.from(prefix);
  for (let i = out.length - 1; i >= 0; i--) {
    if (out[i]! < 0xff) {
      out[i]! += 1;
      return out.subarray(0, i + 1);
    }
  }
  // Prefix bytes are ASCII, so a key that is all 0xFF does not exist.
  throw new RangeError('no key follows a prefix of 0xFF bytes');
}

/**
 * The key of a family row from its parts, or the beginning that the first of them give. A text is its UTF-8 with 0x00 written as 0x00 0xFF, ended by
 * 0x00 0x01, so that byte order is the order of the tuples and a tuple that is the beginning of another is a byte prefix of it.
 */
export function encodeKey(row: Pick<FamilyRow, 'prefix' | 'key'>, values: readonly KeyValue[]): Uint8Array {
  assert(values.length <= row.key.length, 'a key has at most the parts of its table');
  let length = 1;
  for (let i = 0; i < values.length; i++) length += row.key[i] === 'u64' ? 8 : textLength(values[i]!);
  const out = Buffer.allocUnsafe(length);
  out[0] = row.prefix.charCodeAt(0);
  let at = 1;
  for (let i = 0; i < values.length; i++)
    at = row.key[i] === 'u64' ? writeNumber(out, values[i]!, at) : writeText(out, values[i] as string, at);
  return out;
}

function writeNumber(out: Buffer, value: KeyValue, at: number): number {
  assert(
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
    'a u64 key part is a safe integer of 0 or more',
  );
  writeU64(out, value, at);
  return at + 8;
}

function textLength(value: KeyValue): number {
  assert(typeof value === 'string' && value.isWellFormed(), 'a text key part is a text without lone surrogates');
  return (PLAIN.test(value) ? value.length : escaped(value).length) + 2;
}

function writeText(out: Buffer, value: string, at: number): number {
  const end = at + (PLAIN.test(value) ? out.write(value, at, 'latin1') : escaped(value).copy(out, at));
  out[end] = 0x00;
  out[end + 1] = 0x01;
  return end + 2;
}

function escaped(value: string): Buffer {
  const bytes = Buffer.from(value.replaceAll('\0', '\0\x01'), 'utf8');
  // 0xFF is no UTF-8, so the escape is made after encoding: every 0x00 is followed by the placeholder 0x01.
  for (let i = bytes.indexOf(0); i >= 0; i = bytes.indexOf(0, i + 2)) bytes[i + 1] = 0xff;
  return bytes;
}

/** The inverse of encodeKey for a whole key, without its prefix byte. Throws RangeError on bytes it did not make. */
export function decodeParts(parts: readonly KeyPart[], key: Uint8Array): KeyValue[] {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.length);
  const values: KeyValue[] = [];
  let at = 1;
  for (const part of parts) {
    if (part === 'u64') {
      values.push(readU64(bytes, at));
      at += 8;
      continue;
    }
    const { text, end } = readText(bytes, at);
    values.push(text);
    at = end;
  }
  if (at !== bytes.length) throw new RangeError('a key is longer than its parts');
  return values;
}

function readText(bytes: Buffer, start: number): { text: string; end: number } {
  const chunks: Buffer[] = [];
  let from = start;
  for (;;) {
    const zero = bytes.indexOf(0, from);
    if (zero < 0 || zero + 1 >= bytes.length) throw new RangeError('a text key part has no end');
    if (bytes[zero + 1] === 0x01) {
      chunks.push(bytes.subarray(from, zero));
      return { text: Buffer.concat(chunks).toString('utf8'), end: zero + 2 };
    }
    chunks.push(bytes.subarray(from, zero + 1));
    from = zero + 2;
  }
}
