// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import { PEER, PEER_ID, PEER_TIME, QUALITY } from '../../../examples/peer.js';
import type { peerRoutes } from './routes.js';

const peerId = PEER_ID;

export const peerExamples: Examples<typeof peerRoutes> = {
  listPeers: { input: { query: { page: 1 } }, output: [PEER] },
  listPeerQuality: { input: { query: { page: 1 } }, output: [QUALITY] },
  getPeerStats: {
    input: {},
    output: {
      timestamp: PEER_TIME,
      peerStats: {
        totalPeers: 1,
        healthyPeers: 1,
        unhealthyPeers: 0,
        seedNodes: 1,
        averageLatencyMs: 4,
        totalFailures: 1,
      },
      qualityStats: {
        totalTrackedPeers: 1,
        excellentPeers: 1,
        goodPeers: 0,
        fairPeers: 0,
        poorPeers: 0,
        averageQualityScore: 98.8,
      },
      queueStats: { queueSize: 0, isEmpty: true },
      circuitBreakerStats: { totalCircuitBreakers: 1, openCircuits: 0, halfOpenCircuits: 0, closedCircuits: 1 },
    },
  },
  getPeerHealth: {
    input: {},
    output: {
      totalPeers: 1,
      healthyPeers: 1,
      unhealthyPeers: 0,
      healthPercentage: 100,
      peers: [{ peerId, isHealthy: true, state: 'up', lastSeen: PEER_TIME }],
    },
  },
  listConnectedPeers: { input: {}, output: { connectedPeerCount: 1, peers: [PEER] } },
  getPeer: {
    input: { params: { peerId } },
    output: { ...PEER, score: 3, breaker: 'closed', queueSize: 0, qualityDetails: QUALITY },
  },
  banPeer: {
    input: { params: { peerId }, body: { reason: 'Under investigation.' } },
    output: { peerId, isBanned: true, bannedAt: PEER_TIME, banReason: 'Under investigation.' },
  },
  unbanPeer: {
    input: { params: { peerId } },
    output: { peerId, isBanned: false, bannedAt: null, banReason: null },
  },
  resetPeer: { input: { params: { peerId } }, output: { peerId, failureCount: 0, previousFailureCount: 1 } },
  getMeshStatus: {
    input: {},
    output: {
      isOn: true,
      peerId: '12D3KooWHHzSeKaY8xuZVzkLbKFfvNgPPeKhFBGrMbNzbm5akpqu',
      orgId: PEER.orgId,
      orgName: PEER.orgName,
      endpoint: 'ledger.northwind.example:7443',
      peersUp: 1,
      peersKnown: 1,
      peers: [PEER],
      replicas: [
        {
          registerId: LEDGER.registerId,
          state: 'synced',
          height: 12,
          targetHeight: 12,
          lag: 0,
          isSeated: true,
          providers: [peerId],
          lastError: null,
          round: 0,
          leader: LEDGER.validatorId,
          roster: [
            {
              ...{ validatorId: LEDGER.validatorId, orgId: PEER.orgId, orgName: PEER.orgName, peerId },
              ...{ tip: 12, tipAt: PEER_TIME, lag: 0 },
            },
          ],
          quorum: 1,
        },
      ],
    },
  },
};
