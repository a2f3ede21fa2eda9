// Reads of the sealed chain for answers to clients and for whole-chain walks: durable rows only, so that nothing is
// shown before it would survive power loss. Every page costs O(log n) of the ledger, never a walk over it.
import { toHex } from '../../core/base/bytes.js';
import type { JsonObject } from '../../core/base/json.js';
import { READ_BYTES_AT_ONCE } from '../../core/base/limits/node/reading.js';
import { PAGE_READ_AT_ONCE } from '../../core/base/limits/node/requests.js';
import { merkleRoot } from '../../core/base/merkle.js';
import type { Clock } from '../../core/base/ports.js';
import { yieldToLoop } from '../../core/base/queues/yield-to-loop.js';
import { isFailure } from '../../core/base/result.js';
import type { Certificate, DocketHeader, Hash, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { decodeTransaction, trustedTransaction } from '../../core/transaction/encode.js';
import { StoreError } from '../engine/fault.js';
import type { Kv } from '../engine/kv.js';
import { type RowReader, rowOf } from '../engine/row-cache.js';
import { openJson } from '../engine/value.js';
import { bodyKey, heightKey, locationKey, regKey, transactionKey } from '../keys/chain-keys.js';
import { keyName } from '../keys/names.js';
import type { ChainTip } from './head-codec.js';
import { decodeHead } from './head-codec.js';
import type { BodyRow, Location, Pointer } from './rows.js';
import { decodeBody, decodeLocation, decodePointer } from './rows.js';

export interface SealedTransaction extends Location {
  readonly transaction: Transaction;
  readonly docketHash: Hash;
  readonly timestampMs: number;
}

/** A sealed docket without the bytes of its transactions. */
export interface StoredDocket {
  readonly hash: Hash;
  readonly header: DocketHeader;
  readonly txIds: readonly string[];
  readonly annex: readonly JsonObject[];
  readonly certificate: Certificate;
}

export function readHead(kv: Pick<Kv, 'getSync'>, reg: number): ChainTip | undefined {
  const bytes = kv.getSync(regKey('head', reg));
  return bytes && decodeHead(bytes);
}

/** The same, kept in memory where the reader keeps rows. */
export function newestTip(reader: RowReader, reg: number): ChainTip | undefined {
  return rowOf(reader, keyName(regKey('head', reg)), decodeHead);
}

export function readPointer(kv: Pick<Kv, 'getSync'>, reg: number, height: number): Pointer | undefined {
  const bytes = kv.getSync(heightKey('pointer', reg, height));
  return bytes && decodePointer(bytes);
}

export function readCertificate(kv: Pick<Kv, 'getSync'>, reg: number, height: number): Certificate | undefined {
  const bytes = kv.getSync(heightKey('certificate', reg, height));
  return bytes && openJson<Certificate>(bytes, 'a certificate');
}

export function readLocation(kv: Pick<Kv, 'getSync'>, reg: number, txId: string): Location | undefined {
  const bytes = kv.getSync(locationKey(reg, txId));
  return bytes && decodeLocation(bytes);
}

export function readBody(
  kv: Pick<Kv, 'getSync'>,
  at: { reg: number; height: number; hash: Hash },
): BodyRow | undefined {
  const bytes = kv.getSync(bodyKey(at.reg, at.height, hashBytes(at.hash)));
  return bytes && decodeBody(bytes);
}

export function readDocket(kv: Pick<Kv, 'getSync'>, reg: number, height: number): StoredDocket | undefined {
  const pointer = readPointer(kv, reg, height);
  if (!pointer) return undefined;
  const body = present(readBody(kv, { reg, height, hash: pointer.hash }), reg, height);
  const certificate = present(readCertificate(kv, reg, height), reg, height);
  return { hash: pointer.hash, ...body, certificate };
}

/** The bytes of all transactions of a docket, in order. */
export async function readTransactionBytes(
  kv: Pick<Kv, 'getMany'>,
  at: { reg: number; height: number; hash: Hash },
  count: number,
): Promise<Uint8Array[]> {
  const place = { reg: at.reg, height: at.height, hash: hashBytes(at.hash) };
  const values = await kv.getMany(Array.from({ length: count }, (_, index) => transactionKey(place, index)));
  return values.map((bytes) => present(bytes, at.reg, at.height));
}

/**
 * A sealed docket with its transactions parsed; the bytes are those that were judged when it was sealed, or this
 * throws.
 */
export async function readSealed(kv: Kv, reg: number, height: number): Promise<SealedDocket | undefined> {
  const stored = readDocket(kv, reg, height);
  if (!stored) return undefined;
  const { hash, header, txIds, annex, certificate } = stored;
  const bytes = await readTransactionBytes(kv, { reg, height, hash }, txIds.length);
  // Other nodes are given this: what the disk has spoilt would be blamed on this one.
  if (toHex(merkleRoot(bytes)) !== header.bodyRoot) throw damageError(reg, height);
  const transactions = txIds.map((txId, i) => trustedTransaction(txId, bytes[i]!));
  return { docket: { hash, header, transactions, annex }, certificate };
}

export interface ReadPorts {
  readonly kv: Kv;
  /** By it large reads take turns; undefined where nothing else waits for the event loop. */
  readonly clock: Pick<Clock, 'setTimer'> | undefined;
}

export interface ChainStoreOptions extends Partial<Pick<ReadPorts, 'clock'>> {
  /** As AbsentTransactions has it. */
  readonly absentMax?: number;
}

interface SealedAt {
  readonly reg: number;
  readonly places: readonly Location[];
  /** As IndexPageRequest has it. */
  readonly bytesMax: number | undefined;
}

/**
 * The transactions at these places, in this order, recomputed from their bytes: damage on the disk is found and not
 * served. More than READ_BYTES_AT_ONCE of them wait for turns of the event loop.
 */
export async function readSealedAt({ kv, clock }: ReadPorts, at: SealedAt): Promise<SealedTransaction[]> {
  const { reg, bytesMax = Number.POSITIVE_INFINITY } = at;
  const read: SealedTransaction[] = [];
  let [bytesAtOnce, bytesRead] = [0, 0];
  for await (const { bytes, ...place } of readStored(kv, at)) {
    bytesAtOnce += bytes.length;
    bytesRead += bytes.length;
    if (bytesRead > bytesMax && read.length > 0) break;
    if (clock && bytesAtOnce > READ_BYTES_AT_ONCE) {
      await yieldToLoop(clock);
      bytesAtOnce = bytes.length;
    }
    const transaction = decodeTransaction(bytes);
    if (isFailure(transaction)) throw damageError(reg, place.height);
    read.push({ transaction, ...place });
  }
  return read;
}

type StoredTransaction = Omit<SealedTransaction, 'transaction'> & { readonly bytes: Uint8Array };

/** All of them at once, or a few where the reader may have enough before the last one. */
async function* readStored(
  kv: Pick<Kv, 'getSync' | 'getMany'>,
  { reg, places, bytesMax }: SealedAt,
): AsyncGenerator<StoredTransaction> {
  const atOnce = bytesMax === undefined ? places.length : PAGE_READ_AT_ONCE;
  const pointers = new Map<number, Pointer>();
  for (let first = 0; first < places.length; first += atOnce) {
    const piece = places.slice(first, first + atOnce);
    for (const { height } of piece)
      if (!pointers.has(height)) pointers.set(height, present(readPointer(kv, reg, height), reg, height));
    const keys = piece.map(({ height, index }) =>
      transactionKey({ reg, height, hash: hashBytes(pointers.get(height)!.hash) }, index),
    );
    const values = await kv.getMany(keys);
    for (const [i, { height, index }] of piece.entries()) {
      const { hash: docketHash, timestampMs } = pointers.get(height)!;
      yield { bytes: present(values[i], reg, height), height, index, docketHash, timestampMs };
    }
  }
}

/**
 * Place of transaction `k` of a register (0-based, ledger order), found by halving over the pointers. `k` is below the
 * number of transactions. `near` is the height of its neighbour, if that is known: on a page the next one is in the
 * same docket or beside it.
 */
export function locationOfNth(
  kv: Pick<Kv, 'getSync'>,
  head: ChainTip,
  at: { readonly reg: number; readonly k: number; readonly near?: number | undefined },
): Location {
  const { reg, k, near } = at;
  const before = (height: number): number => present(readPointer(kv, reg, height), reg, height).txBefore;
  for (const height of near === undefined ? [] : [near, near + 1, near - 1]) {
    if (height < 0 || height > head.height) continue;
    const first = before(height);
    if (first <= k && (height === head.height || before(height + 1) > k)) return { height, index: k - first };
  }
  let low = 0;
  let high = head.height;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (before(middle) <= k) low = middle;
    else high = middle - 1;
  }
  return { height: low, index: k - before(low) };
}

/** Transactions of a register in the dockets below a height, which may be above the head. */
export function transactionsBefore(
  kv: Pick<Kv, 'getSync'>,
  head: ChainTip,
  { reg, height }: { readonly reg: number; readonly height: number },
): number {
  if (height > head.height) return head.totals.transactions;
  return height <= 0 ? 0 : present(readPointer(kv, reg, height), reg, height).txBefore;
}

/** Walks sealed dockets from a height up to the head as it is when the walk begins. */
export async function* iterateSealed(kv: Kv, reg: number, fromHeight: number): AsyncGenerator<SealedDocket> {
  const head = readHead(kv, reg);
  if (!head) return;
  for (let height = fromHeight; height <= head.height; height++)
    yield present(await readSealed(kv, reg, height), reg, height);
}

export function hashBytes(hash: Hash): Uint8Array {
  return Buffer.from(hash, 'hex');
}

/** A row that a sealed height must have. */
export function present<T>(value: T | undefined, reg: number, height: number): T {
  if (value === undefined) throw damageError(reg, height);
  return value;
}

function damageError(reg: number, height: number): StoreError {
  return new StoreError(
    'STORE_DAMAGED',
    `Docket ${height} of local register ${reg} is incomplete or damaged in the store.`,
  );
}
