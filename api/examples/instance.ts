// An instance of the example ledger and what is answered to its actions, as several groups show them.
import { LEDGER } from './ledger.js';
import { EXAMPLE } from './values.js';

export const INSTANCE_ID = '2f7c3f0a-1b0e-4f0e-9d59-6a1d6c0a4e10';

export const INSTANCE = {
  id: INSTANCE_ID,
  registerId: LEDGER.registerId,
  blueprintId: LEDGER.blueprintId,
  publicationTxId: LEDGER.publicationTxId,
  blueprintVersion: 1,
  pinState: 'pinned',
  state: 'Active',
  currentActionIds: [1],
  participantWallets: { buyer: EXAMPLE.walletAddress },
  activeBranches: [{ id: `${LEDGER.txId}:1`, currentActionId: 1, state: 'Active', lastTransactionId: LEDGER.txId }],
  firstTransactionId: LEDGER.txId,
  lastTransactionId: LEDGER.txId,
  completedActionCount: 1,
  createdAt: EXAMPLE.time,
  updatedAt: EXAMPLE.time,
} as const;

export const MOVED = {
  transactionId: LEDGER.txId,
  transactionHash: LEDGER.txId,
  instanceId: INSTANCE_ID,
  status: 'sealed',
  nextActions: [{ actionId: 1, actionTitle: 'Confirm', participantId: 'seller' }],
  calculations: {},
  isComplete: false,
  isAsync: false,
  timestamp: EXAMPLE.time,
} as const;

export const REJECTED = {
  transactionId: LEDGER.txId,
  instanceId: INSTANCE_ID,
  status: 'sealed',
  targetAction: { actionId: 0, actionTitle: 'Order', participantId: 'buyer' },
  timestamp: EXAMPLE.time,
} as const;
