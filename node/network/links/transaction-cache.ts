// Decoded transactions by the hash of their bytes: an offered transaction comes again in the proposal and in the sealed
// docket, and decoding it costs many times a hash. It holds nothing that was not decoded from exactly those bytes, and
// what is sealed only until it hears of that.
import { LRUCache } from 'lru-cache';
import { toHex } from '../../../core/base/bytes.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { decodeTransaction } from '../../../core/transaction/encode.js';

/** The ones used last: some seconds of the highest load. */
const BYTES_MAX = 32 * 1024 * 1024;
/** A small transaction counts as this, for all that is kept beside its bytes: so 10,922 are kept at the most. */
const ENTRY_BYTES_MIN = 3 * 1024;

/** Decisions 0055 and 0125. */
export class TransactionCache {
  readonly #byHash = new LRUCache<string, Transaction>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ bytes }) => Math.max(bytes.length, ENTRY_BYTES_MIN),
  });
  /** The hashes by which a transaction is taken out again without hashing its bytes another time. */
  readonly #hashes = new WeakMap<Transaction, string>();

  /**
   * The transaction that the bytes are, or the issues of `decodeTransaction`. The bytes are kept: the caller must not
   * write to them.
   */
  readonly decode = (bytes: Uint8Array): Result<Transaction> => {
    const key = sha256Hex(bytes);
    const known = this.#byHash.get(key);
    if (known) return known;
    const tx = decodeTransaction(bytes);
    if (!isFailure(tx)) this.#keep(key, tx);
    return tx;
  };

  /** The transaction whose bytes have this SHA-256, if it is kept: it stays as long as one whose bytes came. */
  readonly find = (hash: Uint8Array): Transaction | undefined => this.#byHash.get(toHex(hash));

  /** A transaction that came another way than over a link and is sent to peers: their dockets will bring it back. */
  learn(tx: Transaction): void {
    this.#keep(this.#hashes.get(tx) ?? sha256Hex(tx.bytes), tx);
  }

  /**
   * The transactions are sealed here: few peers send them again, and those are decoded again. Kept until
   * they are the oldest, they were most of the memory of a busy node, and moved twice by its garbage collector.
   */
  forget(transactions: readonly Transaction[]): void {
    for (const tx of transactions) {
      const key = this.#hashes.get(tx);
      if (key !== undefined && this.#byHash.peek(key) === tx) this.#byHash.delete(key);
      this.#hashes.delete(tx);
    }
  }

  get size(): number {
    return this.#byHash.size;
  }

  #keep(key: string, tx: Transaction): void {
    this.#byHash.set(key, tx);
    this.#hashes.set(tx, key);
  }
}
