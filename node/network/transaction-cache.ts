// Decoded transactions by the hash of their bytes: an offered transaction comes again in the proposal and in the sealed docket, and decoding it
// costs many times a hash. It holds nothing that was not decoded from exactly those bytes.
import { toHex } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, isIssue } from '../../core/base/issue.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import type { Transaction } from '../../core/transaction/types.js';

/** Of one generation; there are two. Some seconds of the highest load. */
const ENTRIES_MAX = 10_000;
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * Two generations: what was used since the young one began stays, the others go together. Taking out the oldest one by one would walk over the holes that
 * a map keeps of those before it.
 */
export class TransactionCache {
  #young = new Map<string, Transaction>();
  #old = new Map<string, Transaction>();
  #youngBytes = 0;
  /** What this node sent, not hashed while no transaction arrives that is not known: one that builds the dockets itself never sees them again. */
  #sent: Transaction[] = [];
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
    if (this.#sent.length >= ENTRIES_MAX || this.#sentBytes + tx.bytes.length > BYTES_MAX) this.#dropSent();
    this.#sent.push(tx);
    this.#sentBytes += tx.bytes.length;
  }

  get size(): number {
    return this.#young.size + this.#old.size + this.#sent.length;
  }

  #get(key: string): Transaction | undefined {
    const young = this.#young.get(key);
    if (young) return young;
    const old = this.#old.get(key);
    if (!old) return undefined;
    this.#old.delete(key);
    this.#keep(key, old);
    return old;
  }

  #getSent(key: string): Transaction | undefined {
    if (this.#sent.length === 0) return undefined;
    for (const tx of this.#sent) this.#keep(sha256Hex(tx.bytes), tx);
    this.#dropSent();
    return this.#get(key);
  }

  #dropSent(): void {
    this.#sent = [];
    this.#sentBytes = 0;
  }

  #keep(key: string, tx: Transaction): void {
    if (this.#young.size >= ENTRIES_MAX || this.#youngBytes + tx.bytes.length > BYTES_MAX) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(key, tx);
    this.#youngBytes += tx.bytes.length;
  }
}
