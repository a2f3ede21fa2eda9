// To reserve a role of an instance, or to give it back. Types only.
import type { MoveAsk } from '../parts/ask.js';

export interface ClaimAsk extends MoveAsk {
  readonly type: 'Claim' | 'Release';
  /** An action of the role. */
  readonly actionId: string;
  /** Unless stated the role that sends the action. */
  readonly role?: string | undefined;
}
