// Tools that read a register: its records, its transactions and dockets, and the evidence of a transaction.
import Type from 'typebox';
import { CursorPageQuery, Hash, RegisterId } from '../../schemas/base/common.js';
import type { ToolRow } from './define.js';
import { readingTool, statedMembers } from './reading.js';

const SLICE = 'ledger';
const { cursor, page, pageSize } = CursorPageQuery.properties;
const paging = { page: Type.Optional(page), pageSize: Type.Optional(pageSize), cursor };
const TRANSACTIONS_MAX = 100;

export const ledgerTools: readonly ToolRow[] = [
  readingTool({
    name: 'register_list',
    slice: SLICE,
    title: 'List registers',
    description:
      'Lists the registers that the person may read, with height and state. Use it to find the id of a register by its name.',
    operation: 'listRegisters',
    input: Type.Object(paging),
    message: 'data has the registers in the order of their creation.',
    ask: (query) => ({ query: statedMembers(query) }),
  }),
  readingTool({
    name: 'register_query',
    slice: SLICE,
    title: 'Read one register',
    description:
      'Reads the record of one register: name, height, state and purpose. Use transaction_history for what is on it.',
    operation: 'getRegister',
    input: Type.Object({ registerId: RegisterId }),
    message: 'data has the register as this node knows it.',
    ask: (params) => ({ params }),
  }),
  readingTool({
    name: 'register_stats',
    slice: SLICE,
    title: 'Count what is on a register',
    description: 'Counts the transactions, dockets, instances and blueprints of one register. It reads none of them.',
    operation: 'queryStats',
    input: Type.Object({ registerId: RegisterId }),
    message: 'data has the counts of the register.',
    ask: (query) => ({ query }),
  }),
  readingTool({
    name: 'transaction_history',
    slice: SLICE,
    title: 'List the transactions of a register',
    description:
      'Lists the sealed transactions of a register, page by page. Payloads are encrypted; disclosed_data opens what the person may read. For one instance use instance_history.',
    operation: 'listTransactions',
    input: Type.Object({
      registerId: RegisterId,
      top: Type.Optional(Type.Integer({ minimum: 1, maximum: TRANSACTIONS_MAX })),
      cursor,
    }),
    message: 'data has a page of transactions; nextCursor begins the next one.',
    ask: ({ registerId, top, cursor: from }) => ({
      params: { registerId },
      query: statedMembers({ $top: top, cursor: from }),
    }),
  }),
  readingTool({
    name: 'docket_list',
    slice: SLICE,
    title: 'List the dockets of a register',
    description:
      'Lists the sealed dockets of a register with their hashes, times and numbers of transactions. Use it to see when something was sealed.',
    operation: 'listDockets',
    input: Type.Object({ registerId: RegisterId, ...paging }),
    message: 'data has a page of dockets.',
    ask: ({ registerId, ...query }) => ({ params: { registerId }, query: statedMembers(query) }),
  }),
  readingTool({
    name: 'tx_receipt',
    slice: SLICE,
    title: 'Read what became of a transaction',
    description:
      'Tells whether a transaction is pending, sealed in which docket, or refused with which code. Use it after an answer that was still pending.',
    operation: 'getReceipt',
    input: Type.Object({ registerId: RegisterId, txId: Hash }),
    message: 'data has the receipt of the transaction.',
    ask: (params) => ({ params }),
  }),
];
