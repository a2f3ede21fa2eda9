// A good call of each operation of the group.
import { canonical } from '../../../../core/base/json.js';
import type { Examples } from '../../../define.js';
import { INSTANCE } from '../../../examples/instance.js';
import { DEFINITION, LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { inboxRoutes } from './routes.js';

const wallet = EXAMPLE.walletAddress;
const { registerId, txId } = LEDGER;
const instanceId = INSTANCE.id;
const disclosures = {
  instanceId,
  registerId,
  recipientResolved: true,
  disclosures: [
    {
      actionId: '0',
      actionTitle: 'Order',
      transactionHash: txId,
      disclosedAt: EXAMPLE.time,
      data: { amount: 3 },
    },
  ],
  suspect: [],
  disclosedFields: ['amount'],
};

const waiting = {
  instanceId,
  registerAddress: registerId,
  walletAddress: wallet,
  blueprintId: LEDGER.blueprintId,
  publicationTxId: LEDGER.publicationTxId,
  blueprintTitle: DEFINITION.title,
  actionId: '1',
  title: 'Confirm',
  description: '',
  participantId: 'seller',
  branchId: `${txId}:1`,
  previousTransactionHash: txId,
  isRejectable: false,
  since: EXAMPLE.time,
  suspectCount: 0,
  details: `/api/actions/${wallet}/${registerId}/${txId}`,
} as const;

export const inboxExamples: Examples<typeof inboxRoutes> = {
  listPendingActions: {
    input: { params: { wallet, register: registerId }, query: { page: 1, pageSize: 20 } },
    output: {
      items: [{ ...waiting, dataSchema: canonical([]) }],
      page: 1,
      pageSize: 20,
      totalCount: 1,
      hasMore: false,
    },
  },
  listMyWork: {
    input: { query: { page: 1, pageSize: 20 } },
    output: {
      items: [{ kind: 'action', ...waiting, participantName: 'Seller' }],
      page: 1,
      pageSize: 20,
      counts: { total: 1, dueWithinDay: 0, byKind: { action: 1 } },
      hasMore: false,
    },
  },
  listRunsUnderIssuer: {
    input: { params: { wallet, register: registerId, hash: LEDGER.txId }, query: { page: 1, pageSize: 20 } },
    output: {
      items: [
        {
          ...{ instanceId, actionId: '1', transactionHash: txId, senderWallet: wallet, isInForce: true },
          ...{ gate: 'licence', judgedAt: EXAMPLE.time, asOf: 812 },
        },
      ],
      ...{ page: 1, pageSize: 20, hasMore: false },
    },
  },
  listSuspectRuns: {
    input: { params: { wallet, register: registerId }, query: { page: 1, pageSize: 20 } },
    output: {
      items: [
        {
          instanceId,
          registerAddress: registerId,
          walletAddress: wallet,
          actionId: '1',
          actionTitle: 'Invoice',
          transactionHash: txId,
          senderWallet: wallet,
          verdict: 'violated',
          faults: [{ ground: 'calculation', at: '/calculations/total' }],
          sealedAt: EXAMPLE.time,
          foundAt: EXAMPLE.time,
          objectUntil: EXAMPLE.time,
          canObject: true,
        },
      ],
      page: 1,
      pageSize: 20,
      totalCount: 1,
      hasMore: false,
    },
  },
  listInstances: {
    input: { query: { registerId, state: 'Active', page: 1, pageSize: 20 } },
    output: { items: [INSTANCE], page: 1, pageSize: 20, hasMore: false },
  },
  listDisclosures: {
    input: { params: { instanceId }, query: { registerId, wallet } },
    output: { ...disclosures, actionId: null },
  },
  listActionDisclosures: {
    input: { params: { instanceId, actionId: '0' }, query: { registerId, wallet } },
    output: { ...disclosures, actionId: '0' },
  },
};
