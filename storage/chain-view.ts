// Sealed state as rules read it: synchronously, through the journal's overlay, so that a docket can be judged while its parent's seal is still
// queued. Parsed transactions are kept in a bounded cache, because a chain of actions looks at the same few again and again.
import type { JsonObject } from '../core/base/json.js';
import { STATE_KEY } from '../core/register/state-keys.js';
import type { StateView } from '../core/register/types.js';
import { trustedTransaction } from '../core/transaction/encode.js';
import type { Transaction } from '../core/transaction/types.js';
import { hashBytes, readBody, readHead, readLocation, readPointer } from './chain-read.js';
import type { AbsentTransactions, SealedTransactions } from './index-memory.js';
import { stateKey, transactionKey } from './keys.js';
import type { Kv } from './kv.js';
import { type RowReader, rowOf } from './row-cache.js';
import { openJson } from './value.js';

const CACHE_ENTRIES_MAX = 4096;
const CACHE_BYTES_MAX = 16 * 1024 * 1024;
const FACTS_MAX = 512;
const PUBLICATION = STATE_KEY.publication('');

/** Least recently used transactions by their key in the store, which names one docket: a TxId does not cover signatures. Bounded. */
export class TransactionCache {
  private readonly entries = new Map<string, Transaction>();
  private bytes = 0;

  /** The cached transaction, or the one parsed from the store; undefined if it is not stored. */
  parsed(txId: string, key: Uint8Array, reader: Pick<Kv, 'getSync'>): Transaction | undefined {
    const text = Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1');
    const known = this.entries.get(text);
    if (known) {
      this.entries.delete(text);
      this.entries.set(text, known);
      return known;
    }
    const bytes = reader.getSync(key);
    if (bytes === undefined) return undefined;
    const transaction = trustedTransaction(txId, bytes);
    this.entries.set(text, transaction);
    this.bytes += transaction.bytes.length;
    this.trim();
    return transaction;
  }

  private trim(): void {
    for (const [key, transaction] of this.entries) {
      if (this.entries.size <= CACHE_ENTRIES_MAX && this.bytes <= CACHE_BYTES_MAX) return;
      this.entries.delete(key);
      this.bytes -= transaction.bytes.length;
    }
  }
}

/** Facts of sealed dockets that never change, by register and name: read once, then known. Bounded by number; definitions are at most 5 MiB. */
export class SealedFacts {
  private readonly facts = new Map<string, unknown>();

  of<V>(reg: number, name: string, read: () => V | undefined): V | undefined {
    const key = `${reg} ${name}`;
    const known = this.facts.get(key) as V | undefined;
    if (known !== undefined) return known;
    const found = read();
    if (found === undefined) return undefined;
    if (this.facts.size >= FACTS_MAX) this.facts.delete(this.facts.keys().next().value as string);
    this.facts.set(key, found);
    return found;
  }

  /** Nothing is known any more: the sealed rows of a register are deleted and made again. */
  clear(): void {
    this.facts.clear();
  }
}

export interface ViewCaches {
  readonly transactions: TransactionCache;
  readonly facts: SealedFacts;
  /** Of the store that seals. */
  readonly sealed?: SealedTransactions;
  /** Left out where each TxId is looked for once, and remembering it would be for nothing. */
  readonly absent?: AbsentTransactions;
}

export function chainView(reader: RowReader, reg: number, caches: ViewCaches): StateView {
  const stateOf = (key: string) => rowOf(reader, stateKey(reg, key), openState);
  return {
    // A publication is written once; every action asks for the one that it is pinned to.
    state: (key) => (key.startsWith(PUBLICATION) ? caches.facts.of(reg, key, () => stateOf(key)) : stateOf(key)),
    sealedAt(txId) {
      if (caches.sealed?.mayHold(reg, txId) === false || caches.absent?.has(reg, txId)) return undefined;
      const at = readLocation(reader, reg, txId);
      if (!at) caches.absent?.add(reg, txId, () => readHead(reader, reg)?.hash);
      return at;
    },
    transaction: (txId) =>
      caches.facts.of(reg, txId, () => {
        const at = readLocation(reader, reg, txId);
        const pointer = at && readPointer(reader, reg, at.height);
        if (!at || !pointer) return undefined;
        const key = transactionKey({ reg, height: at.height, hash: hashBytes(pointer.hash) }, at.index);
        return caches.transactions.parsed(txId, key, reader);
      }),
    docketAt: (height) => {
      const pointer = readPointer(reader, reg, height);
      const body = pointer && readBody(reader, { reg, height, hash: pointer.hash });
      return pointer && body && { docketHash: pointer.hash, stateHash: body.header.stateHash };
    },
  };
}

function openState(bytes: Uint8Array): JsonObject {
  return openJson<JsonObject>(bytes, 'a row of register state');
}
