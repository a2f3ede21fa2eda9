// Requests for presentations, and what came of them, as they are stated and shown.
import Type from 'typebox';
import { DCQL_QUERIES_MAX, PRESENTATION_RAW_MAX } from '../../../core/base/limits/ledger/credentials.js';
import {
  CLAIM_NAME_MAX,
  CLAIMS_ASKED_MAX,
  CREDENTIAL_TYPE_MAX,
  ISSUER_NAME_MAX,
  ISSUERS_ACCEPTED_MAX,
  REDIRECT_URI_MAX,
  TRANSACTION_DATA_MAX,
} from '../../../core/base/limits/node/wallets.js';
import { STATUS_RESULTS } from '../../../core/credentials/presenting/judge.js';
import { PRESENTED_FORMATS } from '../../../core/credentials/presenting/question.js';
import {
  CLIENT_ID_PREFIXES,
  type PresentationRequest,
  REQUEST_FLOWS,
  REQUEST_STATES,
  RESPONSE_MODES,
  requestState,
} from '../../../core/credentials/presenting/request.js';
import { ASSURANCE_LEVELS, SOURCE_KINDS } from '../../../core/trust/policy-form.js';
import { namedObject, OpenObject, Timestamp } from '../base/common.js';

export const RequestId = Type.String({
  pattern: '^[0-9a-z]{9}-[A-Za-z0-9_-]{22}$',
  description: 'Id of a request for a presentation.',
  examples: ['0mhwzv8lc-q83vEjRWeJq83u8SNFZ4mg'],
});
const PresentedFormat = Type.Enum([...PRESENTED_FORMATS], { title: 'PresentedFormat' });
const ClaimName = Type.String({
  minLength: 1,
  maxLength: CLAIM_NAME_MAX,
  description: 'A name, or a path as JSON text: ["address","locality"]. Of an mdoc always name space and name.',
});

/** A question by a type, some claims and issuers. */
export const askedByType = {
  credentialType: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: CREDENTIAL_TYPE_MAX, pattern: '^[!-~]*$' },
      description:
        'Type of the credential (vct, with the format mso_mdoc a doctype, with jwt_vc_json a type of a W3C credential). Either this or dcqlQuery.',
      examples: ['urn:northwind:member:1'],
    }),
  ),
  format: Type.Optional(PresentedFormat),
  requiredClaims: Type.Optional(
    Type.Array(
      Type.Object({
        claimName: ClaimName,
        expectedValue: Type.Optional(
          Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()], {
            description: 'The claim has this value; any when absent.',
          }),
        ),
      }),
      { maxItems: CLAIMS_ASKED_MAX },
    ),
  ),
  acceptedIssuers: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: ISSUER_NAME_MAX }), {
      ...{ minItems: 1, maxItems: ISSUERS_ACCEPTED_MAX },
      description:
        'Issuers by DID, by their address, or by a name of their certificate. Without them and without a policy the organisation takes its own credentials alone.',
    }),
  ),
};

export const CreatePresentationRequest = namedObject('CreatePresentationRequest', {
  ...askedByType,
  trustPolicy: Type.Optional(OpenObject),
  dcqlQuery: Type.Optional(OpenObject),
  declaredQuery: Type.Optional(OpenObject),
  transactionData: Type.Optional(
    Type.Array(OpenObject, {
      maxItems: TRANSACTION_DATA_MAX,
      description: 'Data that the holder consents to with one credential (OpenID4VP 1.0 section 8.4).',
    }),
  ),
  flow: Type.Optional(
    Type.Enum([...REQUEST_FLOWS], {
      title: 'PresentationFlow',
      description:
        'With same-device the result counts once the browser came back with its code; cross-device when absent.',
    }),
  ),
  redirectUri: Type.Optional(
    Type.String({
      maxLength: REDIRECT_URI_MAX,
      description: 'Page to which the browser goes on, of the flow same-device.',
    }),
  ),
  responseMode: Type.Optional(Type.Enum([...RESPONSE_MODES], { title: 'PresentationResponseMode' })),
  clientIdPrefix: Type.Optional(Type.Enum([...CLIENT_ID_PREFIXES], { title: 'ClientIdPrefix' })),
  profile: Type.Optional(
    Type.Enum(['haip'], { title: 'PresentationProfile', description: 'x509_hash and direct_post.jwt (HAIP 1.0).' }),
  ),
  requestUriMethod: Type.Optional(
    Type.Enum(['get', 'post'], {
      title: 'RequestUriMethod',
      description: 'How the wallet fetches the request object; with post it may bring a nonce. get when absent.',
    }),
  ),
  keepPresentation: Type.Optional(
    Type.Boolean({ description: 'The presentations stand in the result as they came (vpToken).' }),
  ),
});

const shown = {
  requestId: RequestId,
  state: Type.Enum([...REQUEST_STATES], { title: 'PresentationRequestState' }),
  expiresAt: Timestamp,
};
export const MadePresentationRequest = namedObject('MadePresentationRequest', {
  ...shown,
  authorizationRequestUri: Type.String({ description: 'For the wallet: openid4vp://' }),
  requestUri: Type.String({ description: 'Where the wallet fetches the request object, three times at most.' }),
  qr: Type.String({ description: 'The URI for the wallet as a QR code: an SVG picture.' }),
  nonce: Type.String(),
});

const Evidence = namedObject('PresentationTrust', {
  kind: Type.Enum([...SOURCE_KINDS], { title: 'TrustSourceKind' }),
  level: Type.Enum([...ASSURANCE_LEVELS], { title: 'AssuranceLevel' }),
  trustListId: Type.Optional(Type.String({ description: 'List and its sequence number: eu#12.' })),
  isStale: Type.Optional(Type.Boolean()),
  anchor: Type.Optional(Type.String({ description: 'SHA-256 of the anchor.' })),
});
const verdict = {
  isValid: Type.Boolean(),
  verifiedClaims: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Claims that were asked for; of several queries under queryId:claim.',
  }),
  holderKeyVerified: Type.Boolean({
    description: 'The holder proved for this request that the credential is its own.',
  }),
  x5cChainValid: Type.Optional(Type.Boolean({ description: 'Absent for credentials without certificates.' })),
  statusCheckResult: Type.Enum([...STATUS_RESULTS], { title: 'StatusCheckResult' }),
  issuer: Type.Optional(Type.String()),
  trustEvidence: Type.Array(Evidence),
};
const Fault = { code: Type.String(), message: Type.String() };
const QueryVerdict = namedObject('PresentationQueryResult', {
  isValid: Type.Boolean(),
  presentations: Type.Array(
    namedObject('PresentationVerdict', { ...verdict, errors: Type.Array(namedObject('PresentationFault', Fault)) }),
  ),
});
export const PresentationOutcome = namedObject('PresentationRequestResult', {
  ...shown,
  result: Type.Optional(
    namedObject('PresentationResult', {
      ...verdict,
      errors: Type.Array(namedObject('PresentationError', { queryId: Type.Optional(Type.String()), ...Fault })),
      perQuery: Type.Record(Type.String(), QueryVerdict),
    }),
  ),
  vpToken: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String({ maxLength: PRESENTATION_RAW_MAX })), {
      maxProperties: DCQL_QUERIES_MAX,
      description: 'With keepPresentation alone.',
    }),
  ),
  denied: Type.Optional(Type.String({ description: 'Why the wallet shows nothing, as it says: access_denied.' })),
});

export function requestView(request: PresentationRequest, nowMs: number) {
  const { id: requestId, expiresAtMs } = request;
  return { requestId, state: requestState(request, nowMs), expiresAt: new Date(expiresAtMs).toISOString() };
}
