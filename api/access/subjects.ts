// Subjects of instances for the caller: each is read with a wallet that the caller owns. A delegate is told none:
// its readings are audited, and a list is not such a reading.
import type { Definition } from '../../core/blueprint/definition/types.js';
import { isOwner } from '../../core/wallet/access.js';
import { useProblem } from '../../core/wallet/wallet.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { standingOf } from './wallet-standing.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'workflow'>;

interface Named {
  readonly registerId: string;
  readonly firstTransactionId: string;
  readonly definition: Definition | undefined;
}

/** The name by the first of these wallets that reads one. */
export async function subjectFor(
  call: ApiCall<Deps>,
  { registerId, firstTransactionId, definition }: Named,
  addresses: readonly string[],
): Promise<string | undefined> {
  if (!definition) return undefined;
  const { languages, deps } = call;
  for (const address of addresses) {
    const wallet = deps.wallets.find(address);
    if (!wallet || !isOwner(standingOf(call, wallet)) || useProblem(wallet, 'decrypt')) continue;
    const reader = { wallet, address };
    const name = await deps.workflow.subject({ registerId, firstTransactionId, definition, reader, languages });
    if (name !== undefined) return name;
  }
  return undefined;
}
