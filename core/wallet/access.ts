// Rights to see, manage, share and use a wallet (specification 4.4, last paragraph). Pure; the caller of these rules
// writes the audit line.
import { type Issue, issue } from '../base/issue.js';
import { containsPath, covers, type Grant, type GrantRequest, grantProblem, isActive } from './grants.js';
import { type Wallet, walletNotFound } from './wallet.js';

/** The caller, as far as these rules care. `id` is the platform user id, or the client id of a service. */
export interface WalletActor {
  readonly id: string;
  readonly orgId?: string | undefined;
  /** Its session speaks for the member of this organisation alone, whose wallets it may use and no others. */
  readonly boundTo?: string | undefined;
  readonly roles: readonly string[];
}

/** A caller before one wallet: `grant` is the caller's own grant on it, if there ever was one. */
export interface WalletStanding {
  readonly wallet: Wallet;
  readonly actor: WalletActor;
  readonly grant: Grant | undefined;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Why a key was not used; part of the audit line and never of the answer. */
export type DenialReason =
  | 'no-wallet'
  | 'no-active-readwrite-grant'
  | 'not-in-owning-organisation'
  | 'not-administrator'
  | 'path-outside-grant'
  | 'hybrid-not-delegable';

type Verdict =
  | { readonly allowed: true; readonly as: 'owner' | 'delegate' }
  | { readonly allowed: false; readonly reason: DenialReason };

/**
 * True for the person who owns the wallet, and for the holder of an active Owner grant, which only an owner can give.
 */
export function isOwner({ wallet, actor, grant, now }: WalletStanding): boolean {
  if (!isInReach(wallet, actor)) return false;
  if (wallet.owner.kind === 'person' && wallet.owner.id === actor.id) return true;
  return wallet.owner.kind === 'person' && isActive(grant, now) && grant.accessRight === 'Owner';
}

/**
 * A key that an organisation derived is good in that organisation alone, and so for as long as its owner acts there.
 */
function isInReach({ tenant, derivedKeyId }: Wallet, { boundTo, orgId }: WalletActor): boolean {
  if (derivedKeyId !== undefined && tenant !== orgId) return false;
  return boundTo === undefined || tenant === boundTo;
}

/** True for an Administrator, by the present token, of the organisation that owns the wallet. */
function isOwnersAdministrator({ wallet, actor }: WalletStanding): boolean {
  return (
    wallet.owner.kind === 'organisation' && wallet.owner.id === actor.orgId && actor.roles.includes('Administrator')
  );
}

/** True for the owner and for who has a grant to write. Which paths of it may sign is asked of `keyVerdict`. */
export function mayWrite(standing: WalletStanding): boolean {
  const { wallet, actor, grant, now } = standing;
  const isHolder = isOwner(standing) || isOwnersAdministrator(standing) || covers(grant, 'ReadWrite', now);
  return isHolder && isInReach(wallet, actor);
}

/** True if the caller may know that the wallet exists. The system wallet is seen by no caller. */
export function canSee(standing: WalletStanding): boolean {
  if (standing.wallet.owner.kind === 'system' || standing.wallet.status === 'Deleted') return false;
  if (!isInReach(standing.wallet, standing.actor)) return false;
  return isOwner(standing) || isOwnersAdministrator(standing) || isActive(standing.grant, standing.now);
}

/** True if the caller may rename, lock, delete and share the wallet. */
export function canManage(standing: WalletStanding): boolean {
  return canSee(standing) && (isOwner(standing) || isOwnersAdministrator(standing));
}

/** Undefined if the caller may manage the wallet; WALLET_NOT_FOUND if it may not see it; else WALLET_ACCESS_DENIED. */
export function manageProblem(standing: WalletStanding): Issue | undefined {
  if (!canSee(standing)) return walletNotFound();
  return canManage(standing) ? undefined : accessDenied();
}

/**
 * May the caller use the private key at the resolved `path`? An owner may. Anyone else only when all of these hold
 * (specification 4.4): an active ReadWrite grant; a token of the owning organisation with the Administrator role; a
 * grant whose contexts contain the path; no hybrid.
 */
export function keyVerdict(standing: WalletStanding, path: string, hybrid: boolean): Verdict {
  const { wallet, actor, grant, now } = standing;
  if (wallet.owner.kind === 'system') return denial('no-wallet');
  if (isOwner(standing)) return { allowed: true, as: 'owner' };
  if (!isActive(grant, now) || grant.accessRight !== 'ReadWrite') return denial('no-active-readwrite-grant');
  if (wallet.tenant === undefined || wallet.tenant !== actor.orgId) return denial('not-in-owning-organisation');
  if (!actor.roles.includes('Administrator')) return denial('not-administrator');
  if (!containsPath(grant, path)) return denial('path-outside-grant');
  if (hybrid) return denial('hybrid-not-delegable');
  return { allowed: true, as: 'delegate' };
}

/**
 * Undefined if the caller may make this grant. An owner may give any right. An Administrator of the owning organisation
 * must scope the grant (GRANT_INVALID) and may not give Owner (WALLET_ACCESS_DENIED). The owner needs no grant, so a
 * grant to the owner is GRANT_INVALID.
 */
export function grantingProblem(standing: WalletStanding, request: GrantRequest): Issue | undefined {
  const problem = manageProblem(standing);
  if (problem) return problem;
  if (!isOwner(standing)) {
    if (request.accessRight === 'Owner') return accessDenied();
    if (request.allowedDerivationContexts.length === 0)
      return issue(
        'GRANT_INVALID',
        '/allowedDerivationContexts',
        'An Administrator must scope the grant with at least one context.',
      );
  }
  if (standing.wallet.owner.kind === 'person' && standing.wallet.owner.id === request.subject)
    return issue('GRANT_INVALID', '/subject', 'The subject owns the wallet and needs no grant.');
  return grantProblem(request, standing.now);
}

/** The one answer for a key that the caller may not use, with no word about why: the reason goes to the audit log. */
export function accessDenied(): Issue {
  return issue('WALLET_ACCESS_DENIED', '', 'You may not do this with the wallet, or there is no such wallet.');
}

function denial(reason: DenialReason): Verdict {
  return { allowed: false, reason };
}
