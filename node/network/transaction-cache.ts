// Decoded transactions by the hash of their bytes: an offered transaction comes again in the proposal and in the sealed docket, and decoding it
// costs many times a hash. It holds nothing that was not decoded from exactly those bytes.
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, isIssue } from '../../core/base/issue.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import type { Transaction } from '../../core/transaction/types.js';

/** Some seconds of the highest load. */
const ENTRIES_MAX = 20_000;
const BYTES_MAX = 64 * 1024 * 1024;

export class TransactionCache {
  readonly #known = new Map<string, Transaction>();
  #bytes = 0;

  /** The transaction that the bytes are, or the issues of `decodeTransaction`. The bytes are kept: the caller must not write to them. */
  readonly decode = (bytes: Uint8Array): Transaction | Issue => {
    const key = sha256Hex(bytes);
    const known = this.#known.get(key);
    if (known) {
      this.#known.delete(key);
      this.#known.set(key, known);
      return known;
    }
    const tx = decodeTransaction(bytes);
    if (!isIssue(tx)) this.#keep(key, tx);
    return tx;
  };

  /** A transaction that came another way than over a link and is sent to peers: their dockets will bring it back. */
  learn(tx: Transaction): void {
    const key = sha256Hex(tx.bytes);
    if (!this.#known.has(key)) this.#keep(key, tx);
  }

  get size(): number {
    return this.#known.size;
  }

  #keep(key: string, tx: Transaction): void {
    this.#known.set(key, tx);
    this.#bytes += tx.bytes.length;
    for (const [oldest, { bytes }] of this.#known) {
      if (this.#known.size <= ENTRIES_MAX && this.#bytes <= BYTES_MAX) break;
      this.#known.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
