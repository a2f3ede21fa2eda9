// The verifier that an organisation is (OpenID4VP 1.0): requests by its people and services, and what wallets do with
// them.
import Type from 'typebox';
import { WALLET_NONCE_MAX } from '../../../../core/base/limits/node/wallets.js';
import { rawRoute, route } from '../../../define.js';
import {
  CreatePresentationRequest,
  MadePresentationRequest,
  PresentationOutcome,
  RequestId,
} from '../../../schemas/accounts/presentation.js';
import { namedObject } from '../../../schemas/base/common.js';

const BASE = '/api/v1/verifier/requests';
const params = Type.Object({ requestId: RequestId });
const shared = { can: 'CanRequestPresentations' } as const;

const object = {
  url: `${BASE}/:requestId/request-object`,
  can: 'public',
  input: { params },
  answers: {
    status: 200,
    type: 'application/oauth-authz-req+jwt',
    schema: Type.String(),
    description: 'A request object (RFC 9101), signed with ES256 under the certificate in its x5c.',
  },
  errors: ['REQUEST_NOT_FOUND', 'REQUEST_EXPIRED', 'CERTIFICATE_MISSING'],
} as const;

/** OpenID4VP 1.0 section 8: fields that are not known are passed over. */
const AnswerForm = Type.Object(
  {
    vp_token: Type.Optional(Type.String({ description: 'A JSON object: presentations by the id of their query.' })),
    state: Type.Optional(Type.String({ description: 'That of the request: its id.' })),
    response: Type.Optional(Type.String({ description: 'The whole answer as a JWE, where the request has a key.' })),
    error: Type.Optional(Type.String({ description: 'The holder shows nothing: access_denied.' })),
    presentation_submission: Type.Optional(Type.String({ description: 'Of drafts; refused as LEGACY_DIALECT.' })),
  },
  { title: 'PresentationAnswer', additionalProperties: true },
);

export const credentialVerifierRoutes = {
  createPresentationRequest: route({
    ...{ method: 'POST', url: BASE, writes: 'node', bodySize: 'form', ...shared },
    summary: 'Ask a wallet for a presentation',
    description:
      'It is good for five minutes and one answer. It is signed under a certificate of the organisation for the host of this node.',
    input: { body: CreatePresentationRequest },
    output: { 201: MadePresentationRequest },
    errors: ['BODY_INVALID', 'CERTIFICATE_MISSING', 'QUOTA_EXCEEDED'],
  }),
  getRequestObject: rawRoute({
    ...{ method: 'GET', ...object, noHead: true },
    summary: 'Fetch the request object, as a wallet does',
    description: 'Three times at most, by either method.',
  }),
  postRequestObject: rawRoute({
    ...{ method: 'POST', ...object, writes: 'nothing' },
    errors: [...object.errors, 'BODY_INVALID', 'BODY_TOO_LARGE'],
    summary: 'Fetch the request object with a nonce of the wallet',
    description: `OpenID4VP 1.0 section 5.10.1: a form with wallet_nonce (${WALLET_NONCE_MAX} characters at most), which the request object repeats, and wallet_metadata.`,
  }),
  answerPresentationRequest: route({
    ...{ method: 'POST', url: `${BASE}/:requestId/direct-post`, can: 'public', writes: 'node', bodySize: 'answer' },
    summary: 'Answer a request, as a wallet does',
    description:
      'OpenID4VP 1.0 section 8.2. A request takes one answer. An answer that cannot be read as one to it changes nothing; an answer that is refused ends it.',
    ...{ family: 'oauth', takes: ['application/x-www-form-urlencoded'], uncached: true },
    input: { params, body: AnswerForm },
    output: namedObject('PresentationAnswered', {
      redirect_uri: Type.Optional(Type.String({ description: 'Where the browser of the holder goes on.' })),
    }),
    errors: ['REQUEST_NOT_FOUND', 'REQUEST_EXPIRED', 'PRESENTATION_INVALID', 'DCQL_UNKNOWN_QUERY_ID', 'LEGACY_DIALECT'],
  }),
  redeemResponseCode: route({
    ...{ method: 'POST', url: `${BASE}/:requestId/response-code`, writes: 'node', uncached: true, ...shared },
    summary: 'Bring the code with which the browser of the holder came back',
    description: 'Of the flow same-device: the session that asked brings it, once, within five minutes of the answer.',
    input: { params, body: namedObject('ResponseCode', { code: Type.String({ maxLength: 64 }) }) },
    output: PresentationOutcome,
    errors: ['REQUEST_NOT_FOUND', 'RESPONSE_CODE_REFUSED'],
  }),
  getPresentationResult: route({
    ...{ method: 'GET', url: `${BASE}/:requestId/result`, uncached: true, ...shared },
    summary: 'See what came of a request',
    description: 'It is kept for a day.',
    input: { params },
    output: PresentationOutcome,
    errors: ['REQUEST_NOT_FOUND'],
  }),
};
