// The moves beside actions that the surface may ask for, by the type of their transaction. Types only.
import type { CancellationAsk, CancellationOutcome } from './cancellation/ask.js';
import type { ChallengeAsk } from './challenge/ask.js';
import type { ClaimAsk } from './claim/ask.js';
import type { ConfirmationAsk } from './confirmation/ask.js';
import type { CredentialStatusAsk } from './credential-status/ask.js';
import type { DeliveriesSent, DeliveryAsk } from './delivery/ask.js';
import type { IssuanceAsk } from './issuance/ask.js';
import type { ObjectionAsk, ObjectionOutcome } from './objection/ask.js';
import type { MoveOutcome } from './parts/ask.js';
import type { RejectionAsk, RejectionOutcome } from './rejection/ask.js';
import type { ResolutionAsk, ResolutionOutcome } from './resolution/ask.js';

interface Moves {
  readonly Cancellation: [CancellationAsk, CancellationOutcome];
  readonly Challenge: [ChallengeAsk, MoveOutcome];
  /** Its ask says whether the role is claimed or released. */
  readonly Claim: [ClaimAsk, MoveOutcome];
  readonly Confirmation: [ConfirmationAsk, MoveOutcome];
  readonly CredentialStatus: [CredentialStatusAsk, MoveOutcome];
  readonly Delivery: [DeliveryAsk, DeliveriesSent];
  readonly Issuance: [IssuanceAsk, MoveOutcome];
  readonly Objection: [ObjectionAsk, ObjectionOutcome];
  readonly Rejection: [RejectionAsk, RejectionOutcome];
  readonly Resolution: [ResolutionAsk, ResolutionOutcome];
}

export type MadeType = keyof Moves;
export type AskOf<T extends MadeType> = Moves[T][0];
export type OutcomeOf<T extends MadeType> = Moves[T][1];
