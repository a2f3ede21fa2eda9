// The caller before a wallet, in the words of core/wallet/access.ts, and the one gate to private keys. Every use of a
// key by a caller passes `walletForKey`, which audits refusals and delegated uses; the answer never says why.
import { fail, type Result } from '../../core/base/result.js';
import { isBoundToOrganisation } from '../../core/tenant/federation/bound.js';
import type { AuditEvent } from '../../core/tenant/organisations/audit-events.js';
import { accessDenied, canSee, keyVerdict, type WalletActor, type WalletStanding } from '../../core/wallet/access.js';
import { useProblem, type Wallet, type WalletUse } from '../../core/wallet/wallet.js';
import type { WalletCursor, WalletReader } from '../../storage/tables/accounts/wallets.js';
import type { Caller } from '../auth/caller.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets'>;

/** How a key is to be used. `path` is resolved. */
export interface KeyNeed {
  readonly use: WalletUse;
  readonly path: string;
  readonly hybrid: boolean;
}

function actorOf(caller: Caller): WalletActor {
  return {
    id: ownerIdOf(caller),
    orgId: caller.organisationId === '' ? undefined : caller.organisationId,
    ...(isBoundToOrganisation(caller) && { boundTo: caller.organisationId }),
    roles: caller.roles,
  };
}

export const SERVICE_OWNER = 'service:';

/**
 * The name under which the caller owns wallets; a service that acts for a user has that user's. Services have a
 * name space of their own, so that no client id can pass for a person.
 */
export function ownerIdOf(caller: Caller): string {
  if (caller.kind === 'service' && caller.actsFor === undefined)
    return `${SERVICE_OWNER}${caller.clientId || caller.subject}`;
  return caller.platformUserId || caller.subject;
}

export function standingOf({ caller, deps }: Pick<ApiCall<Deps>, 'caller' | 'deps'>, wallet: Wallet): WalletStanding {
  const actor = actorOf(caller);
  return { wallet, actor, grant: deps.wallets.grant(wallet, actor.id), now: deps.clock.now() };
}

/** Keys that are read at once: reads of a few microseconds each. */
const READ_AT_ONCE = 100;

/**
 * A page of the wallets in these lists that the caller may know of. All others are passed over before the page is cut:
 * a place in a list that is behind such a wallet would name it.
 */
export async function visibleWallets(
  call: Pick<ApiCall<Deps>, 'caller' | 'deps'>,
  readers: readonly WalletReader[],
  { top, after }: { readonly top: number; readonly after: WalletCursor | undefined },
): Promise<{ readonly items: readonly Wallet[]; readonly last: Wallet | undefined }> {
  const seen: Wallet[] = [];
  for (let from = after; ; ) {
    const { items, next } = await call.deps.wallets.page(readers, READ_AT_ONCE, from);
    seen.push(...items.filter((wallet) => canSee(standingOf(call, wallet))));
    if (next === undefined || seen.length > top) break;
    from = next;
  }
  const items = seen.slice(0, top);
  return { items, last: seen.length > top ? items.at(-1) : undefined };
}

/** The wallet, if the caller may use its key so; WALLET_ACCESS_DENIED alike for a foreign wallet and for none. */
export async function walletForKey(call: ApiCall<Deps>, name: string, need: KeyNeed): Promise<Result<Wallet>> {
  const wallet = call.deps.wallets.find(name);
  const verdict = wallet
    ? keyVerdict(standingOf(call, wallet), need.path, need.hybrid)
    : ({ allowed: false, reason: 'no-wallet' } as const);
  if (!wallet || !verdict.allowed) {
    await audit(call, 'WalletAccessDenied', { ...need, wallet: name, reason: verdict.allowed ? '' : verdict.reason });
    return fail(accessDenied());
  }
  const problem = useProblem(wallet, need.use);
  if (problem) return fail(problem);
  if (verdict.as === 'delegate') await audit(call, 'WalletSigned', { ...need, wallet: wallet.address });
  return wallet;
}

/** Logs and stores a security event before the answer goes out. */
export async function audit(
  call: ApiCall<Deps>,
  eventType: AuditEvent,
  details: Readonly<Record<string, string | boolean>>,
): Promise<void> {
  const { caller, deps, address } = call;
  const isRefusal = eventType === 'WalletAccessDenied';
  const { organisationId } = caller;
  const entry = { eventType, organisationId, identityId: ownerIdOf(caller), address, success: !isRefusal, details };
  // Any member can be refused without end.
  const ops = isRefusal ? deps.audit.recordRepeated(entry) : [deps.audit.record(entry)];
  if (ops.length > 0) await deps.commit(ops);
}
