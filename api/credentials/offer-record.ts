// The rows of the audit trail about an offer that was made, opened by its recipient, or cancelled.
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

/** Of an offer that its recipient opened, who may do so without end: many of them are few rows with their number. */
export function openedRecord(
  { deps, caller, address }: ApiCall<Pick<ApiDeps, 'audit'>>,
  {
    id,
    organisationId,
    credentialId = '',
    credentialType,
    format,
  }: Pick<CredentialOffer, 'id' | 'organisationId' | 'credentialId' | 'credentialType' | 'format'>,
): readonly KvOp[] {
  return deps.audit.recordRepeated({
    ...{ eventType: 'CredentialOffered', organisationId, identityId: caller.subject, address, success: true },
    details: { offer: toldOfferId(id), credentialType, format, credentialId },
  });
}
