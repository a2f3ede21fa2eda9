// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { heldCredentialRoutes } from './routes.js';

const address = EXAMPLE.holdingWalletAddress;
const params = { address, credentialId: EXAMPLE.credentialId };
const held = {
  credentialId: EXAMPLE.credentialId,
  walletAddress: address,
  type: 'urn:northwind:member:1',
  format: 'dc+sd-jwt',
  issuer: `http://localhost:8080/credentials/${EXAMPLE.subdomain}`,
  issuerVerdict: 'AuthenticUntrusted',
  status: 'Active',
  copies: 4,
  uses: 0,
  canPresent: true,
  receivedAt: EXAMPLE.time,
  changedAt: EXAMPLE.time,
  issuedAt: EXAMPLE.time,
  expiresAt: '2027-11-21T10:00:00.000Z',
} as const;
const pending = {
  ...{ pendingId: EXAMPLE.pendingId, walletAddress: address, type: held.type, format: held.format },
  ...{ issuer: held.issuer, askedAt: EXAMPLE.time, changedAt: EXAMPLE.time },
  status: 'Pending',
} as const;
const accepted = {
  issuers: [
    { issuer: held.issuer, types: [held.type] },
    { registerId: LEDGER.registerId, participantId: 'town' },
  ],
  changedAt: EXAMPLE.time,
};
const claims = { given_name: 'Eve', member_since: 2024 };
const offerUri = `openid-credential-offer://?credential_offer_uri=http%3A%2F%2Flocalhost%3A8080%2Fcredentials%2F${EXAMPLE.subdomain}%2Foffers%2F${EXAMPLE.offerId}`;

export const heldCredentialExamples: Examples<typeof heldCredentialRoutes> = {
  listHeldCredentials: {
    input: { params: { address }, query: { pageSize: 20 } },
    output: { credentials: [held] },
  },
  syncHeldCredentials: {
    input: { params: { address }, query: {} },
    output: { changed: [held], removed: [], cursor: '1.mi8k5bk0' },
  },
  listPendingCredentials: { input: { params: { address } }, output: { pending: [pending] } },
  deletePendingCredential: { input: { params: { address, pendingId: EXAMPLE.pendingId } }, output: undefined },
  getAutoAccept: { input: { params: { address } }, output: accepted },
  setAutoAccept: { input: { params: { address }, body: { issuers: accepted.issuers }, headers: {} }, output: accepted },
  getHeldCredential: { input: { params }, output: { ...held, claims } },
  exportHeldCredential: {
    input: { params },
    output: {
      ...held,
      tokens: [{ rawToken: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln~', derivationPath: "m/44'/0'/0'/0/108/0'" }],
    },
  },
  matchHeldCredentials: {
    input: {
      params: { address },
      body: {
        requirements: [{ credentialType: 'urn:northwind:member:1', requiredClaims: [{ claimName: 'given_name' }] }],
      },
    },
    output: {
      satisfied: true,
      queries: [
        {
          id: 'g0',
          candidates: [{ credentialId: EXAMPLE.credentialId, claims: [['given_name']], leaving: ['given_name'] }],
        },
      ],
      shown: ['g0'],
    },
  },
  storeHeldCredential: {
    input: { params: { address }, body: { rawToken: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln~' } },
    output: { ...held, copies: 1, canPresent: false },
  },
  receiveCredentials: {
    input: { params: { address }, body: { offerUri } },
    output: {
      issuer: { url: held.issuer, name: 'Northwind Cooperative' },
      credentials: [{ type: held.type, format: held.format, name: held.type, claims: [] }],
      txCode: { length: 6, inputMode: 'numeric' },
    },
  },
  setHeldCredentialStatus: {
    input: { params, body: { status: 'Suspended' } },
    output: { ...held, status: 'Suspended' },
  },
  deleteHeldCredential: { input: { params }, output: undefined },
};
