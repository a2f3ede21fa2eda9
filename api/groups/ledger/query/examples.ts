// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER, pageOfOne, REGISTER, TRANSACTION } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { queryRoutes } from './routes.js';

const { registerId, blueprintId, txId } = LEDGER;
const address = EXAMPLE.walletAddress;

export const queryExamples: Examples<typeof queryRoutes> = {
  queryWalletTransactions: {
    input: { params: { address }, query: {} },
    output: pageOfOne({ transaction: TRANSACTION, registerId, registerName: REGISTER.name }),
  },
  querySenderTransactions: { input: { params: { address }, query: { registerId } }, output: pageOfOne(TRANSACTION) },
  queryBlueprintTransactions: {
    input: { params: { blueprintId }, query: { registerId } },
    output: pageOfOne(TRANSACTION),
  },
  querySuccessors: { input: { params: { prevTxId: txId }, query: { registerId } }, output: pageOfOne(TRANSACTION) },
  queryStats: {
    input: { query: { registerId } },
    output: {
      registerId,
      totalTransactions: 2,
      uniqueWallets: 2,
      uniqueSenders: 2,
      uniqueRecipients: 0,
      totalPayloads: 2,
      totalBytes: 3210,
      earliestTransaction: EXAMPLE.time,
      latestTransaction: EXAMPLE.time,
    },
  },
};
