// The end of a wallet is the end of what it holds: one commit has both, so that nothing is left behind by a crash. Rows
// are found by their keys, so that a damaged one goes with the others.
import { issue } from '../../../core/base/issue.js';
import { SWEEP_TRIES } from '../../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { emptiedHead } from '../../../core/credentials/holding/head.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { ApiDeps } from '../../deps/deps.js';

type Deps = Pick<ApiDeps, 'commit' | 'credentials'>;

/**
 * Commits the end of the wallet, which `ends` gives in the turn of the commit. NODE_UNAVAILABLE where the wallet took
 * credentials all the time; what `ends` says.
 */
export async function endWithHoldings(
  { commit, credentials: { kept, pending } }: Deps,
  address: string,
  ends: () => Result<readonly KvOp[]>,
): Promise<Result<void>> {
  for (let tries = 0; tries < SWEEP_TRIES; tries++) {
    const before = kept.head(address);
    // Rows that were queued before are durable behind this, so that the scan finds them.
    await commit([]);
    const ids = await kept.ids(address);
    const head = kept.head(address);
    if (head.change !== before.change) continue;
    const ops = ends();
    if (isFailure(ops)) return ops;
    const hasHeld = ids.length > 0 || head.change > 0 || head.nextKey > 0;
    const emptied = hasHeld ? [kept.putHead(address, emptiedHead(head))] : [];
    await commit([...ops, ...kept.forget(address, ids), ...emptied, pending.put(address, [])]);
    return;
  }
  return fail(issue('NODE_UNAVAILABLE', '', 'The wallet takes credentials all the time: delete it once that ends.'));
}
