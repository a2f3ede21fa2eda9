// A transaction of a timer, a delivery or a challenge in evidence: everybody reads there what it says.
import { type Issue, isIssue } from '../base/issue.js';
import type { Transaction } from '../transaction/types.js';
import { type DeliverySaid, deliveryFact, deliveryIn } from './evidence-delivery.js';
import { type Fired, firedFact, firedIn, saysTimer } from './evidence-timer.js';
import type { DocketHeader } from './types.js';

export interface Said {
  /** Of the transaction of a timer, which no wallet signed. */
  readonly fired?: Fired;
  readonly delivery?: DeliverySaid;
}

/** An issue where no register takes it; pointers into the transaction. */
export function saidIn(tx: Transaction, docket: DocketHeader): Said | Issue {
  // It was asked for its form before.
  if (saysTimer(tx)) return { fired: firedIn(tx, docket) as Fired };
  const delivery = deliveryIn(tx, docket);
  if (isIssue(delivery)) return delivery;
  return delivery ? { delivery } : {};
}

/** Sentences for a person. */
export function saidFacts({ fired, delivery }: Said, docket: DocketHeader): readonly string[] {
  if (delivery) return [deliveryFact(delivery)];
  return fired ? [firedFact(fired, docket)] : [];
}
