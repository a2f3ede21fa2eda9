// The knowledge of this node about one link: the transactions that passed over it, which the other end has therefore;
// proposals that were sent without bodies, until they are asked for; large frames that still wait for it. It encodes
// and sends nothing. Being wrong costs one more frame, never a vote.

import type { Transaction } from '../../../core/model/transaction.js';
import type { ProposalFrame } from '../../../proto/codec/thin.js';

/**
 * Of one generation; there are two. Both together are less than the TransactionCache of the other end keeps of what it
 * used last.
 */
const ENTRIES_MAX = 4000;
const BYTES_MAX = 12 * 1024 * 1024;
/** Proposals that may still be asked for, over all registers of the link; the oldest go first. */
const SENT_MAX = 64;
const SENT_BYTES_MAX = 16 * 1024 * 1024;
/** Large frames that may wait: a docket or two of many registers. */
const LARGE_MAX = 1000;

interface Sent {
  readonly frame: ProposalFrame;
  readonly bytes: number;
}

/** Decision 0055. */
export class ThinLink {
  // Weak: they keep no transaction in memory that nothing else holds. The number is that of onPassed.
  #young = new WeakMap<Transaction, number>();
  #old = new WeakMap<Transaction, number>();
  #entries = 0;
  #bytes = 0;
  readonly #sent = new Map<number, Sent>();
  #sentBytes = 0;
  /** Large frames by what they hold, with their number in the queue: oldest first. */
  readonly #large = new Map<string, number>();

  /** A large frame was given to the link. */
  onGiven(key: string, number: number): void {
    this.#large.delete(key);
    this.#large.set(key, number);
    const [oldest] = this.#large.keys();
    if (this.#large.size > LARGE_MAX && oldest !== undefined) this.#large.delete(oldest);
  }

  /** The large frame still waits, as `isWaiting` says of its number. */
  isWaiting(key: string, isWaiting: (number: number) => boolean): boolean {
    const number = this.#large.get(key);
    if (number === undefined) return false;
    const waits = isWaiting(number);
    if (!waits) this.#large.delete(key);
    return waits;
  }

  /** The transaction is in an offer that still waits. */
  isOffered(tx: Transaction, isWaiting: (number: number) => boolean): boolean {
    const number = this.#young.get(tx) ?? this.#old.get(tx);
    return number !== undefined && isWaiting(number);
  }

  /** The transactions came from the other end on this link, or were sent to it in the offer of that number. */
  onPassed(transactions: readonly Transaction[], number = 0): void {
    for (const tx of transactions) {
      if (!this.#young.has(tx)) this.#count(tx);
      this.#young.set(tx, number);
    }
  }

  #count(tx: Transaction): void {
    if (this.#entries >= ENTRIES_MAX || this.#bytes + tx.bytes.length > BYTES_MAX) {
      this.#old = this.#young;
      this.#startYoung();
    }
    this.#entries += 1;
    this.#bytes += tx.bytes.length;
  }

  has(tx: Transaction): boolean {
    return this.#young.has(tx) || this.#old.has(tx);
  }

  /** The proposal leaves without bodies. `bytes`: of all its bodies. */
  leaves(id: number, frame: ProposalFrame, bytes: number): void {
    this.#sent.set(id, { frame, bytes });
    this.#sentBytes += bytes;
    for (const oldest of this.#sent.keys()) {
      if (this.#sent.size <= SENT_MAX && this.#sentBytes <= SENT_BYTES_MAX) break;
      this.take(oldest);
    }
  }

  /** True for a proposal that left without bodies before: sent again, it goes as a whole. */
  hasLeft({ registerId, message }: ProposalFrame): boolean {
    const { docket, round } = message.proposal;
    for (const { frame } of this.#sent.values()) {
      const { proposal } = frame.message;
      if (proposal.docket.hash === docket.hash && proposal.round === round && frame.registerId === registerId)
        return true;
    }
    return false;
  }

  /** The proposal of that id, once; undefined for one that did not leave, or long ago. */
  take(id: number): ProposalFrame | undefined {
    const sent = this.#sent.get(id);
    if (!sent) return undefined;
    this.#sent.delete(id);
    this.#sentBytes -= sent.bytes;
    return sent.frame;
  }

  /** The other end lacked what it should have: nothing that passed so far counts any more. */
  doubt(): void {
    this.#old = new WeakMap();
    this.#startYoung();
  }

  #startYoung(): void {
    this.#young = new WeakMap();
    this.#entries = 0;
    this.#bytes = 0;
  }
}
