// One call of each operation of the group that every node answers.
import type { Examples } from '../../define.js';
import { LEDGER } from '../../examples/ledger.js';
import type { odataRoutes } from './routes.js';

export const odataExamples: Examples<typeof odataRoutes> = {
  getODataService: { input: { query: {} } },
  getODataMetadata: { input: { query: {} } },
  queryOData: {
    input: { params: { resource: 'Transactions' }, query: { $filter: "senderWallet eq 'ws1qxyz'", $count: 'true' } },
  },
  queryODataMember: { input: { params: { resource: 'Registers', member: '$count' }, query: {} } },
  queryODataPart: {
    input: {
      params: { resource: `Registers('${LEDGER.registerId}')`, member: 'transactions', part: '$count' },
      query: {},
    },
  },
};
