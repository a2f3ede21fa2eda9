// Offers of credentials, and credentials that were issued, as they are stated and shown. Claims are in no answer, and
// the code of an offer is in the one answer of the call that makes it.
import Type from 'typebox';
import type { JsonObject } from '../../../core/base/json.js';
import {
  CLAIM_PATH_MAX,
  COPIES_MAX,
  CREDENTIAL_MS_MAX,
  CREDENTIAL_TYPE_MAX,
  OFFER_MS_MAX,
  STATUS_REASON_MAX,
  TX_CODE_DIGITS_MAX,
  TX_CODE_DIGITS_MIN,
} from '../../../core/base/limits/node/wallets.js';
import { TRUST_ANCHORS } from '../../../core/credentials/issuing/copy-content.js';
import { CREDENTIAL_FORMAT_NAMES } from '../../../core/credentials/issuing/formats.js';
import { CREDENTIAL_STATES, type IssuedCredential, WALLET_EVENTS } from '../../../core/credentials/issuing/issued.js';
import { type CredentialOffer, OFFER_STATUSES, offerStatus } from '../../../core/credentials/issuing/offer.js';
import { walletDid } from '../../../core/register/people/did.js';
import { Address, Hash, NextCursor, namedObject, Timestamp, UUID_PATTERN, Uuid } from '../base/common.js';
import { WalletRef } from './wallet.js';

export const IssuerSubdomain = Type.String({
  maxLength: 63,
  description: 'Subdomain of the organisation, or - for the issuer at the root of the node.',
});
export const OfferId = Type.String({
  pattern: '^[0-9a-z]{9}-[A-Za-z0-9_-]{22}$',
  description: 'Id of an offer.',
  examples: ['0mhwzv8lc-q83vEjRWeJq83u8SNFZ4mg'],
});
export const CredentialType = Type.String({
  minLength: 1,
  maxLength: CREDENTIAL_TYPE_MAX,
  pattern: '^[!-~]*$',
  description:
    'Type of the credential (vct, or doctype of mso_mdoc): a name that nobody else uses, such as a URN or an https URL.',
  examples: ['urn:northwind:member:1'],
});
export const CredentialFormat = Type.Enum([...CREDENTIAL_FORMAT_NAMES], { title: 'CredentialFormat' });

export const CreateOffer = namedObject('CreateCredentialOffer', {
  issuerWalletAddress: Type.String({
    ...Address,
    description: 'A wallet of the organisation with a key of P-256, which signs.',
  }),
  tenantId: Type.Optional(
    Type.String({ ...Uuid, description: 'The organisation that issues; that of the caller when absent.' }),
  ),
  credentialType: CredentialType,
  claims: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'By name; of mso_mdoc the elements by name space. There a text in the form of a date or a time in UTC is one, and a data URL is its bytes.',
      },
    ),
  ),
  disclosablePaths: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: CLAIM_PATH_MAX }), {
      maxItems: 256,
      description:
        'Claims that the holder shows or keeps to itself: names, or JSON Pointers of inner ones. Each claim of the first level when absent. Not of mso_mdoc, where each element is one.',
    }),
  ),
  format: Type.Optional(CredentialFormat),
  trustAnchor: Type.Optional(
    Type.Enum([...TRUST_ANCHORS], {
      title: 'TrustAnchor',
      description:
        'How verifiers find the key: register, at the address of the issuer; x509-tenant or x509-lotl, by a certificate of the wallet under an anchor of the organisation or of a trust list. x509-tenant when absent, where the wallet has one.',
    }),
  ),
  recipientUserId: Type.Optional(
    Type.String({
      ...Uuid,
      description:
        'platformUserId of the person for whom it is, who signs in on the page that the wallet opens. Without it the offer is for whoever has its code.',
    }),
  ),
  txCode: Type.Optional(
    Type.Object(
      { length: Type.Optional(Type.Integer({ minimum: TX_CODE_DIGITS_MIN, maximum: TX_CODE_DIGITS_MAX, default: 6 })) },
      {
        description:
          'The wallet has to send a code, which its holder gets by another way. Five wrong ones cancel the offer.',
      },
    ),
  ),
  byValue: Type.Optional(Type.Boolean({ description: 'The URI carries the offer itself, and no address of it.' })),
  expiresIn: Type.Optional(
    Type.Integer({ minimum: 60, maximum: OFFER_MS_MAX / 1000, description: 'Seconds that the offer is good for.' }),
  ),
  validFor: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: CREDENTIAL_MS_MAX / 1000,
      description: 'Seconds that the credential is good for, up to the next hour; a year when absent.',
    }),
  ),
});

const { disclosablePaths, recipientUserId, txCode, byValue, expiresIn, validFor } = CreateOffer.properties;
export const RefreshCredential = namedObject('RefreshCredential', {
  claims: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The claims of the former offer when absent, while the node keeps them.',
      },
    ),
  ),
  ...{ disclosablePaths, recipientUserId, txCode, byValue, expiresIn, validFor },
});

const ClaimPath = Type.String({ minLength: 1, maxLength: CLAIM_PATH_MAX });
const { claims: Claims, format: Format, trustAnchor: Anchor } = CreateOffer.properties;
export const IssueCredential = namedObject('IssueCredential', {
  credentialType: CredentialType,
  claims: Claims,
  recipientWallet: {
    ...WalletRef,
    description: 'A wallet of this node, with a key of P-256. It holds the credential.',
  },
  expiryDuration: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'ISO 8601, weeks or days and a time, up to the next hour; P365D when absent.',
      examples: ['P365D'],
    }),
  ),
  disclosableClaims: Type.Optional(
    Type.Array(ClaimPath, {
      maxItems: 256,
      description: 'Claims that the holder may keep to itself, as disclosablePaths of an offer.',
    }),
  ),
  issuanceBlueprintId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Kept with it.' })),
  format: Format,
  trustAnchor: Anchor,
});
export const IssuedToWallet = namedObject('IssuedToWallet', {
  credentialId: Type.String({
    pattern: UUID_PATTERN.replace('^', '^urn:uuid:'),
    description: 'urn:uuid: and the id under which the organisation finds it.',
  }),
  type: CredentialType,
  issuerDid: Type.String({ description: 'The address by which the issuer names itself.' }),
  subjectDid: Type.String({ description: 'did:quorate:w: and the address of the recipient.' }),
  claims: Type.Object({}, { additionalProperties: true }),
  issuedAt: Timestamp,
  expiresAt: Timestamp,
  rawToken: Type.String({ description: 'The credential, bound to the holder key of the recipient.' }),
  heldCredentialId: Type.Optional({
    ...Uuid,
    description: 'In the wallet of the recipient, which took it by itself because its owner accepts the issuer.',
  }),
});

const offered = {
  offerId: OfferId,
  credentialType: CredentialType,
  format: CredentialFormat,
  issuerWalletAddress: Address,
  status: Type.Enum([...OFFER_STATUSES], { title: 'CredentialOfferStatus' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  credentialId: Type.Optional(Type.String({ ...Uuid, description: 'The credential that was issued by it.' })),
};
export const OfferView = namedObject('CredentialOffer', offered);
export const MadeOffer = namedObject('MadeCredentialOffer', {
  ...offered,
  credentialOfferUri: Type.String({ description: 'For the wallet: openid-credential-offer://' }),
  preAuthorizedCode: Type.Optional(Type.String({ description: 'Of an offer without recipientUserId.' })),
  txCode: Type.Optional(Type.String({ description: 'For the holder, by another way than the offer. Shown once.' })),
  qr: Type.String({ description: 'The URI as a QR code: an SVG picture.' }),
});

export const IssuedState = Type.Enum([...CREDENTIAL_STATES], { title: 'CredentialState' });
export const IssuedView = namedObject('IssuedCredential', {
  id: Uuid,
  credentialType: CredentialType,
  format: CredentialFormat,
  issuerWalletAddress: Address,
  offerId: Type.Optional(Type.String({ ...OfferId, description: 'Absent for a credential of a run.' })),
  run: Type.Optional(
    Type.Object(
      {
        registerId: Type.String(),
        instanceId: Type.String(),
        transactionId: Hash,
        config: Type.String({ description: 'Id of the configuration in its action.' }),
        issuanceTxId: Type.Optional(Type.String({ ...Hash, description: 'From when its issuance is sealed.' })),
      },
      { description: 'The run of a workflow that it comes from.' },
    ),
  ),
  state: IssuedState,
  copies: Type.Integer({
    minimum: 0,
    maximum: COPIES_MAX,
    description: 'Each for a key of its own. A credential of a run has none until a wallet takes it.',
  }),
  statusList: Type.String({ description: 'Address of the status list that it is in.' }),
  issuedAt: Timestamp,
  validUntil: Timestamp,
  issuanceBlueprintId: Type.Optional(Type.String({ description: 'As its maker named it.' })),
  replaces: Type.Optional(
    Type.String({
      ...Uuid,
      description: 'The former credential. It is revoked when a wallet takes this one, or by the seal of its Issuance.',
    }),
  ),
  walletSaid: Type.Optional(Type.Enum([...WALLET_EVENTS], { title: 'WalletNotification' })),
  changedAt: Type.Optional(Timestamp),
  reason: Type.Optional(Type.String()),
});
export const IssuedPage = namedObject('IssuedCredentialPage', {
  credentials: Type.Array(IssuedView),
  nextCursor: NextCursor,
});
export const StatusReason = namedObject('CredentialStatusReason', {
  reason: Type.Optional(
    Type.String({
      maxLength: STATUS_REASON_MAX,
      description: 'Kept with the credential; the status list has no reasons.',
    }),
  ),
});

const isoTime = (ms: number) => new Date(ms).toISOString();

export function offerView(offer: CredentialOffer, nowMs: number) {
  const { id: offerId, credentialType, issuerWallet, createdAtMs, expiresAtMs, credentialId } = offer;
  return {
    ...{ offerId, credentialType, format: offer.format, issuerWalletAddress: issuerWallet },
    ...{ status: offerStatus(offer, nowMs), createdAt: isoTime(createdAtMs), expiresAt: isoTime(expiresAtMs) },
    ...(credentialId !== undefined && { credentialId }),
  };
}

export function issuedView(credential: IssuedCredential, statusList: string) {
  const { id, credentialType, issuerWallet, offerId, run, state, copies, replaces } = credential;
  const { notified, changedAtMs, reason, issuanceBlueprintId } = credential;
  return {
    ...{
      id,
      credentialType,
      format: credential.format,
      issuerWalletAddress: issuerWallet,
      state,
    },
    ...(offerId !== undefined && { offerId }),
    ...(run !== undefined && { run }),
    ...{ copies: copies.length, statusList, issuedAt: isoTime(credential.issuedAtMs) },
    validUntil: isoTime(credential.validUntilMs),
    ...(issuanceBlueprintId !== undefined && { issuanceBlueprintId }),
    ...(replaces !== undefined && { replaces }),
    ...(notified !== undefined && { walletSaid: notified }),
    ...(changedAtMs !== undefined && { changedAt: isoTime(changedAtMs) }),
    ...(reason !== undefined && { reason }),
  };
}

export interface WalletIssue {
  readonly credential: IssuedCredential;
  /** The address by which the issuer names itself. */
  readonly issuer: string;
  /** Address of the recipient. */
  readonly recipient: string;
  readonly claims: JsonObject;
  readonly rawToken: string;
  /** Where the wallet took it by itself. */
  readonly heldCredentialId?: string | undefined;
}

export function walletIssueView(issued: WalletIssue) {
  const { credential, issuer, recipient, claims, rawToken, heldCredentialId } = issued;
  const { id, credentialType: type, issuedAtMs, validUntilMs } = credential;
  return {
    ...{ credentialId: `urn:uuid:${id}`, type, issuerDid: issuer, subjectDid: walletDid(recipient), claims },
    ...{ issuedAt: isoTime(issuedAtMs), expiresAt: isoTime(validUntilMs), rawToken },
    ...(heldCredentialId !== undefined && { heldCredentialId }),
  };
}
