// A wallet has a person asked for a credential (OpenID4VCI 1.0 section 5): it pushes a request, its person opens the
// page, and the answer goes back to the wallet with a code. The page is that of accounts.
import Type from 'typebox';
import {
  AUTHORIZATION_MS,
  CREDENTIAL_TYPE_MAX,
  REDIRECT_URI_MAX,
  WALLET_TEXT_MAX,
} from '../../../../core/base/limits/node/wallets.js';
import { rawRoute, route } from '../../../define.js';
import { IssuerSubdomain } from '../../../schemas/accounts/credential.js';
import { AttestationHeaders, DpopHeader } from '../../../schemas/accounts/proof-headers.js';
import { namedObject } from '../../../schemas/base/common.js';

const params = Type.Object({ subdomain: IssuerSubdomain });
const text = (pattern?: string) => Type.Optional(Type.String({ documented: { ...(pattern && { pattern }) } }));

/** RFC 6749 section 3.1: members that are not known are passed over. Faults have names of the standard. */
const AuthorizationForm = Type.Object(
  {
    response_type: text('^code$'),
    client_id: text(),
    redirect_uri: text(),
    code_challenge: text('^[A-Za-z0-9_-]{43}$'),
    code_challenge_method: text('^S256$'),
    scope: text(),
    authorization_details: Type.Optional(
      Type.String({ description: 'JSON: one entry of the type openid_credential (OpenID4VCI 1.0 section 5.1.1).' }),
    ),
    issuer_state: Type.Optional(Type.String({ description: 'Of an offer.' })),
    state: text(),
    dpop_jkt: text('^[A-Za-z0-9_-]{43}$'),
  },
  {
    title: 'CredentialAuthorizationForm',
    documented: {
      required: ['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method'],
    },
    additionalProperties: true,
  },
);

const AskedAuthorization = namedObject('AskedCredentialAuthorization', {
  requestUri: Type.String({ maxLength: 200, description: 'The request_uri of the address of the page.' }),
  clientId: Type.Optional(
    Type.String({
      maxLength: WALLET_TEXT_MAX,
      description:
        'The client_id of that address: a request that another client pushed is not found (RFC 9126 section 2.2).',
    }),
  ),
});
export const AuthorizationView = namedObject('CredentialAuthorization', {
  issuerName: Type.String(),
  credentialType: Type.String({ maxLength: CREDENTIAL_TYPE_MAX }),
  claims: Type.Array(Type.String(), { description: 'Names of the claims, without values.' }),
  clientId: Type.String({ description: 'The word of the wallet about itself.' }),
  redirectsTo: Type.String({
    description: 'Where the answer goes: a host, or the scheme that a program of this computer answers.',
  }),
});
const ERRORS = ['AUTHORIZATION_NOT_FOUND', 'OFFER_NOT_FOUND', 'OFFER_USED', 'OFFER_EXPIRED'] as const;

export const walletAuthorizationRoutes = {
  pushAuthorizationRequest: route({
    ...{ method: 'POST', url: '/credentials/:subdomain/par', can: 'public', writes: 'nothing', uncached: true },
    summary: 'Push a request to be shown to a person',
    description: `RFC 9126, with PKCE (S256), of a public client or of one with an attestation of its maker. With a proof of RFC 9449 in the header DPoP the token has to be bound to its key. The person has ${AUTHORIZATION_MS / 60_000} minutes.`,
    ...{ family: 'oauth', takes: ['application/x-www-form-urlencoded'], rate: 'auth', bucket: 'pushed-requests' },
    input: {
      params,
      body: AuthorizationForm,
      headers: Type.Object({ ...DpopHeader, ...AttestationHeaders }),
    },
    output: {
      201: namedObject('PushedAuthorizationRequest', { request_uri: Type.String(), expires_in: Type.Integer() }),
    },
    errors: ['ORGANISATION_NOT_FOUND', 'TOKEN_INVALID'],
    secretAnswer: true,
  }),
  showAuthorizationPage: rawRoute({
    ...{ method: 'GET', url: '/credentials/:subdomain/authorize', can: 'public', errors: [] },
    summary: 'Show the page on which a person lets a wallet have a credential',
    description:
      'The same for everybody: its script reads client_id and request_uri. Not served where http.pages is off.',
    answers: { status: 200, type: 'text/html', schema: Type.String(), description: 'A page for browsers.' },
    input: { params },
    anyQuery: true,
    isPage: true,
  }),
  readCredentialAuthorization: route({
    ...{
      method: 'POST',
      url: '/api/v1/credential-authorizations/read',
      can: 'RequireUser',
      program: 'closed',
      writes: 'nothing',
    },
    summary: 'Read what a wallet asks the caller for',
    input: { body: AskedAuthorization },
    output: AuthorizationView,
    errors: ERRORS,
  }),
  answerCredentialAuthorization: route({
    ...{
      method: 'POST',
      url: '/api/v1/credential-authorizations/answer',
      can: 'RequireUser',
      program: 'closed',
      writes: 'account',
    },
    summary: 'Let a wallet have a credential, or not',
    description: 'The address carries the code, and is for the browser of the person alone.',
    takesRecentSignIn: true,
    input: {
      body: Type.Object(
        { ...AskedAuthorization.properties, isAllowed: Type.Boolean() },
        { title: 'CredentialAuthorizationAnswer' },
      ),
    },
    output: namedObject('AnsweredCredentialAuthorization', {
      location: Type.String({ maxLength: REDIRECT_URI_MAX * 2 }),
    }),
    errors: ERRORS,
    secretAnswer: true,
  }),
};
