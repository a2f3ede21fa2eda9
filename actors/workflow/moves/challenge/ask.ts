// To say that a run was not delivered. Types only.
import type { MoveAsk } from '../parts/ask.js';

export interface ChallengeAsk extends MoveAsk {
  /** The run that was not delivered. */
  readonly txId: string;
  /** The gate whose kept evidence was not given; absent where it is about what the action says. */
  readonly gate?: string | undefined;
  /** The role of the wallet that reads it; the first one that does where it is absent. */
  readonly role?: string | undefined;
}
