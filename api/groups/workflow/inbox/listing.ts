// Which lists of instances a caller sees together: whole registers that it sees, and of the others what its wallets
// take part in. The rule is that of a single instance (api/access/instances.ts).
import type { InstancePlace, InstanceScope } from '../../../../actors/workflow/inbox/inbox-ports.js';
import type { InstanceView } from '../../../../actors/workflow/instance/instance-types.js';
import { INBOX_WALLETS_MAX } from '../../../../core/base/limits/node/inbox.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { canSee } from '../../../../core/wallet/access.js';
import { isSandbox, type RegisterRecord } from '../../../../storage/chain/registers.js';
import type { WalletReader } from '../../../../storage/tables/accounts/wallets.js';
import { isOfTenant, visibleRegister } from '../../../access/registers.js';
import { ownerIdOf, standingOf } from '../../../access/wallet-standing.js';
import type { ApiCall } from '../../../define.js';
import type { KeyedPageAsked } from '../../../requests/keyed-page.js';
import type { WorkflowDeps } from '../deps.js';

export interface ListAsked {
  readonly registerId?: string | undefined;
  readonly wallet?: string | undefined;
}

export async function scopesFor(
  call: ApiCall<WorkflowDeps>,
  asked: ListAsked,
): Promise<Result<readonly InstanceScope[]>> {
  const records = recordsOf(call, asked.registerId);
  const seen = records.filter((record) => isSeen(call, record, asked.registerId));
  if (asked.wallet !== undefined)
    return walletScopes(call, asked.wallet, seesWallet(call, asked.wallet) ? records : seen);
  const known = new Set(seen);
  const others = records.filter((record) => !known.has(record));
  const scopes: InstanceScope[] = seen.map((record) => ({ at: registerAt(record), of: 'register' }));
  for (const wallet of others.length === 0 ? [] : await ownAddresses(call)) {
    const more = await walletScopes(call, wallet, others);
    if (isFailure(more)) return more;
    scopes.push(...more);
  }
  return scopes;
}

/** The named register, or all but the sandboxes of rehearsals. */
function recordsOf({ deps }: ApiCall<WorkflowDeps>, registerId: string | undefined): readonly RegisterRecord[] {
  if (registerId === undefined)
    return deps.ledger.registers().filter((record) => !record.purging && !isSandbox(record));
  const record = deps.ledger.register(registerId);
  return record && !record.purging ? [record] : [];
}

/**
 * Seats on rosters of others are looked at where the register is named: to read every roster of the node for one list
 * takes too long.
 */
function isSeen(call: ApiCall<WorkflowDeps>, record: RegisterRecord, registerId: string | undefined): boolean {
  return registerId === undefined ? isOfTenant(call.caller, record) : !isFailure(visibleRegister(call, record.id));
}

async function walletScopes(
  { deps }: ApiCall<WorkflowDeps>,
  wallet: string,
  records: readonly RegisterRecord[],
): Promise<Result<readonly InstanceScope[]>> {
  const value = await deps.inbox.registersOf(wallet);
  if (isFailure(value)) return value;
  const ids = new Set(value);
  return records.filter(({ id }) => ids.has(id)).map((record) => ({ at: registerAt(record), of: { wallet } }));
}

/** Addresses of the caller's wallets, the oldest first; under its other addresses a wallet may take part too. */
export async function ownAddresses(call: ApiCall<WorkflowDeps>): Promise<readonly string[]> {
  const { caller, deps } = call;
  const readers: WalletReader[] = [{ kind: 'user', id: ownerIdOf(caller) }];
  if (caller.organisationId !== '' && caller.roles.includes('Administrator'))
    readers.push({ kind: 'organisation', id: caller.organisationId });
  const { items } = await deps.wallets.page(readers, INBOX_WALLETS_MAX);
  return items
    .filter((wallet) => canSee(standingOf(call, wallet)))
    .flatMap(({ address, hybridAddress, pqcAddress }) => [address, hybridAddress ?? [], pqcAddress ?? []].flat());
}

export function seesWallet(call: ApiCall<WorkflowDeps>, address: string): boolean {
  const wallet = call.deps.wallets.find(address);
  return wallet !== undefined && canSee(standingOf(call, wallet));
}

function registerAt({ id, reg }: RegisterRecord) {
  return { registerId: id, reg };
}

/** The last that was shown: an instance that has done nothing yet by the time it was opened, or one of the ledger. */
export type ListedPlace =
  | readonly [of: 'opened', createdAt: string, instanceId: string]
  | readonly [of: 'begun', createdAtMs: number, instanceId: string];

/** The openings, which come first, and where the list of the ledger goes on behind them. */
export function placeAmong<T extends Opening>(
  openings: readonly T[],
  { skip, after }: KeyedPageAsked<ListedPlace>,
): { readonly openings: readonly T[]; readonly begun: { readonly skip: number; readonly after?: InstancePlace } } {
  if (after === undefined)
    return { openings: openings.slice(skip), begun: { skip: Math.max(0, skip - openings.length) } };
  const [of, at, instanceId] = after;
  if (of === 'begun') return { openings: [], begun: { skip: 0, after: [at, instanceId] } };
  // An opening that has begun or ended since is over: what was opened before it follows.
  const last = openings.findIndex(({ id }) => id === instanceId);
  const behind = last < 0 ? openings.filter(({ createdAt }) => createdAt < at) : openings.slice(last + 1);
  return { openings: behind, begun: { skip: 0 } };
}

export function placeOf(opening: Opening | undefined, begun: InstanceView | undefined): ListedPlace | undefined {
  if (begun) return ['begun', begun.createdAtMs, begun.id];
  return opening && ['opened', opening.createdAt, opening.id];
}

interface Opening {
  readonly id: string;
  readonly createdAt: string;
}
