// To end an instance. Types only.
import type { ActionOutcome } from '../action/ask.js';
import type { MoveAsk } from '../parts/ask.js';

/** By the wallet that opened the instance, or by those whom the definition names. */
export interface CancellationAsk extends MoveAsk {
  readonly reason?: string | undefined;
}

export type CancellationOutcome = ActionOutcome;
