// Views that the examples of peers and of replication share: one peer that offers one public register.
import { LEDGER } from './ledger.js';

export const PEER_ID = '12D3KooWEyoppNCUx8Yx66oV9fJnriXwCcXwDDUA2kj6vnc6iDEp';
export const PEER_TIME = '2026-11-21T10:00:00.000Z';

export const PEER = {
  peerId: PEER_ID,
  orgId: '3b0d6a2e-7a54-4f0c-9d3a-5f4c1f5d2a01',
  orgName: 'Southwind',
  address: 'ledger.southwind.example',
  port: 7443,
  supportedProtocols: ['grpc'],
  state: 'up',
  standing: 'member',
  version: '0.1.0',
  firstSeen: PEER_TIME,
  lastSeen: PEER_TIME,
  failureCount: 1,
  isSeedNode: true,
  averageLatencyMs: 4,
  roundTripMs: 2,
  silentMs: null,
  isBanned: false,
  bannedAt: null,
  bannedUntil: null,
  banReason: null,
  qualityScore: 98.8,
  qualityRating: 'Excellent',
  advertisedRegisterCount: 1,
  advertisedRegisters: [{ registerId: LEDGER.registerId, syncState: 'synced', latestVersion: 12, isPublic: true }],
} as const;

export const QUALITY = {
  peerId: PEER_ID,
  averageLatencyMs: 4,
  minLatencyMs: 1,
  maxLatencyMs: 9,
  successRate: 0.99,
  totalRequests: 100,
  successfulRequests: 99,
  failedRequests: 1,
  qualityScore: 98.8,
  qualityRating: 'Excellent',
  lastUpdated: PEER_TIME,
} as const;
