// The issuer of credentials that an organisation is (OpenID4VCI 1.0), for wallets. The subdomain `-` is the issuer at
// the root of the node: api/requests/aliases.ts makes the root paths of these.
import Type from 'typebox';
import { ATTESTATION_MAX, CREDENTIAL_TYPE_MAX, KEY_PROOF_MAX } from '../../../../core/base/limits/node/wallets.js';
import { TYPE_NAME } from '../../../../core/credentials/issuance/names.js';
import { WALLET_EVENTS } from '../../../../core/credentials/issuing/issued.js';
import { type BodyType, rawRoute, route } from '../../../define.js';
import { IssuerSubdomain, OfferId } from '../../../schemas/accounts/credential.js';
import {
  AccessTokenType,
  AttestationHeaders,
  DpopHeader,
  ProofHeaders,
} from '../../../schemas/accounts/proof-headers.js';
import { namedObject, OpenObject } from '../../../schemas/base/common.js';

const params = Type.Object({ subdomain: IssuerSubdomain });
const ANY = 'Any page may read it (CORS).';

/** RFC 6749 section 3.2: fields that are not known are passed over. Faults of the fields have names of the standard. */
const TokenForm = Type.Object(
  {
    grant_type: Type.Optional(
      Type.String({
        documented: {
          pattern: '^(urn:ietf:params:oauth:grant-type:pre-authorized_code|authorization_code|refresh_token)$',
        },
      }),
    ),
    'pre-authorized_code': Type.Optional(Type.String({ documented: { minLength: 1, maxLength: 200 } })),
    tx_code: Type.Optional(Type.String({ documented: { maxLength: 20 } })),
    code: Type.Optional(Type.String({ documented: { maxLength: 200 } })),
    refresh_token: Type.Optional(Type.String({ documented: { maxLength: 200 } })),
    code_verifier: Type.Optional(Type.String({ documented: { pattern: '^[A-Za-z0-9._~-]{43,128}$' } })),
    client_id: Type.Optional(Type.String()),
    redirect_uri: Type.Optional(Type.String()),
  },
  {
    title: 'CredentialTokenRequest',
    documented: { required: ['grant_type'] },
    additionalProperties: true,
  },
);
const TokenAnswer = namedObject('CredentialTokenResponse', {
  access_token: Type.String(),
  token_type: AccessTokenType,
  expires_in: Type.Integer(),
  refresh_token: Type.Optional(
    Type.String({
      description: 'For further tokens, where the credential of a workflow is not issued yet. Each is good once.',
    }),
  ),
  c_nonce: Type.String({ description: 'For wallets of drafts; others ask the nonce endpoint.' }),
  c_nonce_expires_in: Type.Integer(),
  authorization_details: Type.Optional(Type.Array(OpenObject, { description: 'Where the wallet asked with them.' })),
});
const Proof = Type.String({ maxLength: KEY_PROOF_MAX });
const ResponseEncryption = Type.Optional(
  Type.Object({}, { additionalProperties: true, description: 'In an encrypted request alone: jwk and enc.' }),
);
const ENCRYPTED: BodyType[] = ['application/json', 'application/jwt'];
export const CredentialRequest = Type.Object(
  {
    credential_configuration_id: Type.Optional(Type.String({ maxLength: CREDENTIAL_TYPE_MAX })),
    credential_identifier: Type.Optional(Type.String({ maxLength: CREDENTIAL_TYPE_MAX })),
    proofs: Type.Optional(
      Type.Object(
        {
          jwt: Type.Optional(Type.Array(Proof, { minItems: 1, maxItems: 256 })),
          attestation: Type.Optional(
            Type.Array(Type.String({ maxLength: ATTESTATION_MAX }), { minItems: 1, maxItems: 256 }),
          ),
        },
        {
          additionalProperties: true,
          description: 'Up to 16 of type jwt, or one of type attestation: a copy for each key.',
        },
      ),
    ),
    credential_response_encryption: ResponseEncryption,
    format: Type.Optional(
      Type.String({ maxLength: 64, description: 'Of the form of drafts, with proof and vct or doctype.' }),
    ),
    vct: Type.Optional(Type.String({ maxLength: CREDENTIAL_TYPE_MAX })),
    doctype: Type.Optional(Type.String({ maxLength: CREDENTIAL_TYPE_MAX })),
    proof: Type.Optional(
      Type.Object(
        { proof_type: Type.String({ maxLength: 64 }), jwt: Type.Optional(Proof) },
        { additionalProperties: true },
      ),
    ),
  },
  { title: 'CredentialRequest', additionalProperties: true },
);
const CredentialAnswer = namedObject('CredentialResponse', {
  credentials: Type.Optional(Type.Array(Type.Object({ credential: Type.String() }))),
  notification_id: Type.Optional(Type.String()),
  format: Type.Optional(Type.String({ description: 'To a request of the form of drafts, with credential.' })),
  credential: Type.Optional(Type.String()),
  c_nonce: Type.Optional(Type.String()),
  c_nonce_expires_in: Type.Optional(Type.Integer()),
});
export const DeferredRequest = Type.Object(
  {
    transaction_id: Type.Optional(Type.String({ maxLength: 64 })),
    credential_response_encryption: ResponseEncryption,
  },
  {
    title: 'DeferredCredentialRequest',
    documented: { required: ['transaction_id'] },
    additionalProperties: true,
  },
);
const DeferredAnswer = namedObject('DeferredCredential', {
  transaction_id: Type.String({ description: 'For the deferred credential endpoint.' }),
  interval: Type.Integer({ description: 'Seconds after which the wallet asks again.' }),
});

const document = (url: string, summary: string, description: string) =>
  route({
    ...{ method: 'GET', url: `/credentials/:subdomain/${url}` as const, can: 'public', summary },
    description: `${description} ${ANY}`,
    input: { params },
    output: OpenObject,
    errors: ['ORGANISATION_NOT_FOUND'],
  });

export const credentialIssuerRoutes = {
  getIssuerMetadata: rawRoute({
    ...{ method: 'GET', url: '/credentials/:subdomain/.well-known/openid-credential-issuer', can: 'public' },
    summary: 'Read what an issuer offers',
    description: `OpenID4VCI 1.0 section 12.2; also at /.well-known/openid-credential-issuer/credentials/SUBDOMAIN, and of the issuer at the root at /.well-known/openid-credential-issuer. ${ANY}`,
    input: { params },
    answers: {
      ...{ status: 200, type: 'application/json', schema: OpenObject, description: 'The metadata of the issuer.' },
      forms: { 'application/jwt': 'The same as a JWT with x5c, where a wallet of the issuer has a certificate.' },
    },
    errors: ['ORGANISATION_NOT_FOUND', 'NOT_ACCEPTABLE', 'HEADER_INVALID', 'STATUS_UNAVAILABLE'],
  }),
  getIssuerServer: document(
    '.well-known/oauth-authorization-server',
    'Read how an issuer gives tokens',
    'RFC 8414; also with the name of the document before the path, and at the root.',
  ),
  getIssuerOfJwt: document(
    '.well-known/jwt-vc-issuer',
    'Read where the keys of an issuer are',
    'SD-JWT VC section 5; also with the name of the document before the path, and at the root.',
  ),
  getIssuerKeys: document(
    'jwks',
    'Read the keys of an issuer',
    'RFC 7517; a key stays here as long as the issuer does.',
  ),
  getCredentialType: route({
    ...{ method: 'GET', url: '/credentials/types/:scope/:name', can: 'public' },
    summary: 'Read how credentials of a type are shown',
    description: `Type metadata of SD-JWT VC: names of the type and labels of its claims, by language. A credential whose vct is this address leads here; of a type that a definition names without an address, the id of the register and the name stand in its URN. ${ANY}`,
    input: {
      params: Type.Object({
        scope: Type.String({
          maxLength: 63,
          description: 'Id of the register that issues it, or subdomain of the organisation that states it.',
          documented: { pattern: '^[a-z0-9-]{3,63}$' },
        }),
        name: Type.String({ maxLength: CREDENTIAL_TYPE_MAX, documented: { pattern: TYPE_NAME } }),
      }),
    },
    output: OpenObject,
    errors: ['CREDENTIAL_TYPE_NOT_FOUND'],
  }),
  readCredentialOffer: route({
    ...{ method: 'GET', url: '/credentials/:subdomain/offers/:offerId', can: 'public', uncached: true },
    summary: 'Read an offer by its reference',
    input: { params: Type.Object({ subdomain: IssuerSubdomain, offerId: OfferId }) },
    output: OpenObject,
    errors: ['ORGANISATION_NOT_FOUND', 'OFFER_NOT_FOUND', 'OFFER_USED', 'OFFER_EXPIRED'],
  }),
  createCredentialToken: route({
    ...{ method: 'POST', url: '/credentials/:subdomain/token', can: 'public', writes: 'node', uncached: true },
    summary: 'Exchange a pre-authorised code, or that of a person, for an access token',
    description:
      'OpenID4VCI 1.0 section 6, of a public client or of one with an attestation of its maker. With a proof of RFC 9449 in the header DPoP the token is bound to its key. The fifth wrong tx_code ends the offer.',
    ...{ family: 'oauth', takes: ['application/x-www-form-urlencoded'] },
    input: { params, body: TokenForm, headers: Type.Object({ ...DpopHeader, ...AttestationHeaders }) },
    output: TokenAnswer,
    errors: ['ORGANISATION_NOT_FOUND', 'TOKEN_INVALID'],
    secretAnswer: true,
  }),
  createCredentialNonce: route({
    ...{ method: 'POST', url: '/credentials/:subdomain/nonce', can: 'public', writes: 'nothing', family: 'openid4vc' },
    summary: 'Get a nonce for the proofs of a credential request',
    description:
      'OpenID4VCI 1.0 section 7. It takes no body, and is good once, for five minutes. The header DPoP-Nonce has one for proofs of RFC 9449.',
    input: { params },
    output: namedObject('CredentialNonce', { c_nonce: Type.String() }),
    errors: ['ORGANISATION_NOT_FOUND'],
    uncached: true,
  }),
  requestCredential: route({
    ...{ method: 'POST', url: '/credentials/:subdomain/credential', can: 'public', writes: 'node', uncached: true },
    ...{ bodySize: 'answer', takes: ENCRYPTED },
    summary: 'Get the credential of an access token',
    description:
      'OpenID4VCI 1.0 section 8, with the access token in the header Authorization (Bearer, or DPoP with its proof). A key that comes again gets the same credential once more. A credential of a run of a workflow is given once its issuance is sealed; until then the wallet is told to come again. An encrypted request (section 10) may ask for an encrypted answer.',
    family: 'openid4vc',
    input: { params, body: CredentialRequest, headers: ProofHeaders },
    output: { 200: CredentialAnswer, 202: DeferredAnswer },
    errors: ['ORGANISATION_NOT_FOUND', 'TOKEN_INVALID'],
    secretAnswer: true,
  }),
  requestDeferredCredential: route({
    ...{ method: 'POST', url: '/credentials/:subdomain/deferred', can: 'public', writes: 'node', uncached: true },
    takes: ENCRYPTED,
    summary: 'Get a credential that was deferred',
    description: 'OpenID4VCI 1.0 section 9, with the access token of the request that was deferred.',
    family: 'openid4vc',
    input: {
      params,
      body: DeferredRequest,
      headers: ProofHeaders,
    },
    output: { 200: CredentialAnswer, 202: DeferredAnswer },
    errors: ['ORGANISATION_NOT_FOUND', 'TOKEN_INVALID'],
    secretAnswer: true,
  }),
  notifyIssuer: route({
    ...{ method: 'POST', url: '/credentials/:subdomain/notification', can: 'public', writes: 'node' },
    summary: 'Say what became of a credential in the wallet',
    description: 'OpenID4VCI 1.0 section 11. A credential that the wallet deleted is revoked.',
    family: 'openid4vcNotification',
    input: {
      params,
      body: Type.Object(
        {
          notification_id: Type.String({ maxLength: 64 }),
          event: Type.String({ maxLength: 64, documented: { title: 'WalletNotification', enum: [...WALLET_EVENTS] } }),
          event_description: Type.Optional(Type.String({ maxLength: 1000 })),
        },
        { title: 'CredentialNotification', additionalProperties: true },
      ),
      headers: ProofHeaders,
    },
    output: { 204: null },
    errors: ['ORGANISATION_NOT_FOUND', 'TOKEN_INVALID'],
  }),
};
