// Credentials that a wallet of this node holds, as they are stated and shown. Claims are in the answer for one of them,
// and its text in that of its export alone.
import Type from 'typebox';
import {
  DCQL_CLAIMS_MAX,
  DCQL_VALUES_MAX,
  PRESENTATION_RAW_MAX,
} from '../../../core/base/limits/ledger/credentials.js';
import {
  COPIES_MAX,
  CREDENTIAL_OFFER_MAX,
  CREDENTIAL_TYPE_MAX,
  KEPT_CREDENTIALS_MAX,
  OFFERED_TYPES_MAX,
  PENDING_OF_WALLET_MAX,
  REQUIREMENTS_ASKED_MAX,
  TX_CODE_DIGITS_MAX,
} from '../../../core/base/limits/node/wallets.js';
import { CREDENTIAL_STATUSES } from '../../../core/blueprint/definition/choices.js';
import {
  ISSUER_VERDICTS,
  KEPT_STATES,
  type KeptCredential,
  SHOWN_STATES,
  shownState,
} from '../../../core/credentials/holding/kept.js';
import {
  PENDING_STATES,
  type PendingCredential,
  type ReceivedOffer,
} from '../../../core/credentials/holding/pending.js';
import type { IssuerReceipt } from '../../presenting/receipts.js';
import { Address, Hash, NextCursor, namedObject, OpenObject, Timestamp, Uuid } from '../base/common.js';

/** Codes of an issuer, and of requests to one. */
export const ISSUER_ERRORS = [
  ...(['ISSUER_REFUSED', 'ISSUER_ANSWER_INVALID', 'OUTGOING_REFUSED', 'OUTGOING_FAILED'] as const),
  ...(['OUTGOING_ANSWER_REFUSED', 'OUTGOING_BUSY', 'REGISTER_BEHIND'] as const),
] as const;

const CredentialType = Type.String({
  minLength: 1,
  maxLength: CREDENTIAL_TYPE_MAX,
  description: 'vct, or the doctype of an mdoc.',
});
const IssuerName = Type.String({
  description: 'As the credential names it: an address, a DID, or the subject of its certificate.',
});
export const Verdict = Type.Enum([...ISSUER_VERDICTS], {
  title: 'CredentialIssuerVerdict',
  description:
    'TrustedListVerified: its certificates lead to a trust list of the organisation of the caller. AuthenticUntrusted: the key is that of the name, and no list vouches for who has the name.',
});
export const KeptStatus = Type.Enum([...KEPT_STATES], { title: 'HeldCredentialStatus' });

const held = {
  credentialId: Uuid,
  walletAddress: Address,
  type: CredentialType,
  format: Type.String(),
  issuer: IssuerName,
  issuerVerdict: Verdict,
  status: Type.Enum([...SHOWN_STATES], { title: 'ShownCredentialStatus', description: 'Expired is computed.' }),
  copies: Type.Integer({ minimum: 1, maximum: COPIES_MAX, description: 'Each bound to a key of its own.' }),
  uses: Type.Integer({
    minimum: 0,
    description: 'How often it was shown. From as many as there are copies on, verifiers can tell one copy again.',
  }),
  canPresent: Type.Boolean({ description: 'It is bound to a key of the wallet, so that the node can present it.' }),
  receivedAt: Timestamp,
  changedAt: Timestamp,
  issuedAt: Type.Optional(Timestamp),
  expiresAt: Type.Optional(Timestamp),
  issuanceTxId: Type.Optional(Hash),
  issuanceRegisterId: Type.Optional(Type.String({ description: 'The register in which that was sealed.' })),
  ledgerStatus: Type.Optional(
    Type.Enum([...CREDENTIAL_STATUSES], {
      title: 'IssuanceStatus',
      description:
        'As the register of its Issuance says now, where this node has that: what the issuer says, whatever the owner noted.',
    }),
  ),
  issuanceBlueprintId: Type.Optional(Type.String()),
};
export const HeldView = namedObject('HeldCredential', held);
export const HeldDetail = namedObject('HeldCredentialDetail', {
  ...held,
  claims: { ...OpenObject, description: 'All claims, those that are kept back from others among them.' },
});
export const HeldPage = namedObject('HeldCredentialPage', {
  credentials: Type.Array(HeldView),
  damaged: Type.Optional(
    Type.Array(Type.String(), { description: 'Ids of credentials whose rows a disk damaged: have them issued anew.' }),
  ),
  nextCursor: NextCursor,
});
export const HeldExport = namedObject('HeldCredentialExport', {
  ...held,
  tokens: Type.Array(
    Type.Object({
      rawToken: Type.String(),
      derivationPath: Type.Optional(Type.String({ description: 'Of the key of the wallet that it is bound to.' })),
    }),
  ),
});
export const HeldChanges = namedObject('HeldCredentialChanges', {
  changed: Type.Array(HeldView, { maxItems: KEPT_CREDENTIALS_MAX }),
  removed: Type.Array(Uuid, { description: 'Ids of those that the wallet holds no more.' }),
  cursor: Type.String({ description: 'For `since` of the next call, within 30 days.' }),
});

export const StoreCredential = namedObject('StoreCredential', {
  rawToken: Type.String({
    minLength: 1,
    maxLength: PRESENTATION_RAW_MAX,
    description:
      'The credential as its issuer gave it: an SD-JWT VC with all its disclosures and no proof of a holder, or an mdoc (IssuerSigned in base64url).',
  }),
  type: Type.Optional({ ...CredentialType, description: 'Refused where the credential is of another.' }),
  issuerDid: Type.Optional(
    Type.String({ maxLength: 2048, description: 'Refused where the credential is of another.' }),
  ),
  issuanceTxId: Type.Optional(Hash),
  issuanceBlueprintId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});
export const ChangeHeldStatus = namedObject('ChangeHeldCredentialStatus', { status: KeptStatus });

const Scalar = Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean()]);
export const MatchCredentials = Type.Object(
  {
    requirements: Type.Optional(
      Type.Array(
        Type.Object({
          credentialType: CredentialType,
          acceptedIssuers: Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: DCQL_VALUES_MAX })),
          requiredClaims: Type.Optional(
            Type.Array(
              Type.Object({
                claimName: Type.String({
                  minLength: 1,
                  maxLength: 256,
                  description: 'A name, or a path as JSON text.',
                }),
                expectedValue: Type.Optional(Scalar),
              }),
              { maxItems: DCQL_CLAIMS_MAX },
            ),
          ),
        }),
        { minItems: 1, maxItems: REQUIREMENTS_ASKED_MAX, description: 'As the gates of an action state them.' },
      ),
    ),
    dcqlQuery: Type.Optional({
      ...OpenObject,
      description: 'DCQL (OpenID4VP 1.0 section 6), in place of requirements.',
    }),
  },
  { title: 'MatchCredentials', documented: { oneOf: [{ required: ['requirements'] }, { required: ['dcqlQuery'] }] } },
);
const Paths = Type.Array(
  Type.Array(Type.Unknown({ description: 'A name, a place in a list, or null for all places.' })),
  {
    description: 'Paths of the claims that answer the query, as DCQL has them.',
  },
);
export const CredentialMatches = namedObject('CredentialMatches', {
  satisfied: Type.Boolean(),
  queries: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Of the credential query; of a requirement g and its place.' }),
      candidates: Type.Array(
        Type.Object({
          ...{ credentialId: Uuid, claims: Paths },
          leaving: Type.Optional(
            Type.Array(Type.String(), {
              description:
                'Names of all claims that a verifier reads, with what cannot be kept back. Of a match alone.',
            }),
          ),
        }),
      ),
    }),
  ),
  shown: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Ids of the queries that are answered where the holder wishes nothing else.',
    }),
  ),
});

export const ReceiveCredentials = namedObject('ReceiveCredentials', {
  offer: Type.Optional({ ...OpenObject, description: 'The offer itself (OpenID4VCI 1.0 section 4.1.1).' }),
  offerUri: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CREDENTIAL_OFFER_MAX,
      description: 'The text of the QR code: openid-credential-offer://, with the offer in it or where it is.',
    }),
  ),
  txCode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: `As the issuer gave it, up to ${TX_CODE_DIGITS_MAX} digits.`,
    }),
  ),
  consent: Type.Optional(
    Type.Boolean({ default: false, description: 'False: what is offered is shown, and nothing is taken.' }),
  ),
});
export const ReceiptId = Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Of an offer whose person is away.' });
const IssuerView = Type.Object({
  url: Type.String(),
  name: Type.Optional(Type.String({ description: 'As it calls itself.' })),
});
export const OfferPreview = namedObject('CredentialOfferPreview', {
  issuer: IssuerView,
  credentials: Type.Array(
    Type.Object({
      type: CredentialType,
      format: Type.String(),
      name: Type.Optional(Type.String()),
      claims: Type.Array(Type.String(), { description: 'As far as the issuer tells.' }),
    }),
    { maxItems: OFFERED_TYPES_MAX },
  ),
  signsIn: Type.Optional(Type.Boolean({ description: 'The person has to sign in at the issuer.' })),
  txCode: Type.Optional(
    Type.Object({
      length: Type.Optional(Type.Integer()),
      inputMode: Type.Optional(Type.Enum(['numeric', 'text'], { title: 'TransactionCodeMode' })),
      description: Type.Optional(Type.String()),
    }),
  ),
});
export const PendingView = namedObject('PendingCredential', {
  pendingId: Uuid,
  walletAddress: Address,
  type: CredentialType,
  format: Type.String(),
  issuer: Type.String({ description: 'The address by which it names itself.' }),
  status: Type.Enum([...PENDING_STATES], {
    title: 'PendingCredentialStatus',
    description: 'Pending: the node asks the issuer for it by itself. Refused and Expired: it does not come.',
  }),
  reason: Type.Optional(Type.String({ description: 'Why it does not come.' })),
  askedAt: Timestamp,
  changedAt: Timestamp,
});
export const PendingList = namedObject('PendingCredentialList', {
  pending: Type.Array(PendingView, { maxItems: PENDING_OF_WALLET_MAX, description: 'Oldest first.' }),
});
export const ReceivedCredentials = namedObject('ReceivedCredentials', {
  credentials: Type.Array(HeldView),
  pending: Type.Optional(Type.Array(PendingView, { description: 'Credentials that the issuer has later.' })),
  authorization: Type.Optional(
    Type.Object({
      receiptId: ReceiptId,
      url: Type.String({ description: 'The person opens it in a browser, and signs in at the issuer.' }),
      expiresAt: Timestamp,
    }),
  ),
});
export const CredentialReceipt = namedObject('CredentialReceipt', {
  receiptId: ReceiptId,
  walletAddress: Address,
  issuer: IssuerView,
  status: Type.Enum(['Waiting', 'Received', 'Refused'], { title: 'CredentialReceiptStatus' }),
  reason: Type.Optional(Type.String({ description: 'Why nothing came.' })),
  credentials: Type.Optional(Type.Array(HeldView)),
  pending: Type.Optional(Type.Array(PendingView)),
  expiresAt: Timestamp,
});

const isoTime = (ms: number) => new Date(ms).toISOString();

export function heldView(kept: KeptCredential, nowMs: number) {
  const { id, wallet, credentialType, format, issuer, verdict, copies, uses, isBound } = kept;
  const { issuedAtMs, validUntilMs, issuanceTxId, issuanceRegisterId, issuanceBlueprintId } = kept;
  return {
    ...{ credentialId: id, walletAddress: wallet, type: credentialType, format, issuer, issuerVerdict: verdict },
    ...{ status: shownState(kept, nowMs), copies, uses, canPresent: isBound },
    ...{ receivedAt: isoTime(kept.receivedAtMs), changedAt: isoTime(kept.changedAtMs) },
    ...(issuedAtMs !== undefined && { issuedAt: isoTime(issuedAtMs) }),
    ...(validUntilMs !== undefined && { expiresAt: isoTime(validUntilMs) }),
    ...(issuanceTxId !== undefined && { issuanceTxId }),
    ...(issuanceRegisterId !== undefined && { issuanceRegisterId }),
    ...(issuanceBlueprintId !== undefined && { issuanceBlueprintId }),
  };
}

export function pendingView(row: PendingCredential) {
  const { id, wallet, credentialType, format, issuer, state, reason, askedAtMs, changedAtMs } = row;
  return {
    ...{ pendingId: id, walletAddress: wallet, type: credentialType, format, issuer, status: state },
    ...(reason !== undefined && { reason }),
    ...{ askedAt: isoTime(askedAtMs), changedAt: isoTime(changedAtMs) },
  };
}

export function receivedView({ kept, pending }: ReceivedOffer, nowMs: number) {
  return {
    credentials: kept.map((credential) => heldView(credential, nowMs)),
    ...(pending.length > 0 && { pending: pending.map(pendingView) }),
  };
}

export function receiptView(receipt: IssuerReceipt, nowMs: number) {
  const { id, wallet, endsAtMs, outcome, offered } = receipt;
  const { issuer: url, name } = offered.metadata;
  return {
    ...{ receiptId: id, walletAddress: wallet, issuer: { url, ...(name !== undefined && { name }) } },
    ...{ expiresAt: isoTime(endsAtMs), ...outcomeView(outcome, nowMs) },
  };
}

function outcomeView(outcome: IssuerReceipt['outcome'], nowMs: number) {
  if (outcome === undefined) return { status: 'Waiting' as const };
  if ('refused' in outcome) return { status: 'Refused' as const, reason: outcome.refused.message };
  return { status: 'Received' as const, ...receivedView(outcome.received, nowMs) };
}
