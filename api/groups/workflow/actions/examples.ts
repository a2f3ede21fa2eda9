// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { MOVED, REJECTED } from '../../../examples/instance.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { actionRoutes } from './routes.js';

const senderWallet = EXAMPLE.walletAddress;
const place = { wallet: senderWallet, register: LEDGER.registerId };

export const actionExamples: Examples<typeof actionRoutes> = {
  listStartingActions: {
    input: { params: place },
    output: {
      walletAddress: senderWallet,
      registerAddress: LEDGER.registerId,
      blueprints: [
        {
          blueprintId: LEDGER.blueprintId,
          publicationTxId: LEDGER.publicationTxId,
          title: 'Purchase order',
          description: 'A buyer orders, a seller confirms.',
          version: 1,
          availableActions: [{ actionId: 0, title: 'Order', description: '', isAvailable: true, dataSchema: '[]' }],
        },
      ],
    },
  },
  getAction: {
    input: { params: { ...place, tx: LEDGER.txId } },
    output: {
      transactionHash: LEDGER.txId,
      blueprintId: LEDGER.blueprintId,
      actionId: '0',
      instanceId: MOVED.instanceId,
      type: 'Action',
      senderWallet,
      registerAddress: LEDGER.registerId,
      payloadData: { amount: 3 },
      suspect: [],
      files: [],
      timestamp: EXAMPLE.time,
    },
  },
  submitAction: {
    input: {
      body: {
        blueprintId: LEDGER.blueprintId,
        actionId: '0',
        senderWallet,
        registerAddress: LEDGER.registerId,
        payloadData: { amount: 3 },
      },
    },
    output: MOVED,
  },
  rejectAction: {
    input: {
      body: {
        reason: 'The amount is wrong.',
        transactionHash: LEDGER.txId,
        senderWallet,
        registerAddress: LEDGER.registerId,
      },
    },
    output: REJECTED,
  },
};
