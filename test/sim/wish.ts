// A wish of a client of the simulator.
import type { Transaction } from '../../core/model/transaction.js';

/** A transaction of the workload. */
export interface Wish {
  readonly tx: Transaction;
  /** It may be refused although it was promised: it expires, or another one may take its place. */
  readonly uncertain: boolean;
  /** It is submitted once these are sealed. */
  readonly needs: readonly string[];
  /** Its client asks again until it is promised or refused for good. */
  readonly insists: boolean;
}
