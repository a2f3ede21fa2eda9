// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { INSTANCE, INSTANCE_ID, MOVED, REJECTED } from '../../../examples/instance.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { instanceRoutes } from './routes.js';

const instanceId = INSTANCE_ID;
const at = { params: { instanceId }, query: { registerId: LEDGER.registerId } } as const;
const senderWallet = EXAMPLE.walletAddress;
const branchId = `${LEDGER.txId}:1`;

export const instanceExamples: Examples<typeof instanceRoutes> = {
  createInstance: {
    input: {
      body: { registerId: LEDGER.registerId, blueprintId: LEDGER.blueprintId, metadata: { project: 'Riverside' } },
    },
    output: {
      id: instanceId,
      registerId: LEDGER.registerId,
      blueprintId: LEDGER.blueprintId,
      publicationTxId: LEDGER.publicationTxId,
      blueprintVersion: 1,
      pinState: 'pinned',
      state: 'Active',
      currentActionIds: [0],
      participantWallets: {},
      activeBranches: [],
      completedActionCount: 0,
      createdAt: EXAMPLE.time,
      updatedAt: EXAMPLE.time,
      metadata: { project: 'Riverside' },
    },
  },
  getInstance: { input: at, output: INSTANCE },
  getInstanceDefinition: {
    input: at,
    output: {
      instanceId,
      blueprintId: LEDGER.blueprintId,
      publicationTxId: LEDGER.publicationTxId,
      blueprintExecDefHash: LEDGER.payloadHash,
      blueprintVersion: 1,
      isPinnedToLatest: true,
      pinState: 'pinned',
    },
  },
  getInstanceState: {
    input: { params: at.params, query: { registerId: LEDGER.registerId, wallet: senderWallet } },
    output: {
      instanceId,
      actionCount: 1,
      previousTransactionId: LEDGER.txId,
      data: { amount: 3 },
      facts: [
        {
          actionId: '0',
          runs: [
            {
              source: { actionId: '0', transactionHash: LEDGER.txId, senderWallet },
              isInForce: true,
              isDelivered: true,
              members: [{ member: '/amount', value: 3, verdict: 'stated' }],
            },
          ],
        },
      ],
      suspect: [],
      branchStates: { [branchId]: 'Active' },
    },
  },
  getNextActions: {
    input: at,
    output: {
      instanceId,
      state: 'Active',
      isComplete: false,
      nextActions: [
        {
          actionId: 1,
          title: 'Confirm',
          description: '',
          participantId: 'seller',
          branchId,
          previousTransactionId: LEDGER.txId,
        },
      ],
    },
  },
  openInstanceParts: {
    input: { ...at, body: { txId: LEDGER.txId, pointers: ['/amount'], wallet: senderWallet } },
    output: {
      opening: {
        v: 1,
        txId: LEDGER.txId,
        classes: [
          {
            leaves: [null, 'owKf-ohCQiH0w4UBO-tqykY0pi1w2MHFcNVNZrMv47A'],
            open: [{ i: 0, pointer: '/amount', salt: 'cpjKplAx6tzj3gTP8-ZqNw', value: 3 }],
          },
          { hash: 'sg4KMCR8_z91KlUjkCir-YzoL1Cx8kKGGsKpUT4rzxQ' },
        ],
      },
      statement: { wallet: senderWallet, instanceId, actionId: '1', parts: [{ pointer: '/amount', value: 3 }] },
    },
  },
  challengeInstance: {
    input: { ...at, body: { senderWallet, txId: LEDGER.txId } },
    output: { transactionId: LEDGER.txId, instanceId, status: 'sealed' },
  },
  objectInstance: {
    input: { ...at, body: { senderWallet, txId: LEDGER.txId } },
    output: {
      instanceId,
      ground: 'calculation',
      at: '/calculations/total',
      shown: [{ transactionId: LEDGER.txId, pointers: ['/amount', '/total'] }],
      transactionId: LEDGER.txId,
      status: 'sealed',
    },
  },
  resolveInstance: {
    input: { ...at, body: { senderWallet, outcome: 'keep' } },
    output: {
      ...{ instanceId, objectionTransactionId: LEDGER.txId, outcome: 'keep', role: 'arbiter', decides: true },
      ...{ missing: [], transactionId: LEDGER.txId, status: 'sealed' },
    },
  },
  deliverInstance: {
    input: { ...at, body: { senderWallet, role: 'seller' } },
    output: {
      instanceId,
      deliveries: [
        {
          transactionId: LEDGER.txId,
          status: 'sealed',
          role: 'seller',
          wallet: EXAMPLE.walletAddress,
          runs: [LEDGER.txId],
        },
      ],
    },
  },
  executeInstanceAction: {
    input: {
      params: { instanceId, actionId: '1' },
      query: at.query,
      body: { senderWallet, payloadData: { confirmed: true } },
    },
    output: { ...MOVED, nextActions: [], isComplete: true },
  },
  rejectInstanceAction: {
    input: {
      params: { instanceId, actionId: '1' },
      query: at.query,
      body: { senderWallet, reason: 'The amount is wrong.', fieldErrors: { amount: 'Too high.' } },
    },
    output: REJECTED,
  },
  claimRole: {
    input: { params: { instanceId, actionId: '1' }, query: at.query, body: { senderWallet } },
    output: { ...MOVED, nextActions: [] },
  },
  releaseRole: {
    input: { params: { instanceId, actionId: '1' }, query: at.query, body: { senderWallet } },
    output: { ...MOVED, nextActions: [] },
  },
  confirmRun: {
    input: { ...at, body: { senderWallet, accept: false, reason: 'The price is too high.' } },
    output: { transactionId: LEDGER.txId, instanceId, status: 'sealed', timestamp: EXAMPLE.time },
  },
  cancelInstance: {
    input: { ...at, body: { senderWallet, reason: 'Bought elsewhere.' } },
    output: { ...MOVED, nextActions: [], isComplete: true },
  },
};
