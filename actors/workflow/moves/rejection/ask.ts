// To take an action back that the wallet would do next. Types only.
import type { ExternalKeys } from '../../encryption/acting.js';
import type { NextAction } from '../action/ask.js';
import type { MoveAsk, MoveOutcome } from '../parts/ask.js';

export interface RejectionAsk extends MoveAsk {
  /** The action that is not done. */
  readonly actionId: string;
  readonly reason: string | undefined;
  readonly fieldErrors?: Readonly<Record<string, string>> | undefined;
  readonly previousTransactionId?: string | undefined;
  readonly externalRecipientKeys?: ExternalKeys | undefined;
}

export interface RejectionOutcome extends MoveOutcome {
  /** Where the instance goes on; absent when the rejection ended it. */
  readonly target?: NextAction;
}
