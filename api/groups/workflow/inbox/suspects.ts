// How many transactions of what waits for a wallet are suspect to it. That is read with the key of the wallet, so its
// owners alone are told: what a delegate reads is audited, and a list of what waits is not such a reading.
import type { PendingAction } from '../../../../actors/workflow/inbox/inbox-ports.js';
import { INBOX_JUDGED_MAX } from '../../../../core/base/limits/node/reading.js';
import { isFailure } from '../../../../core/base/result.js';
import { isOwner } from '../../../../core/wallet/access.js';
import { useProblem, type Wallet } from '../../../../core/wallet/wallet.js';
import { standingOf } from '../../../access/wallet-standing.js';
import type { ApiCall } from '../../../define.js';
import type { WorkflowDeps } from '../deps.js';

/** An item as its wallet reads it. */
export interface ReadItem {
  readonly item: PendingAction;
  readonly wallet: Wallet;
  /** Of the wallet: it may have more than one. */
  readonly address: string;
  readonly registerId: string;
}

/** In the order of the items; undefined where it was not looked at. */
export async function suspectCounts(
  call: ApiCall<WorkflowDeps>,
  items: readonly ReadItem[],
): Promise<readonly (number | undefined)[]> {
  let room = INBOX_JUDGED_MAX;
  const counts: (number | undefined)[] = [];
  for (const { item, wallet, address, registerId } of items) {
    const { instanceId, lastTransactionId, transactionCount } = item;
    if (!isOwner(standingOf(call, wallet)) || useProblem(wallet, 'decrypt')) {
      counts.push(undefined);
      continue;
    }
    const reader = { wallet, address };
    const { known, count } = call.deps.workflow.suspects({ registerId, instanceId, lastTransactionId, reader });
    const runs = known ?? (room > 0 ? await count() : undefined);
    if (known === undefined) room -= transactionCount;
    counts.push(isFailure(runs) ? undefined : runs);
  }
  return counts;
}
