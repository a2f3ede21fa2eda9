// Operations over HTTP, for whom may use the wallet that submits. It starts none: that is what submitting an action does.
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { DEFAULT_PATH } from '../../../core/crypto/derivation/hd.js';
import { accessDenied, keyVerdict } from '../../../core/wallet/access.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { standingOf } from '../../access/wallet-standing.js';
import type { ApiCall, Handlers } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { skipOf } from '../../views/page.js';
import type { operationRoutes } from './routes.js';
import { operationBody } from './view.js';

export const operationHandlers: Handlers<typeof operationRoutes, ApiDeps> = {
  getOperation({ params }, call) {
    const found = call.deps.operations.find(params.operationId);
    if (!found)
      return fail(issue('OPERATION_NOT_FOUND', '/operationId', 'There is no such operation, or it ended long ago.'));
    const wallet = usable(call, found.sender);
    return isFailure(wallet) ? wallet : operationBody(found);
  },

  async listOperations({ query }, call) {
    const wallet = usable(call, query.wallet);
    if (isFailure(wallet)) return wallet.mapIssues((found) => ({ ...found, path: '/wallet' }));
    const { page, pageSize } = query;
    const { items, total } = await call.deps.operations.ofWallet(wallet.address, skipOf(query));
    return { items: items.map(operationBody), page, pageSize, totalCount: total, hasMore: page * pageSize < total };
  },
};

/** The wallet whose key the caller may use. Nothing is signed here, so a locked wallet is as good, and nothing is noted. */
function usable(call: ApiCall<ApiDeps>, address: string): Result<Wallet> {
  const wallet = call.deps.wallets.find(address);
  const isAllowed =
    wallet && keyVerdict(standingOf(call, wallet), DEFAULT_PATH, wallet.hybridAddress === address).allowed;
  return wallet && isAllowed ? wallet : fail(accessDenied());
}
