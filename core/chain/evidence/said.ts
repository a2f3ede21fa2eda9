// A transaction of a timer, a vote, a delivery, a challenge, an objection, a resolution, an Issuance or a change of its
// status in evidence: everybody reads there what it says.
import { isFailure, type Result } from '../../base/result.js';
import type { DocketHeader } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import type { EvidenceCheck } from './checks.js';
import { type CredentialSaid, credentialFact, credentialSaidIn } from './credential.js';
import { type DeliverySaid, deliveryFact, deliveryIn } from './delivery.js';
import { type DisputeSaid, disputeFact, disputeSaidIn } from './dispute.js';
import { type Fired, firedFact, readTimer, saysTimer } from './timer.js';
import { type CastSaid, castFact, castSaidIn } from './vote.js';

export interface Said {
  /** Of the transaction of a timer, which no wallet signed. */
  readonly fired?: Fired;
  readonly delivery?: DeliverySaid;
  readonly dispute?: DisputeSaid;
  readonly cast?: CastSaid;
  readonly credential?: CredentialSaid;
}

/** An issue where no register takes it; pointers into the transaction. */
export function readStatement(tx: Transaction, docket: DocketHeader): Result<Said> {
  // It was asked for its form before.
  if (saysTimer(tx)) return { fired: readTimer(tx, docket) as Fired };
  const delivery = deliveryIn(tx);
  if (isFailure(delivery)) return delivery;
  if (delivery) return { delivery };
  const dispute = disputeSaidIn(tx);
  if (dispute && isFailure(dispute)) return dispute;
  if (dispute) return { dispute };
  const credential = credentialSaidIn(tx);
  if (credential && isFailure(credential)) return credential;
  if (credential) return { credential };
  const cast = castSaidIn(tx);
  return cast ? { cast } : {};
}

/** The statement, as a check of the evidence. */
export function saidChecks(
  { fired, delivery, dispute, cast, credential }: Said,
  docket: DocketHeader,
): readonly EvidenceCheck[] {
  const check = (kind: keyof Said, words: string): readonly EvidenceCheck[] => [
    { code: 'said', args: { kind, words } },
  ];
  if (delivery) return check('delivery', deliveryFact(delivery));
  if (dispute) return check('dispute', disputeFact(dispute));
  if (cast) return check('cast', castFact(cast));
  if (credential) return check('credential', credentialFact(credential));
  return fired ? check('fired', firedFact(fired, docket)) : [];
}
