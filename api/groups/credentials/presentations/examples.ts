// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { presentationRoutes } from './routes.js';

const presentationId = EXAMPLE.presentationRequestId;
const params = { presentationId };
const walletAddress = EXAMPLE.holdingWalletAddress;
const objectUri = `http%3A%2F%2Flocalhost%3A8080%2Fapi%2Fv1%2Fverifier%2Frequests%2F${presentationId}%2Frequest-object`;
const waiting = {
  ...{ presentationId, walletAddress, expiresAt: EXAMPLE.time },
  verifier: {
    clientId: 'x509_san_dns:localhost',
    verdict: 'AuthenticUntrusted',
    host: 'localhost:8080',
    names: [] as string[],
  },
} as const;
const credentialId = EXAMPLE.credentialId;
const resolved = {
  ...waiting,
  dcqlQuery: {
    credentials: [
      {
        ...{ id: 'credential', format: 'dc+sd-jwt', meta: { vct_values: ['urn:northwind:member:1'] } },
        claims: [{ path: ['given_name'] }],
      },
    ],
  },
  matches: {
    satisfied: true,
    queries: [{ id: 'credential', candidates: [{ credentialId, claims: [['given_name']] }] }],
    shown: ['credential'],
  },
  selection: [{ queryId: 'credential', credentialId }],
  transactionData: [],
};

export const presentationExamples: Examples<typeof presentationRoutes> = {
  resolvePresentation: {
    input: {
      body: {
        request: `openid4vp://authorize?client_id=x509_san_dns%3Alocalhost&request_uri=${objectUri}`,
        walletAddress,
      },
    },
    output: resolved,
  },
  requestPresentation: {
    input: {
      body: {
        ...{ credentialType: 'urn:northwind:member:1', targetWalletAddress: walletAddress },
        requiredClaims: [{ claimName: 'given_name' }],
      },
    },
    output: {
      ...{ requestId: presentationId, nonce: 'q83vEjRWeJq83u8SNFZ4mh', expiresAt: EXAMPLE.time },
      requestUrl: `http://localhost:8080/api/v1/verifier/requests/${presentationId}/request-object`,
      qrCodeUrl: `openid4vp://authorize?client_id=x509_san_dns%3Alocalhost&request_uri=${objectUri}`,
    },
  },
  getPresentationOutcome: {
    input: { params },
    output: { requestId: presentationId, state: 'Verified', expiresAt: EXAMPLE.time },
  },
  submitPresentation: {
    input: { params, body: { credentialId, acceptUntrusted: true } },
    output: { outcome: 'Submitted' },
  },
  listWaitingPresentations: { input: {}, output: { presentations: [waiting] } },
  listPresentationHistory: {
    input: { query: {} },
    output: {
      presentations: [
        {
          ...{ id: EXAMPLE.credentialId, requestingParty: 'localhost:8080', disclosedClaims: ['given_name'] },
          ...{ outcome: 'Submitted', presentedAt: EXAMPLE.time },
        },
      ],
      totalCount: 1,
    },
  },
  getWaitingPresentation: { input: { params }, output: resolved },
  previewPresentation: {
    input: { params, body: {} },
    output: {
      shown: [{ queryId: 'credential', credentialId, claims: { vct: 'urn:northwind:member:1', given_name: 'Eve' } }],
    },
  },
  acceptPresentation: {
    input: { params, body: { consent: true, acceptUntrusted: true } },
    output: { outcome: 'Submitted' },
  },
  denyPresentation: { input: { params }, output: { outcome: 'Denied' } },
};
