// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { INSTANCE } from '../../../examples/instance.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { issuedCredentialRoutes } from './routes.js';

const params = { credentialId: EXAMPLE.credentialId };
const credential = {
  id: EXAMPLE.credentialId,
  credentialType: 'urn:northwind:member:1',
  format: 'dc+sd-jwt',
  issuerWalletAddress: EXAMPLE.issuerWalletAddress,
  offerId: EXAMPLE.offerId,
  state: 'Valid',
  copies: 1,
  statusList: `http://localhost:8080/api/v1/credentials/status-lists/${EXAMPLE.statusListId}`,
  issuedAt: EXAMPLE.time,
  validUntil: '2027-11-21T10:00:00.000Z',
} as const;
const changed = { ...credential, changedAt: EXAMPLE.time, reason: 'The member left.' };
const input = { params, body: { reason: 'The member left.' } };

const offered = {
  offerId: EXAMPLE.offerId,
  ...{ credentialType: credential.credentialType, format: credential.format },
  issuerWalletAddress: EXAMPLE.issuerWalletAddress,
  status: 'Pending',
  createdAt: EXAMPLE.time,
  expiresAt: '2026-11-22T10:00:00.000Z',
  credentialOfferUri: `openid-credential-offer://?credential_offer_uri=http%3A%2F%2Flocalhost%3A8080%2Fcredentials%2F${EXAMPLE.subdomain}%2Foffers%2F${EXAMPLE.offerId}`,
  preAuthorizedCode: EXAMPLE.preAuthorizedCode,
  qr: '<svg></svg>',
} as const;

const claims = { given_name: 'Eve', member_since: 2024 };

export const issuedCredentialExamples: Examples<typeof issuedCredentialRoutes> = {
  issueCredential: {
    input: {
      params: { address: EXAMPLE.issuerWalletAddress },
      body: {
        ...{ credentialType: credential.credentialType, claims, recipientWallet: EXAMPLE.holdingWalletAddress },
        expiryDuration: 'P365D',
      },
    },
    output: {
      ...{ credentialId: `urn:uuid:${EXAMPLE.credentialId}`, type: credential.credentialType, claims },
      issuerDid: `http://localhost:8080/credentials/${EXAMPLE.subdomain}`,
      subjectDid: `did:quorate:w:${EXAMPLE.holdingWalletAddress}`,
      ...{ issuedAt: EXAMPLE.time, expiresAt: credential.validUntil, rawToken: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln~' },
    },
  },
  listIssuedCredentials: { input: { query: { pageSize: 20 } }, output: { credentials: [credential] } },
  listAvailableCredentials: {
    input: { query: { pageSize: 100 } },
    output: {
      credentials: [
        {
          credentialId: EXAMPLE.credentialId,
          ...{ credentialType: 'urn:northwind:permit:1', format: credential.format },
          ...{ registerId: LEDGER.registerId, instanceId: INSTANCE.id, issuanceTxId: LEDGER.txId },
          walletAddress: EXAMPLE.holdingWalletAddress,
          issuerWalletAddress: EXAMPLE.issuerWalletAddress,
          ...{ sealedAt: EXAMPLE.time, expiresAt: credential.validUntil, txCode: 'none' },
          ...{ entryId: EXAMPLE.inboxEntryId, isDismissed: false },
        },
      ],
    },
  },
  listOffersByName: {
    input: {},
    output: {
      offers: [
        {
          offerId: EXAMPLE.offerId,
          ...{ credentialType: credential.credentialType, format: credential.format },
          issuer: { url: `http://localhost:8080/credentials/${EXAMPLE.subdomain}`, name: 'Northwind Cooperative' },
          ...{ credentialOfferUri: offered.credentialOfferUri, expiresAt: offered.expiresAt },
        },
      ],
    },
  },
  getIssuedCredential: { input: { params }, output: credential },
  revokeCredential: { input, output: { ...changed, state: 'Revoked' } },
  suspendCredential: { input, output: { ...changed, state: 'Suspended' } },
  reinstateCredential: { input, output: changed },
  offerRunCredential: { input: { params }, output: offered },
  refreshCredential: {
    input: { params, body: { claims: { given_name: 'Eve', member_since: 2024 }, validFor: 86_400 } },
    output: offered,
  },
};
