// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { walletLinkRoutes } from './routes.js';

const params = { organizationId: EXAMPLE.organisationId, participantId: EXAMPLE.administratorId };
const challengeId = 'e3f1b9a0-52c4-4d7e-9a61-0c8d5b7f2a11';

const linked = {
  walletAddress: EXAMPLE.walletAddress,
  algorithm: 'ED25519',
  publicKey: 'PUMtuzbOY9eM3JrVuhL4lLIZbEvZ5WmVPGMgYBzVjpk=',
  linkedAt: EXAMPLE.time,
} as const;

const participant = {
  id: EXAMPLE.administratorId,
  userId: EXAMPLE.administratorId,
  organizationId: EXAMPLE.organisationId,
  displayName: 'Ada Administrator',
  email: EXAMPLE.administratorEmail,
  status: 'Active',
  hasLinkedWallet: true,
  createdAt: EXAMPLE.time,
} as const;

export const walletLinkExamples: Examples<typeof walletLinkRoutes> = {
  getOrganizationParticipant: { input: { params }, output: { ...participant, linkedWallets: [linked] } },
  searchParticipants: {
    input: { body: { query: 'ada', hasLinkedWallet: false, page: 1, pageSize: 20 } },
    output: {
      results: [{ ...participant, hasLinkedWallet: false }],
      totalCount: 1,
      page: 1,
      pageSize: 20,
      query: 'ada',
    },
  },
  listWalletLinks: { input: { params }, output: { linkedWallets: [linked] } },
  beginWalletLink: {
    input: { params, body: { walletAddress: EXAMPLE.walletAddress, algorithm: 'ED25519' } },
    output: {
      challengeId,
      challenge: 'cXVvcmF0ZTp3YWxsZXQtbGluazp2MQ==',
      walletAddress: EXAMPLE.walletAddress,
      algorithm: 'ED25519',
      expiresAt: '2026-11-21T10:05:00.000Z',
      status: 'Pending',
    },
  },
  verifyWalletLink: {
    input: {
      params: { ...params, challengeId },
      body: { signature: 'c2lnbmF0dXJlIG9mIHRoZSBjaGFsbGVuZ2U=', publicKey: linked.publicKey },
    },
    output: linked,
  },
  removeWalletLink: { input: { params: { ...params, walletAddress: EXAMPLE.walletAddress } }, output: undefined },
};
