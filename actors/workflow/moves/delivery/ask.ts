// To give holders of roles the runs that they are owed, and the result. Types only.
import type { Issue } from '../../../../core/base/issue.js';
import type { PartTold } from '../../../../core/instance/deliveries/owed.js';
import type { Owed } from '../../instance/instance-types.js';
import type { MoveAsk, MoveOutcome } from '../parts/ask.js';

/** By a wallet that was given what it gives. */
export interface DeliveryAsk extends MoveAsk {
  /** To the holder of this role alone. */
  readonly role?: string | undefined;
  /**
   * True for a node that gives by itself: answers to challenges and runs of its party that were opened to their
   * receiver later, and nothing else.
   */
  readonly automatic?: true;
}

export interface DeliveryOutcome extends Owed, PartTold, Omit<MoveOutcome, 'instanceId'> {}

export interface RefusedDelivery extends Owed, PartTold {
  readonly issues: readonly Issue[];
}

/** The results of deliveries: one that is refused keeps no holder from the others. */
export interface DeliveriesSent {
  readonly sent: readonly DeliveryOutcome[];
  readonly refused: readonly RefusedDelivery[];
  /** Runs that the wallet can give beside them, by a further call. */
  readonly left: number;
}
