// Credentials that wait to be taken, as they are shown.
import Type from 'typebox';
import type { AvailableRun } from '../../../actors/credentials/available.js';
import type { NamedOffer } from '../../credentials/runs/available.js';
import { isoTime } from '../../views/transactions.js';
import { Address, Hash, NextCursor, namedObject, RegisterId, Timestamp, Uuid } from '../base/common.js';
import { Id } from '../base/ids.js';
import { CredentialFormat, CredentialType, OfferId } from './credential.js';

const type = { credentialType: CredentialType, format: CredentialFormat };

const AvailableCredential = namedObject('AvailableCredential', {
  credentialId: { ...Uuid, description: 'For the offer of it: POST /api/v1/credentials/{credentialId}/offer.' },
  ...type,
  ...{ registerId: RegisterId, instanceId: Id, issuanceTxId: Hash },
  walletAddress: { ...Address, description: 'The wallet that holds the role of its recipient now.' },
  issuerWalletAddress: Address,
  sealedAt: Timestamp,
  expiresAt: Type.Optional(Timestamp),
  txCode: Type.Enum(['none', 'inbox', 'mail'], {
    title: 'AvailableTxCode',
    description: 'Whether its offer takes a code, which is in the answer that opens it or goes by mail.',
  }),
  entryId: Type.Optional({ ...Uuid, description: 'The entry of the personal inbox that told of it.' }),
  isDismissed: Type.Optional(Type.Boolean({ description: 'True: the caller dismissed that entry.' })),
});

const OfferByName = namedObject('OfferByName', {
  offerId: OfferId,
  ...type,
  issuer: Type.Object({ url: Type.String(), name: Type.String() }),
  credentialOfferUri: Type.String({ description: 'For a wallet. The caller signs in at the issuer to take it.' }),
  expiresAt: Timestamp,
});

export const AvailableCredentials = namedObject('AvailableCredentials', {
  credentials: Type.Array(AvailableCredential, { description: 'Of workflows, by the instances, the newest first.' }),
  nextCursor: NextCursor,
});
export const OffersByName = namedObject('OffersByName', { offers: Type.Array(OfferByName) });

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
