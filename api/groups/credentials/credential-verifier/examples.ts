// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { credentialVerifierRoutes } from './routes.js';

const params = { requestId: EXAMPLE.presentationRequestId };
const url = `http://localhost:8080/api/v1/verifier/requests/${params.requestId}`;
const shown = { requestId: params.requestId, expiresAt: '2026-11-21T10:05:00.000Z' } as const;
const verdict = {
  isValid: true,
  verifiedClaims: { given_name: 'Eve' },
  errors: [],
  holderKeyVerified: true,
  statusCheckResult: 'Valid',
  issuer: `http://localhost:8080/credentials/${EXAMPLE.subdomain}`,
  trustEvidence: [{ kind: 'x509-tenant', level: 'Low', trustListId: `tenant:${EXAMPLE.organisationId}#0` }],
} as const;
const outcome = {
  ...shown,
  state: 'Verified',
  result: { ...verdict, perQuery: { credential: { isValid: true, presentations: [verdict] } } },
} as const;

export const credentialVerifierExamples: Examples<typeof credentialVerifierRoutes> = {
  createPresentationRequest: {
    input: {
      body: { credentialType: 'urn:northwind:member:1', requiredClaims: [{ claimName: 'given_name' }] },
    },
    output: {
      ...{ ...shown, state: 'Pending' },
      authorizationRequestUri: `openid4vp://authorize?client_id=x509_san_dns%3Alocalhost&request_uri=${encodeURIComponent(`${url}/request-object`)}`,
      requestUri: `${url}/request-object`,
      qr: '<svg></svg>',
      nonce: 'q83vEjRWeJq83u8SNFZ4mjRWeJq83u8SNFZ4mjRWeJo',
    },
  },
  getRequestObject: { input: { params } },
  postRequestObject: { input: { params, body: 'wallet_nonce=qPmxiNFCR3QTm19POc8u' } },
  answerPresentationRequest: {
    input: { params, body: { vp_token: '{"credential":["eyJ...~"]}', state: params.requestId } },
    output: {},
  },
  redeemResponseCode: { input: { params, body: { code: 'q83vEjRWeJq83u8SNFZ4mg' } }, output: outcome },
  getPresentationResult: { input: { params }, output: outcome },
};
