// Queries over sealed transactions by their indexes (specification 4.2, reference-facts 4.2.6). Every page is found
// through counters, so deep pages cost what first pages cost.
import Type, { type Static } from 'typebox';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import { route } from '../../../define.js';
import { Address, Cursor, Hash, namedObject, RegisterId, Timestamp } from '../../../schemas/base/common.js';
import { Id } from '../../../schemas/base/ids.js';
import { TransactionPage, WalletTransaction, WalletTransactionPage } from '../../../schemas/registers/transactions.js';
import { SHORT_PAGE } from '../../../views/page.js';
import { listForms, TRANSACTION_FORMS } from '../../../views/transaction-forms.js';

const page = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
  cursor: Cursor,
};
const AddressParams = Type.Object({ address: Address });
const OfRegister = Type.Object({ registerId: RegisterId, ...page });

export const StatsOfRegister = namedObject('TransactionStats', {
  registerId: RegisterId,
  totalTransactions: Type.Integer(),
  uniqueWallets: Type.Integer(),
  uniqueSenders: Type.Integer(),
  uniqueRecipients: Type.Integer(),
  totalPayloads: Type.Integer(),
  totalBytes: Type.Integer(),
  earliestTransaction: Type.Optional(Timestamp),
  latestTransaction: Type.Optional(Timestamp),
});

const errors = ['PATH_INVALID', 'QUERY_INVALID', 'CURSOR_INVALID', 'REGISTER_NOT_FOUND'] as const;
const can = 'CanReadTransactions' as const;

export const queryRoutes = {
  queryWalletTransactions: route({
    method: 'GET',
    url: '/api/query/wallets/:address/transactions',
    reads: 'sealed',
    can,
    summary: 'Transactions that a wallet sent or received',
    description: `Of one register, or of every register that the caller sees, grouped by register in order of creation. ${SHORT_PAGE}`,
    input: { params: AddressParams, query: Type.Object({ registerId: Type.Optional(RegisterId), ...page }) },
    output: WalletTransactionPage,
    representations: listForms(
      WalletTransaction,
      ({ items }: Static<typeof WalletTransactionPage>) => items,
      ({ transaction }) => transaction,
    ),
    errors,
  }),
  querySenderTransactions: route({
    method: 'GET',
    url: '/api/query/senders/:address/transactions',
    reads: 'sealed',
    can,
    summary: 'Transactions that a wallet sent',
    description: SHORT_PAGE,
    input: { params: AddressParams, query: OfRegister },
    output: TransactionPage,
    representations: TRANSACTION_FORMS,
    errors,
  }),
  queryBlueprintTransactions: route({
    method: 'GET',
    url: '/api/query/blueprints/:blueprintId/transactions',
    reads: 'sealed',
    can,
    summary: 'Transactions of a blueprint, or of one of its instances',
    description: SHORT_PAGE,
    input: {
      params: Type.Object({ blueprintId: Id }),
      query: Type.Object({ registerId: RegisterId, instanceId: Type.Optional(Id), ...page }),
    },
    output: TransactionPage,
    representations: TRANSACTION_FORMS,
    errors,
  }),
  querySuccessors: route({
    method: 'GET',
    url: '/api/query/previous/:prevTxId/transactions',
    reads: 'sealed',
    can,
    summary: 'Transactions that follow a transaction',
    description: SHORT_PAGE,
    input: { params: Type.Object({ prevTxId: Hash }), query: OfRegister },
    output: TransactionPage,
    representations: TRANSACTION_FORMS,
    errors,
  }),
  queryStats: route({
    method: 'GET',
    url: '/api/query/stats',
    reads: 'sealed',
    can,
    summary: 'Statistics of a register',
    description: 'Kept up with every docket, never counted.',
    input: { query: Type.Object({ registerId: RegisterId }) },
    output: StatsOfRegister,
    errors: ['QUERY_INVALID', 'REGISTER_NOT_FOUND'],
  }),
};
