// The row of the audit trail about an offer that was made or cancelled.
import { type CredentialOffer, toldOfferId } from '../../core/credentials/issuing/offer.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

export function offerRecord(
  { deps, caller, address }: ApiCall<Pick<ApiDeps, 'audit'>>,
  { id, organisationId, credentialType, format }: CredentialOffer,
  eventType: 'CredentialOffered' | 'CredentialOfferCancelled',
): KvOp {
  const details = { offer: toldOfferId(id), credentialType, format };
  return deps.audit.byCaller({ caller, address }, { eventType, organisationId, details });
}
