// The knowledge of this node about one link for compact proposals: the transactions that passed over it, which the
// other end therefore has, and the proposals that were sent without bodies, until they are asked for. It encodes and
// sends nothing. Being wrong costs one more frame, never a vote.

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

interface Sent {
  readonly frame: ProposalFrame;
  readonly bytes: number;
}

/** Decision 0055. */
export class ThinLink {
  // Weak: they keep no transaction in memory that nothing else holds.
  #young = new WeakSet<Transaction>();
  #old = new WeakSet<Transaction>();
  #entries = 0;
  #bytes = 0;
  readonly #sent = new Map<number, Sent>();
  #sentBytes = 0;

  /** The transactions were sent to the other end, or came from it, on this link. */
  onPassed(transactions: readonly Transaction[]): void {
    for (const tx of transactions) {
      if (this.#young.has(tx)) continue;
      if (this.#entries >= ENTRIES_MAX || this.#bytes + tx.bytes.length > BYTES_MAX) {
        this.#old = this.#young;
        this.#startYoung();
      }
      this.#young.add(tx);
      this.#entries += 1;
      this.#bytes += tx.bytes.length;
    }
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
    this.#old = new WeakSet();
    this.#startYoung();
  }

  #startYoung(): void {
    this.#young = new WeakSet();
    this.#entries = 0;
    this.#bytes = 0;
  }
}
