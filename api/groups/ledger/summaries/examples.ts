// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { DOCKET, LEDGER, TRANSACTION } from '../../../examples/ledger.js';
import type { summaryRoutes } from './routes.js';

const { registerId } = LEDGER;
const { number, hash, previousHash, timestamp, transactionCount, validatorAddress: proposer } = DOCKET;
const { txId, senderWallet, metaData } = TRANSACTION;

export const summaryExamples: Examples<typeof summaryRoutes> = {
  listDocketSummaries: {
    input: { params: { registerId }, query: {} },
    output: {
      dockets: [
        {
          ...{ number, hash, timestamp, transactionCount, proposer },
          ...(previousHash && { previousHash }),
          signers: 1,
        },
      ],
      total: 1,
    },
  },
  listTransactionSummaries: {
    input: { params: { registerId }, query: {} },
    output: {
      transactions: [
        {
          ...{ txId, docketNumber: number, index: 0, sealedAt: timestamp, kind: 'action', title: 'Place the order' },
          ...{ blueprintId: metaData.blueprintId, actionId: metaData.actionId, senderWallet },
          ...{ recipients: 0, payloadSize: 120 },
        },
      ],
      total: 1,
      lookedTo: number,
    },
  },
};
