// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { participantRoutes } from './routes.js';

/** A participant whose one wallet is the example wallet. */
export const PARTICIPANT_ID = 'northwind-procurement';
const { walletAddress, organisationId: organizationId, time: publishedAt } = EXAMPLE;
const { registerId, txId: transactionId } = LEDGER;
const PUBLIC_KEY = 'fC5586FwH7Koaiwko/34Y0t6rYCIbAwKUm1E0j/o4Zo=';

const named = { organizationName: EXAMPLE.organisationName, participantName: 'Procurement' };
const version = { version: 1, status: 'Active', transactionId, publishedBy: walletAddress, publishedAt } as const;
const view = {
  registerId,
  participantId: PARTICIPANT_ID,
  ...named,
  addresses: [{ walletAddress, publicKey: PUBLIC_KEY, algorithm: 'ED25519' as const, primary: true }],
  ...version,
};
const key = {
  walletAddress,
  participantId: PARTICIPANT_ID,
  publicKey: PUBLIC_KEY,
  algorithm: 'ED25519',
  status: 'Active',
} as const;
const published = {
  transactionId,
  participantId: PARTICIPANT_ID,
  registerId,
  version: 1,
  signerWallet: walletAddress,
  status: 'pending',
} as const;
const ofAddress = { registerId, address: walletAddress };

export const participantExamples: Examples<typeof participantRoutes> = {
  listParticipants: {
    input: { params: { registerId }, query: { top: 20 } },
    output: { items: [view], skip: 0, top: 20, totalCount: 1, hasMore: false },
  },
  getParticipant: {
    input: { params: { registerId, participantId: PARTICIPANT_ID } },
    output: { latest: view, history: [version] },
  },
  getParticipantByAddress: { input: { params: ofAddress }, output: view },
  getParticipantPublicKey: { input: { params: ofAddress }, output: key },
  resolvePublicKeys: {
    input: { params: { registerId }, body: { walletAddresses: [walletAddress] } },
    output: { resolved: { [walletAddress]: key }, notFound: [], revoked: [] },
  },
  publishParticipant: {
    input: {
      params: { organizationId },
      body: { registerId, ...named, addresses: [{ walletAddress }], signerWalletAddress: walletAddress },
    },
    output: published,
  },
  updateParticipant: {
    input: {
      params: { organizationId, participantId: PARTICIPANT_ID },
      body: { registerId, participantName: 'Purchasing', signerWalletAddress: walletAddress },
    },
    output: { ...published, version: 2 },
  },
  revokeParticipant: {
    input: {
      params: { organizationId, participantId: PARTICIPANT_ID },
      query: { registerId, signerWalletAddress: walletAddress },
    },
    output: { ...published, version: 2 },
  },
};
