// A sealed transaction in the form in which its instance takes it, as the fold is given it.

import type { PlannedAction, RouteOutcome } from '../plan/planned.js';
import type { PlannedTimer } from '../plan/timers.js';
import type { CastMove } from './ballots.js';
import type { Accused, ChallengeMove, DisputeGround, DisputeTerms, ResolutionMove } from './dispute.js';
import type { MoveType } from './move-types.js';

/** The part of a move that its type alone has. */
export interface MoveParts {
  readonly Action: Decided;
  readonly Vote: Decided & { readonly vote: CastMove };
  readonly Rejection: object;
  readonly Timer: { readonly timer: PlannedTimer | undefined };
  readonly Confirmation: { readonly answer: Answer | undefined };
  readonly Objection: ObjectionParts;
  readonly Resolution: { readonly resolution: ResolutionMove };
  /** The role that it is for. */
  readonly Delivery: { readonly deliveredTo: string };
  readonly Challenge: { readonly challenge: ChallengeMove };
  readonly Handover: object;
  /** The role that it takes for good, since that does nothing by which it would be taken. */
  readonly Claim: { readonly takes: string | undefined };
  readonly Release: object;
  /** The role whose share it takes. */
  readonly Issuance: { readonly issuedAs: string };
  readonly CredentialStatus: object;
  readonly Cancellation: CancellationParts;
}

interface Decided {
  /** How the action was decided; undefined for a vote that does not decide. */
  readonly outcome: RouteOutcome | undefined;
}

interface ObjectionParts {
  /** Of one that all read. */
  readonly objection?: { readonly ground: DisputeGround; readonly at: string; readonly terms: DisputeTerms };
  /** Of one that its resolver reads: the role of its sender, and the terms. */
  readonly privately?: { readonly role: string; readonly terms: DisputeTerms };
  /** Where it is not who does the action. */
  readonly accused: Accused | undefined;
}

interface CancellationParts {
  /** The roles that it speaks for. */
  readonly roles: readonly string[];
  /** Roles whose earlier word another wallet gave than holds them where it is sealed. */
  readonly lapsed: readonly string[];
  /** It ends a full instance, whatever the definition says of cancellations. */
  readonly full: boolean;
}

/** The public part of a Confirmation: its reason is for those who read it. */
export interface Answer {
  readonly accept: boolean;
  /** The role that it speaks for. */
  readonly role: string;
}

/** The part of a move that all types have. */
export interface MoveBase {
  readonly txId: string;
  readonly planned: PlannedAction;
  readonly senderWallet: string;
  /** The transaction that it follows; not read for an opening one. */
  readonly previousTransactionId: string | undefined;
  /** Timestamp of its docket. */
  readonly atMs: number;
}

export type MoveOf<T extends MoveType> = { [K in MoveType]: MoveBase & { readonly type: K } & MoveParts[K] }[T];

/** The effect of a transaction on its instance. */
export type Move = MoveOf<MoveType>;

/** The moves that take a token of the flow, or settle a run that waits. */
export type FlowingMove = MoveOf<'Action' | 'Vote' | 'Rejection' | 'Timer' | 'Confirmation'>;

/** The role in which a party makes a move: of a confirmation the one that answers. */
export function roleOf(move: Move): string {
  return (move.type === 'Confirmation' ? move.answer?.role : undefined) ?? move.planned.sender.id;
}
