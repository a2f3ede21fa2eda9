// A sealed transaction in the form in which its instance takes it, as the fold is given it. Types only.

import type { PlannedAction, RouteOutcome } from '../plan/planned.js';
import type { PlannedTimer } from '../plan/timers.js';
import type { CastMove } from './ballots.js';
import type { Accused, ChallengeMove, DisputeGround, DisputeTerms, ResolutionMove } from './dispute.js';

/** A Timer is a move that no wallet makes: the workflow goes on by itself (timers.ts). */
export type MoveType =
  | 'Action'
  | 'Rejection'
  | 'Cancellation'
  | 'Objection'
  | 'Resolution'
  | 'Timer'
  | 'Handover'
  | 'Claim'
  | 'Release'
  | 'Vote'
  | 'Delivery'
  | 'Challenge'
  | 'Confirmation';

/** The effect of a transaction on its instance. */
export interface Move {
  readonly txId: string;
  readonly type: MoveType;
  readonly planned: PlannedAction;
  readonly senderWallet: string;
  /** The transaction that it follows; not read for an opening one. */
  readonly previousTransactionId: string | undefined;
  /** How the action was decided; for an Action, and for the Vote that decides. */
  readonly outcome: RouteOutcome | undefined;
  /** For a Vote only. */
  readonly vote?: CastMove | undefined;
  /** For an Objection only. */
  readonly objection?:
    | { readonly ground: DisputeGround; readonly at: string; readonly terms: DisputeTerms }
    | undefined;
  /** For an Objection only, where it is not who does the action. */
  readonly accused?: Accused | undefined;
  /** For a private Objection only: the role of its sender, and the terms. */
  readonly privately?: { readonly role: string; readonly terms: DisputeTerms } | undefined;
  /** For a Resolution only. */
  readonly resolution?: ResolutionMove | undefined;
  /** For a Cancellation only: the roles that it speaks for. */
  readonly roles?: readonly string[] | undefined;
  /** For a Cancellation only: roles whose earlier word another wallet gave than holds them where it is sealed. */
  readonly lapsed?: readonly string[] | undefined;
  /** For a Cancellation only: it ends a full instance, whatever the definition says of cancellations. */
  readonly full?: boolean | undefined;
  /** For a Claim only: the role that it takes for good, since that does nothing by which it would be taken. */
  readonly takes?: string | undefined;
  /** For a Delivery only: the role that it is for. */
  readonly deliveredTo?: string | undefined;
  /** For a Challenge only. */
  readonly challenge?: ChallengeMove | undefined;
  /** For a Timer only. */
  readonly timer?: PlannedTimer | undefined;
  /** For a Confirmation only. */
  readonly answer?: Answer | undefined;
  /** Timestamp of its docket. */
  readonly atMs: number;
}

/** The public part of a Confirmation: its reason is for those who read it. */
export interface Answer {
  readonly accept: boolean;
  /** The role that it speaks for. */
  readonly role: string;
}
