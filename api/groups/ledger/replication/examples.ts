// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import { PEER_TIME } from '../../../examples/peer.js';
import type { replicationRoutes } from './routes.js';

const { registerId } = LEDGER;
const params = { registerId };
const subscription = {
  registerId,
  mode: 'full-replica',
  syncState: 'recovering',
  lastSyncedDocketVersion: 0,
  lastSyncedTransactionVersion: 1,
  totalDocketsInChain: 13,
  syncProgressPercent: 7.6,
  canParticipateInValidation: false,
  isReceiving: true,
  lastSyncAt: PEER_TIME,
  consecutiveFailures: 0,
  errorMessage: null,
} as const;

export const replicationExamples: Examples<typeof replicationRoutes> = {
  listSubscriptions: { input: { query: { page: 1 } }, output: [subscription] },
  listRegisterCache: {
    input: { query: { page: 1 } },
    output: [
      {
        registerId,
        transactionCount: 40,
        docketCount: 13,
        latestTransactionVersion: 40,
        latestDocketVersion: 12,
        lastUpdateTime: PEER_TIME,
      },
    ],
  },
  listAvailableRegisters: {
    input: { query: { page: 1 } },
    output: [
      {
        registerId,
        name: 'Orders',
        description: 'Orders of the cooperative.',
        peerCount: 2,
        latestVersion: 12,
        latestDocketVersion: 12,
        isPublic: true,
        fullReplicaPeerCount: 2,
      },
    ],
  },
  subscribeRegister: { input: { params, body: { mode: 'full-replica' } }, output: subscription },
  unsubscribeRegister: {
    input: { params, query: { purge: false } },
    output: { registerId, unsubscribed: true, cacheRetained: true },
  },
  purgeRegisterCache: {
    input: { params },
    output: { registerId, purged: true, transactionsRemoved: 40, docketsRemoved: 13 },
  },
  advertiseRegister: { input: { params, body: { isPublic: true } }, output: { registerId, isPublic: true } },
  bulkAdvertise: {
    input: { body: { advertisements: [{ registerId, isPublic: true }] } },
    output: { processed: 1, added: 1, updated: 0, removed: 0 },
  },
  getSyncHealth: {
    input: {},
    output: {
      status: 'synced',
      registers: [
        {
          registerId,
          status: 'synced',
          currentDocket: 12,
          targetDocket: 12,
          progressPercent: 100,
          docketsProcessed: 13,
          lastError: null,
          isStale: false,
        },
      ],
      checkedAt: PEER_TIME,
    },
  },
};
