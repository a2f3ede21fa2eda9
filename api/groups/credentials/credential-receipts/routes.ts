// Credentials that a wallet takes with the word of its person at the issuer (OpenID4VCI 1.0 section 5): the page to
// which the issuer sends the browser back, and what came of it. For the person who asked alone.
import Type from 'typebox';
import { RECEIVED_PATH } from '../../../credentials/holding/authorizing.js';
import { rawRoute, route } from '../../../define.js';
import {
  CredentialReceipt,
  ISSUER_ERRORS,
  ReceiptId,
  ReceivedCredentials,
} from '../../../schemas/accounts/held-credential.js';

const answer = Type.Object(
  {
    state: Type.String({ minLength: 1, maxLength: 128 }),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    iss: Type.Optional(Type.String({ maxLength: 2048, description: 'RFC 9207.' })),
    error: Type.Optional(Type.String({ maxLength: 256 })),
  },
  { title: 'CredentialReceiptAnswer' },
);

export const credentialReceiptRoutes = {
  showReceiptPage: rawRoute({
    ...{ method: 'GET', url: RECEIVED_PATH, can: 'public', errors: [] },
    summary: 'Show the page to which an issuer sends a person back',
    description:
      'The same for everybody: its script reads code, state, iss and error, and has the person sign in. Not served where http.pages is off.',
    answers: { status: 200, type: 'text/html', schema: Type.String(), description: 'A page for browsers.' },
    anyQuery: true,
    isPage: true,
  }),
  getCredentialReceipt: route({
    ...{ method: 'GET', url: '/api/v1/credential-receipts/:receiptId', can: 'RequireUser', program: 'credential:hold' },
    summary: 'Read what came of an offer for which the caller is at the issuer',
    input: { params: Type.Object({ receiptId: ReceiptId }) },
    output: CredentialReceipt,
    errors: ['AUTHORIZATION_NOT_FOUND', 'PATH_INVALID'],
    uncached: true,
  }),
  answerCredentialReceipt: route({
    ...{
      method: 'POST',
      url: '/api/v1/credential-receipts/answer',
      can: 'RequireUser',
      program: 'credential:hold',
      writes: 'node',
    },
    summary: 'Take credentials with the answer of an issuer',
    description:
      'The answer is taken once, in a session of the person who asked. It has to name the authorization server that was asked (iss).',
    input: { body: answer },
    output: { 201: ReceivedCredentials, 202: ReceivedCredentials },
    errors: [
      ...(['AUTHORIZATION_NOT_FOUND', 'BODY_INVALID', 'WALLET_NOT_FOUND', 'WALLET_ACCESS_DENIED'] as const),
      ...(['WALLET_LOCKED', 'ALGORITHM_UNSUPPORTED', 'CREDENTIAL_REFUSED', 'QUOTA_EXCEEDED'] as const),
      ...ISSUER_ERRORS,
    ],
    bodySize: 'form',
    ...{ rate: 'strict', bucket: 'credential-issuers' },
  }),
};
