// Actions that are encrypted in the background (reference-facts 4.1.9): one of them, and those of a wallet.
import Type from 'typebox';
import { route } from '../../../define.js';
import { Address, Cursor, Uuid } from '../../../schemas/base/common.js';
import { OperationBody, OperationPage } from '../../../schemas/workflow/workflow.js';

const params = Type.Object({ operationId: Uuid });
const query = Type.Object({
  wallet: Address,
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
  cursor: Cursor,
});

export const operationRoutes = {
  getOperation: route({
    method: 'GET',
    url: '/api/operations/:operationId',
    can: 'CanExecuteBlueprints',
    summary: 'Read how far an operation is',
    description:
      'For whom may sign with its wallet. An operation that has ended is told for a day; what it submitted is on the ledger for good.',
    input: { params },
    output: OperationBody,
    errors: ['PATH_INVALID', 'WALLET_ACCESS_DENIED', 'OPERATION_NOT_FOUND'],
  }),
  listOperations: route({
    method: 'GET',
    url: '/api/operations',
    can: 'CanExecuteBlueprints',
    summary: 'List the operations of a wallet',
    description: 'Newest first: those that run, and those that ended in the last day.',
    input: { query },
    output: OperationPage,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'WALLET_ACCESS_DENIED'],
  }),
};
