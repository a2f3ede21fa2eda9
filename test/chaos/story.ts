// The memory of clients of each transaction: the bytes, and every answer that any node gave about it. Data only; it
// judges nothing.
import type { AuditedPlace } from '../../cli/harness/chain-audit.js';
import type { Submission } from '../../core/model/transaction.js';

export interface Told extends AuditedPlace {
  /** Index of the member that answered. */
  readonly by: number;
}

export interface Promised {
  readonly by: number;
  /** It said that a quorum has the transaction on disk. */
  readonly isQuorum: boolean;
}

/** All that was ever said about one transaction. */
export interface Story {
  readonly body: Submission;
  /** Another transaction was signed for the same place: one of them is refused for good. */
  readonly isContended: boolean;
  /** Ms of the monotonic clock at the first submission. */
  readonly startedMs: number;
  /** The same clock at the first answer that told a place. */
  confirmedMs?: number;
  readonly sealed: Told[];
  readonly promises: Promised[];
  /** Codes of refusals that came instead of a promise. */
  readonly refusals: string[];
  /** Codes of receipts that end a promise. */
  readonly ends: string[];
  unknown: number;
}

export type Stories = Map<string, Story>;

export function storyOf(body: Submission, isContended = false): Story {
  const heard = { sealed: [], promises: [], refusals: [], ends: [] };
  return { body, isContended, startedMs: performance.now(), ...heard, unknown: 0 };
}
