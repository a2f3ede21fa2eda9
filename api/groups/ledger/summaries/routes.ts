// Short rows of a register for lists, cards and terminals: what names a docket or a transaction, and no more.
import { SUMMARIES_LOOKED_MAX } from '../../../../core/base/limits/node/requests.js';
import { route } from '../../../define.js';
import { RegisterParams } from '../../../schemas/base/common.js';
import {
  DocketSummaryList,
  DocketSummaryQuery,
  TransactionSummaryList,
  TransactionSummaryQuery,
} from '../../../schemas/registers/summaries.js';

const errors = ['PATH_INVALID', 'QUERY_INVALID', 'CURSOR_INVALID', 'REGISTER_NOT_FOUND'] as const;
const can = 'CanReadTransactions' as const;

export const summaryRoutes = {
  listDocketSummaries: route({
    method: 'GET',
    url: '/api/registers/:registerId/docket-summaries',
    reads: 'sealed',
    can,
    summary: 'List dockets as cards: number, time, size, proposer, and who signed',
    description:
      'Newest first, all or those of a span of numbers or times. `until` with a page of 1 gives the number of a time.',
    input: { params: RegisterParams, query: DocketSummaryQuery },
    output: DocketSummaryList,
    errors,
  }),
  listTransactionSummaries: route({
    method: 'GET',
    url: '/api/registers/:registerId/transaction-summaries',
    reads: 'sealed',
    can,
    summary: 'List transactions as rows, by kind, sender, blueprint, action, instance, docket or time',
    description:
      'Newest first. Sender, blueprint, instance, docket and time are found by indexes, and a deep page costs what the first costs. By kind, by action, or by several of these, a page looks at ' +
      `${SUMMARIES_LOOKED_MAX} transactions at most: it may then be short or empty, and nextCursor goes on where it stopped.`,
    input: { params: RegisterParams, query: TransactionSummaryQuery },
    output: TransactionSummaryList,
    errors,
  }),
};
