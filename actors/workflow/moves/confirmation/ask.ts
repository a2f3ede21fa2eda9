// The answer of a party to a run that waits for it. Types only.
import type { MoveAsk } from '../parts/ask.js';

export interface ConfirmationAsk extends MoveAsk {
  readonly accept: boolean;
  /** Why not; read by who sent the run and who confirm it. */
  readonly reason?: string | undefined;
  /** The one that the wallet holds, and that is missing. */
  readonly role?: string | undefined;
  /** The one that waits for the wallet. */
  readonly transactionId?: string | undefined;
  /** TxIds of runs that are confirmed, or built on, although something of them is wrong. */
  readonly acceptSuspect?: readonly string[] | undefined;
}
