// A call of each operation of the group that every node answers.
import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE_ORIGIN } from '../../../examples/values.js';
import type { odataRoutes } from './routes.js';

const METADATA = `${EXAMPLE_ORIGIN}/odata/$metadata`;
const exampleText = (context: string, value: object): string =>
  JSON.stringify({ '@odata.context': `${METADATA}${context}`, ...value });

export const odataExamples: Examples<typeof odataRoutes> = {
  getODataService: {
    input: { query: {} },
    output: exampleText('', {
      value: ['Registers', 'Transactions', 'Dockets'].map((name) => ({ name, kind: 'EntitySet', url: name })),
    }),
  },
  getODataMetadata: { input: { query: {} } },
  getODataVocabulary: { input: { params: { vocabulary: 'Org.OData.Capabilities.V1.xml' } } },
  queryOData: {
    input: { params: { resource: 'Transactions' }, query: { $filter: "senderWallet eq 'ws1qxyz'", $count: 'true' } },
    output: exampleText('#Transactions', {
      '@odata.count': 1,
      value: [{ txId: LEDGER.txId, registerId: LEDGER.registerId, docketNumber: 3, senderWallet: 'ws1qxyz' }],
    }),
  },
  queryODataMember: {
    input: { params: { resource: `Registers('${LEDGER.registerId}')`, member: 'name' }, query: {} },
    output: exampleText(`#Registers('${LEDGER.registerId}')/name`, { value: 'Purchase orders' }),
  },
  queryODataPart: {
    input: {
      params: { resource: `Registers('${LEDGER.registerId}')`, member: 'transactions', part: '$count' },
      query: {},
    },
  },
};
