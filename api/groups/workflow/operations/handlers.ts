// Operations over HTTP, for whom may use the wallet that submits. It starts none: that is what submitting an action
// does.
import type { OperationView } from '../../../../actors/workflow/operations/operation-ports.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { DEFAULT_PATH } from '../../../../core/crypto/derivation/hd.js';
import { accessDenied, keyVerdict } from '../../../../core/wallet/access.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import { standingOf } from '../../../access/wallet-standing.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import type { WorkflowDeps } from '../deps.js';
import type { operationRoutes } from './routes.js';
import { operationBody } from './view.js';

export const operationHandlers: Handlers<typeof operationRoutes, WorkflowDeps> = {
  getOperation({ params }, call) {
    const view = call.deps.operations.find(params.operationId);
    if (!view)
      return fail(issue('OPERATION_NOT_FOUND', '/operationId', 'There is no such operation, or it ended long ago.'));
    const wallet = usable(call, view.sender);
    return isFailure(wallet) ? wallet : operationBody(view);
  },

  listOperations({ query }, call) {
    const wallet = usable(call, query.wallet);
    if (isFailure(wallet)) return wallet.mapIssues((problem) => ({ ...problem, path: '/wallet' }));
    const { page, pageSize } = query;
    const all = call.deps.operations.ofWallet(wallet.address);
    const keyOf = ({ createdAtMs, operationId }: OperationView) => [createdAtMs, operationId];
    const list = keyedPage(call, { query }, { items: all, keyOf, newestFirst: true });
    if (isFailure(list)) return list;
    const { items, next } = list;
    const hasMore = next.members.nextCursor !== undefined;
    const body = { items: items.map(operationBody), page, pageSize, totalCount: all.length, hasMore, ...next.members };
    return reply(200, body, next.headers);
  },
};

/**
 * The wallet whose key the caller may use. Nothing is signed here, so a locked wallet is as good, and nothing is noted.
 */
function usable(call: ApiCall<WorkflowDeps>, address: string): Result<Wallet> {
  const wallet = call.deps.wallets.find(address);
  const isAllowed =
    wallet && keyVerdict(standingOf(call, wallet), DEFAULT_PATH, wallet.hybridAddress === address).allowed;
  return wallet && isAllowed ? wallet : fail(accessDenied());
}
