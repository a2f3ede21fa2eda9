// Credentials that wait to be taken, as they are shown.
import type { AvailableRun } from '../../../../actors/credentials/available.js';
import type { NamedOffer } from '../../../credentials/runs/available.js';
import { isoTime } from '../../../views/transactions.js';

interface ToldEntry {
  readonly entryId: string;
  readonly isDismissed: boolean;
}

export function availableView(run: AvailableRun, entry: ToldEntry | undefined) {
  const { credentialId, registerId, instanceId, issuanceTxId, rule, recipient, issuer, sealedMs, validUntilMs } = run;
  return {
    ...{ credentialId, credentialType: rule.typeIn(registerId), format: rule.format, registerId, instanceId },
    ...{ issuanceTxId, walletAddress: recipient, issuerWalletAddress: issuer, sealedAt: isoTime(sealedMs) },
    ...(validUntilMs !== undefined && { expiresAt: isoTime(validUntilMs) }),
    txCode: rule.txCode,
    ...entry,
  };
}

export function offerByNameView({ offer, issuer, credentialOfferUri }: NamedOffer) {
  const { id: offerId, credentialType, format, expiresAtMs } = offer;
  return { offerId, credentialType, format, issuer, credentialOfferUri, expiresAt: isoTime(expiresAtMs) };
}
