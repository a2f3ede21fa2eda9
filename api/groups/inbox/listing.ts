// Which lists of instances a caller sees together: whole registers that it sees, and of the others what its wallets take part in. The rule is that of a single
// instance (api/groups/instances/find.ts).
import type { InstanceScope } from '../../../actors/workflow/inbox-ports.js';
import { type Issue, isIssue } from '../../../core/base/issue.js';
import { INBOX_WALLETS_MAX } from '../../../core/base/limits.js';
import { canSee } from '../../../core/wallet/access.js';
import type { RegisterRecord } from '../../../storage/registers.js';
import type { Reader } from '../../../storage/wallets.js';
import type { Call } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { visibleRegister } from '../registers/access.js';
import { ownerIdOf, standingOf } from '../wallets/standing.js';

export interface ListAsked {
  readonly registerId?: string | undefined;
  readonly wallet?: string | undefined;
}

export async function scopesFor(call: Call<ApiDeps>, asked: ListAsked): Promise<readonly InstanceScope[] | Issue> {
  const records = recordsOf(call, asked.registerId);
  const seen = new Set(records.filter(({ id }) => !isIssue(visibleRegister(call, id))).map(({ id }) => id));
  if (asked.wallet !== undefined) {
    const isOwn = seesWallet(call, asked.wallet);
    return walletScopes(call, asked.wallet, (id) => isOwn || seen.has(id), records);
  }
  const scopes: InstanceScope[] = records
    .filter(({ id }) => seen.has(id))
    .map((record) => ({ at: placeOf(record), of: 'register' }));
  for (const wallet of await ownWallets(call)) {
    const more = await walletScopes(call, wallet, (id) => !seen.has(id), records);
    if (isIssue(more)) return more;
    scopes.push(...more);
  }
  return scopes;
}

/** The named register, or all but the sandboxes of rehearsals. */
function recordsOf({ deps }: Call<ApiDeps>, registerId: string | undefined): readonly RegisterRecord[] {
  return deps.ledger
    .registers()
    .filter(
      ({ id, purging, metadata }) =>
        !purging && (registerId === undefined ? metadata?.sandbox !== 'true' : id === registerId),
    );
}

async function walletScopes(
  { deps }: Call<ApiDeps>,
  wallet: string,
  isShown: (registerId: string) => boolean,
  records: readonly RegisterRecord[],
): Promise<readonly InstanceScope[] | Issue> {
  const found = await deps.inbox.registersOf(wallet);
  if (isIssue(found)) return found;
  const ids = new Set(found);
  return records
    .filter(({ id }) => ids.has(id) && isShown(id))
    .map((record) => ({ at: placeOf(record), of: { wallet } }));
}

/** Addresses of the caller's wallets, the oldest first; under its other addresses a wallet may take part too. */
async function ownWallets(call: Call<ApiDeps>): Promise<readonly string[]> {
  const { caller, deps } = call;
  const readers: Reader[] = [{ kind: 'user', id: ownerIdOf(caller) }];
  if (caller.organisationId !== '' && caller.roles.includes('Administrator'))
    readers.push({ kind: 'organisation', id: caller.organisationId });
  const { items } = await deps.wallets.page(readers, INBOX_WALLETS_MAX);
  return items
    .filter((wallet) => canSee(standingOf(call, wallet)))
    .flatMap(({ address, hybridAddress, pqcAddress }) => [address, hybridAddress ?? [], pqcAddress ?? []].flat());
}

function seesWallet(call: Call<ApiDeps>, address: string): boolean {
  const wallet = call.deps.wallets.find(address);
  return wallet !== undefined && canSee(standingOf(call, wallet));
}

function placeOf({ id, reg }: RegisterRecord) {
  return { registerId: id, reg };
}
