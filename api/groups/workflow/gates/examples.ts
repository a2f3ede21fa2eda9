// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { INSTANCE_ID, MOVED } from '../../../examples/instance.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { gateRoutes } from './routes.js';

const gateId = EXAMPLE.presentationRequestId;
const params = { gateId };
const expiresAt = '2026-11-21T10:15:00.000Z';
const nonce = 'WXZxr768rz9c7Dj6Z4ThbBOV46KXIAebZW7NE5nEH6E';
const requestUrl = `http://localhost:8080/api/v1/verifier/requests/${EXAMPLE.presentationRequestId}`;
const gate = {
  ...{ id: 'licence', state: 'Open' as const, nonce, audience: 'x509_san_dns:localhost' },
  responseUri: `http://localhost:8080/api/gates/${gateId}/present`,
  dcqlQuery: {
    credentials: [
      {
        ...{ id: 'licence', format: 'dc+sd-jwt', meta: { vct_values: ['urn:example:licence:1'] } },
        claims: [{ path: ['number'] }],
      },
    ],
  },
};
const prepared = {
  ...{ gateId, expiresAt, registerId: LEDGER.registerId, instanceId: INSTANCE_ID, actionId: '1', isMet: false },
  requirements: [gate],
};
const met = { ...prepared, isMet: true, requirements: [{ ...gate, state: 'Admitted' as const }] };
const action = { actionId: '1', senderWallet: EXAMPLE.walletAddress, payloadData: { amount: 3 } };

export const gateExamples: Examples<typeof gateRoutes> = {
  prepareInstanceAction: {
    input: { params: { instanceId: INSTANCE_ID }, query: { registerId: LEDGER.registerId }, body: action },
    output: prepared,
  },
  prepareAction: {
    input: { body: { ...action, actionId: '0', blueprintId: LEDGER.blueprintId, registerAddress: LEDGER.registerId } },
    output: { ...prepared, actionId: '0' },
  },
  getPreparedAction: { input: { params }, output: prepared },
  cancelPreparedAction: { input: { params }, output: undefined },
  presentAtGate: {
    input: { params, body: { requirement: 'licence', rawPresentation: 'eyJ...~eyJ...' } },
    output: met,
  },
  requestAtGate: {
    input: { params, body: { requirement: 'licence' } },
    output: {
      ...{ requestId: EXAMPLE.presentationRequestId, state: 'Pending', expiresAt: '2026-11-21T10:05:00.000Z' },
      authorizationRequestUri: `openid4vp://authorize?client_id=x509_san_dns%3Alocalhost&request_uri=${encodeURIComponent(`${requestUrl}/request-object`)}`,
      ...{ requestUri: `${requestUrl}/request-object`, qr: '<svg></svg>', nonce },
    },
  },
  submitPreparedAction: { input: { params }, output: MOVED },
};
