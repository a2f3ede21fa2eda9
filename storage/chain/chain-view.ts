// Sealed state as rules read it: synchronously, through the journal's overlay, so that a docket can be judged while its
// parent's seal is still queued. Parsed transactions are kept in a bounded cache, because a chain of actions looks at
// the same few again and again. A row that is sealed and not whole on the disk is never read as absent: that is a
// StoreError, and nothing may be judged without it.
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import type { JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { FixedHolders, SealedAt, StateChange, StateView } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { isOfPeople, STATE_KEY } from '../../core/register/state-keys.js';
import { decodeTransaction, PUBLISH_ACTION, trustedTransaction } from '../../core/transaction/encode.js';
import { StoreError } from '../engine/fault.js';
import type { Kv } from '../engine/kv.js';
import { type RowReader, rowOf } from '../engine/row-cache.js';
import { openJson } from '../engine/value.js';
import { heightKey, stateNames, transactionKey } from '../keys/chain-keys.js';
import { keyName } from '../keys/names.js';
import { hashBytes, present, readBody, readHead, readLocation, readPointer } from './chain-read.js';
import type { AbsentTransactions } from './index-memory.js';
import { decodePointer } from './rows.js';
import type { SealedTransactions } from './sealed-transactions.js';

const CACHE_BYTES_MAX = 16 * 1024 * 1024;
/** A small transaction counts as this, for all that is kept beside its bytes: so 4,096 are kept at the most. */
const CACHE_ENTRY_BYTES_MIN = 4096;
const FACTS_MAX = 512;
/** Each that others follow is asked for several times; some 200 bytes of memory a place. */
const PLACES_MAX = 4096;
const PUBLICATION = STATE_KEY.publication('');

/**
 * Least recently used transactions by their key in the store, which names one docket: a TxId does not cover signatures.
 * Bounded.
 */
export class SealedTransactionCache {
  private readonly entries = new LRUCache<string, Transaction>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ bytes }) => Math.max(bytes.length, CACHE_ENTRY_BYTES_MIN),
  });

  /** The cached transaction, or the one parsed from the store; undefined if it is not stored. */
  parsedTransaction(txId: string, key: Uint8Array, reader: Pick<Kv, 'getSync'>): Transaction | undefined {
    const text = Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1');
    const known = this.entries.get(text);
    if (known) return known;
    const bytes = reader.getSync(key);
    if (bytes === undefined) return undefined;
    const transaction = parse(txId, bytes);
    this.entries.set(text, transaction);
    return transaction;
  }

  /** A row may have been read while it was damaged, and be whole now. */
  clear(): void {
    this.entries.clear();
  }
}

/**
 * Bytes that were judged when they were stored. A definition is what others are judged by, and it is read once: it is
 * proven to be the one of its TxId.
 */
function parse(txId: string, bytes: Uint8Array): Transaction {
  try {
    const parsed = trustedTransaction(txId, bytes);
    if (parsed.header.actionId !== PUBLISH_ACTION || isOf(txId, bytes)) return parsed;
  } catch {
    // It is not JSON, or not that of a transaction.
  }
  throw new StoreError('STORE_DAMAGED', `Transaction ${txId} does not match its TxId in the store.`);
}

function isOf(txId: string, bytes: Uint8Array): boolean {
  const value = decodeTransaction(bytes);
  return !isFailure(value) && value.txId === txId;
}

/**
 * Facts of sealed dockets that never change, by register and name: read once, then known. Bounded by number;
 * definitions are at most 5 MiB.
 */
export class SealedFacts {
  private readonly facts: LRUCache<string, object>;

  constructor(max = FACTS_MAX) {
    this.facts = new LRUCache(growing(max));
  }

  of<V extends object>(reg: number, name: string, read: () => V | undefined): V | undefined {
    const key = `${reg} ${name}`;
    const known = this.facts.get(key) as V | undefined;
    if (known !== undefined) return known;
    const value = read();
    if (value !== undefined) this.facts.set(key, value);
    return value;
  }

  /** Nothing is known any more: the sealed rows of a register are deleted and made again. */
  clear(): void {
    this.facts.clear();
  }
}

/** Places of sealed transactions, of all registers. */
export function sealedPlaces(): SealedFacts {
  return new SealedFacts(PLACES_MAX);
}

/**
 * Holders of fixed roles as they were found, by register: every action asks for them several times. They follow from
 * rows of participants alone, so a change of one ends those of its register.
 */
export class SealedPeople {
  private readonly known = new Map<number, WeakMap<Definition, FixedHolders>>();

  of(reg: number): WeakMap<Definition, FixedHolders> {
    const known = this.known.get(reg);
    if (known) return known;
    const begun = new WeakMap<Definition, FixedHolders>();
    this.known.set(reg, begun);
    return begun;
  }

  /** Rows of the register are made, which are read from then on. */
  sealing(reg: number, changes: readonly StateChange[]): void {
    if (changes.some(({ key }) => isOfPeople(key))) this.known.delete(reg);
  }

  clear(): void {
    this.known.clear();
  }
}

export interface ViewCaches {
  readonly transactions: SealedTransactionCache;
  readonly facts: SealedFacts;
  /** Of sealed transactions that others follow. */
  readonly places: SealedFacts;
  /** Of the store that seals. */
  readonly sealed?: SealedTransactions;
  /** Left out where each TxId is looked for once, and remembering it would be for nothing. */
  readonly absent?: AbsentTransactions;
  /** Left out where rows of state are written that no docket is sealed with. */
  readonly people?: SealedPeople;
}

export function chainView(reader: RowReader, reg: number, caches: ViewCaches): StateView {
  const nameOf = stateNames(reg);
  const stateOf = (key: string) => rowOf(reader, nameOf(key), openState);
  return {
    // A publication is written once; every action asks for the one that it is pinned to.
    state: (key) => (key.startsWith(PUBLICATION) ? caches.facts.of(reg, key, () => stateOf(key)) : stateOf(key)),
    sealOf(txId) {
      if (caches.sealed?.mayHold(reg, txId) === false || caches.absent?.has(reg, txId)) return undefined;
      const at = caches.places.of(reg, txId, () => placeOf(reader, reg, txId));
      if (!at) caches.absent?.add(reg, txId, () => readHead(reader, reg)?.hash);
      return at;
    },
    transaction: (txId) =>
      caches.facts.of(reg, txId, () => {
        const at = readLocation(reader, reg, txId);
        if (!at) return undefined;
        const { hash } = present(readPointer(reader, reg, at.height), reg, at.height);
        const key = transactionKey({ reg, height: at.height, hash: hashBytes(hash) }, at.index);
        return present(caches.transactions.parsedTransaction(txId, key, reader), reg, at.height);
      }),
    docketAt: (height) => {
      const pointer = readPointer(reader, reg, height);
      const body = pointer && readBody(reader, { reg, height, hash: pointer.hash });
      if (!pointer || !body) return undefined;
      const { stateHash, timestampMs } = body.header;
      return { docketHash: pointer.hash, stateHash, timestampMs };
    },
    get people() {
      return caches.people?.of(reg);
    },
  };
}

/**
 * The pointer is kept as a row: the transactions of a docket share it. A place above the head, which a docket that was
 * never sealed left, has none.
 */
function placeOf(reader: RowReader, reg: number, txId: string): SealedAt | undefined {
  const at = readLocation(reader, reg, txId);
  if (!at) return undefined;
  const pointer = rowOf(reader, keyName(heightKey('pointer', reg, at.height)), decodePointer);
  if (!pointer && at.height > (readHead(reader, reg)?.height ?? -1)) return undefined;
  return { ...at, timestampMs: present(pointer, reg, at.height).timestampMs };
}

function openState(bytes: Uint8Array): JsonObject {
  return openJson<JsonObject>(bytes, 'a row of register state');
}
