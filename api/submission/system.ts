// The node's own wallet for a call whose handler has checked the rights.
import { SYSTEM_PURPOSE, signBySystem } from '../../actors/system-signing.js';
import type { Result } from '../../core/base/result.js';
import type { DraftSubmission } from '../../core/kinds/build.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'systemWallet'>;

export { SYSTEM_PURPOSE };

/**
 * The signed transaction of a draft whose senderWallet is the system wallet's key. Issues of the draft and of the
 * system wallet.
 */
export function systemTransaction(
  { deps, caller }: ApiCall<Deps>,
  draft: DraftSubmission,
  transactionType: string,
): Promise<Result<Transaction>> {
  return signBySystem(deps.systemWallet, { draft, transactionType, caller: caller.subject });
}
