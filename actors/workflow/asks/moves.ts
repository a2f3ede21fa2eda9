// Moves beside actions that the surface may ask for: to take one back, to end an instance, to confirm a run; and their
// results. Types only.
import type { Acting, ExternalKeys } from './acting.js';
import type { ActionOutcome, CredentialPresentation, NextAction } from './actions.js';

export interface RejectionAsk {
  readonly registerId: string;
  readonly instanceId: string;
  /** The action that is not done. */
  readonly actionId: string;
  readonly by: Acting;
  readonly reason: string | undefined;
  readonly fieldErrors?: Readonly<Record<string, string>> | undefined;
  readonly previousTransactionId?: string | undefined;
  readonly externalRecipientKeys?: ExternalKeys | undefined;
  /** Read where the rejection would bind an open role of an action that takes credentials. */
  readonly credentialPresentations?: readonly CredentialPresentation[] | undefined;
  readonly waitMs: number;
}

export interface RejectionOutcome extends Pick<ActionOutcome, 'transactionId' | 'instanceId' | 'status'> {
  /** Where the instance goes on; absent when the rejection ended it. */
  readonly target?: NextAction;
}

export interface CancellationAsk {
  readonly registerId: string;
  readonly instanceId: string;
  /** The wallet that opened the instance. */
  readonly by: Acting;
  readonly reason?: string | undefined;
  readonly waitMs: number;
}

/** A party reserves a role of an instance, or gives it back. */
export interface RoleClaimAsk {
  readonly registerId: string;
  readonly instanceId: string;
  readonly by: Acting;
  readonly type: 'Claim' | 'Release';
  /** An action of the role. */
  readonly actionId: string;
  /** Unless stated the role that sends the action. */
  readonly role?: string | undefined;
  readonly waitMs: number;
}

/** A move that states no data. */
export type MoveAsk = ConfirmAsk & {
  readonly registerId: string;
  readonly instanceId: string;
  readonly by: Acting;
  readonly waitMs: number;
};

/** The answer of a party to a run that waits for it. */
export interface ConfirmAsk {
  readonly move: 'confirm';
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

export type MoveOutcome = Pick<ActionOutcome, 'transactionId' | 'instanceId' | 'status'>;
