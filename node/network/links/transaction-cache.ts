// Decoded transactions by the hash of their bytes: an offered transaction comes again in the proposal and in the sealed docket, and decoding it
// costs many times a hash. It holds nothing that was not decoded from exactly those bytes, and what is sealed only until it hears of that.
import { toHex } from '../../../core/base/bytes.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { type Issue, isIssue } from '../../../core/base/issue.js';
import { decodeTransaction } from '../../../core/transaction/form/encode.js';
import type { Transaction } from '../../../core/transaction/types.js';

/** Of one generation; there are two. Some seconds of the highest load. */
const ENTRIES_MAX = 10_000;
const BYTES_MAX = 32 * 1024 * 1024;

interface Generation {
  readonly byHash: Map<string, Transaction>;
  /** The hashes by which a transaction is taken out again without hashing its bytes another time. */
  readonly hashes: Map<Transaction, string>;
}

/**
 * Two generations: what was used since the young one began stays, the others go together. Taking out the oldest one by one would walk over the holes that
 * a map keeps of those before it.
 */
export class TransactionCache {
  #young = generation();
  #old = generation();
  #youngBytes = 0;
  /**
   * Transactions that this node sent, not hashed while no transaction arrives that is not known: one that builds the
   * dockets itself never sees them again.
   */
  #sent = new Set<Transaction>();
  #sentBytes = 0;

  /** The transaction that the bytes are, or the issues of `decodeTransaction`. The bytes are kept: the caller must not write to them. */
  readonly decode = (bytes: Uint8Array): Transaction | Issue => {
    const key = sha256Hex(bytes);
    const known = this.#get(key) ?? this.#getSent(key);
    if (known) return known;
    const tx = decodeTransaction(bytes);
    if (!isIssue(tx)) this.#keep(key, tx);
    return tx;
  };

  /** The transaction whose bytes have this SHA-256, if it is kept: it stays as long as one whose bytes came. */
  readonly find = (hash: Uint8Array): Transaction | undefined => {
    const key = toHex(hash);
    return this.#get(key) ?? this.#getSent(key);
  };

  /** A transaction that came another way than over a link and is sent to peers: their dockets will bring it back. */
  learn(tx: Transaction): void {
    if (this.#sent.has(tx)) return;
    if (this.#sent.size >= ENTRIES_MAX || this.#sentBytes + tx.bytes.length > BYTES_MAX) this.#dropSent();
    this.#sent.add(tx);
    this.#sentBytes += tx.bytes.length;
  }

  /**
   * The transactions are sealed here: hardly anybody sends them again, and who does has them decoded again. Kept until their generation goes, they were
   * most of the memory of a busy node, and moved twice by its garbage collector.
   */
  forget(transactions: readonly Transaction[]): void {
    for (const tx of transactions) {
      if (this.#sent.delete(tx)) this.#sentBytes -= tx.bytes.length;
      if (take(this.#young, tx)) this.#youngBytes -= tx.bytes.length;
      else take(this.#old, tx);
    }
  }

  get size(): number {
    return this.#young.byHash.size + this.#old.byHash.size + this.#sent.size;
  }

  #get(key: string): Transaction | undefined {
    const young = this.#young.byHash.get(key);
    if (young) return young;
    const old = this.#old.byHash.get(key);
    if (!old) return undefined;
    take(this.#old, old);
    this.#keep(key, old);
    return old;
  }

  #getSent(key: string): Transaction | undefined {
    if (this.#sent.size === 0) return undefined;
    for (const tx of this.#sent) this.#keep(sha256Hex(tx.bytes), tx);
    this.#dropSent();
    return this.#get(key);
  }

  #dropSent(): void {
    this.#sent = new Set();
    this.#sentBytes = 0;
  }

  #keep(key: string, tx: Transaction): void {
    if (this.#young.byHash.size >= ENTRIES_MAX || this.#youngBytes + tx.bytes.length > BYTES_MAX) {
      this.#old = this.#young;
      this.#young = generation();
      this.#youngBytes = 0;
    }
    const twin = this.#young.byHash.get(key);
    if (twin) take(this.#young, twin);
    this.#young.byHash.set(key, tx);
    this.#young.hashes.set(tx, key);
    if (!twin) this.#youngBytes += tx.bytes.length;
  }
}

function generation(): Generation {
  return { byHash: new Map(), hashes: new Map() };
}

function take({ byHash, hashes }: Generation, tx: Transaction): boolean {
  const hash = hashes.get(tx);
  if (hash === undefined) return false;
  hashes.delete(tx);
  return byHash.delete(hash);
}
