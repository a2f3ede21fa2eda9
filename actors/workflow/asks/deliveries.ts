// Questions of the surface about runs that are owed to the holder of a role, and their results. Types only.
import type { Issue } from '../../../core/base/issue.js';
import type { Owed } from '../instance/instance-types.js';
import type { Acting } from './acting.js';
import type { ActionOutcome } from './actions.js';

export interface ChallengeAsk {
  readonly registerId: string;
  readonly instanceId: string;
  readonly by: Acting;
  readonly txId: string;
  readonly role?: string | undefined;
  readonly waitMs: number;
}

export interface DeliveryAsk {
  readonly registerId: string;
  readonly instanceId: string;
  /** A wallet that was given what it gives. */
  readonly by: Acting;
  /** To the holder of this role alone. */
  readonly role?: string | undefined;
  /**
   * True for a node that gives by itself: answers to challenges and runs of its party that were opened to their
   * receiver later, and nothing else.
   */
  readonly automatic?: true;
  readonly waitMs: number;
}

export interface DeliveryOutcome extends Owed, Pick<ActionOutcome, 'transactionId' | 'status'> {}

export interface RefusedDelivery extends Owed {
  readonly issues: readonly Issue[];
}

/** The results of deliveries: one that is refused keeps no holder from the others. */
export interface DeliveriesSent {
  readonly sent: readonly DeliveryOutcome[];
  readonly refused: readonly RefusedDelivery[];
  /** Runs that the wallet can give beside them, by a further call. */
  readonly left: number;
}
