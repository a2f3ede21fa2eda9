// The members that every ask for a move has, and every outcome. Types only.
import type { Sending } from '../../encryption/submitting.js';

export interface MoveAsk extends Omit<Sending, 'isFirst'> {
  readonly registerId: string;
  readonly instanceId: string;
}

export interface MoveOutcome {
  readonly transactionId: string;
  readonly instanceId: string;
  /** Sealed and durable, or accepted durably and not sealed within the time to wait. */
  readonly status: 'sealed' | 'pending';
}
