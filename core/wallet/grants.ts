// Access grants: who else may see or use a wallet, for how long and with which derivation contexts. Pure; time is an
// argument.
import { type Issue, issue } from '../base/issue.js';
import { GRANT_CONTEXTS_MAX } from '../base/limits/node/wallets.js';
import { resolvePath } from '../crypto/derivation/hd.js';

export type AccessRight = 'ReadOnly' | 'ReadWrite' | 'Owner';

/** A subject's right on one wallet. A subject has at most one grant a wallet; a new one replaces one that ended. */
export interface Grant {
  readonly id: string;
  readonly walletId: string;
  /** Platform user id (or the client id of a service) that receives the right. */
  readonly subject: string;
  readonly accessRight: AccessRight;
  readonly reason?: string;
  readonly grantedBy: string;
  /** Milliseconds since 1970 UTC. */
  readonly grantedAt: number;
  readonly expiresAt?: number;
  /** Purposes (`quorate:register-attestation`) or paths that a delegate may sign with. Empty: none. */
  readonly allowedDerivationContexts: readonly string[];
  readonly revokedAt?: number;
}

/** The wish of the maker of a grant. */
export interface GrantRequest {
  readonly subject: string;
  readonly accessRight: AccessRight;
  readonly reason?: string | undefined;
  readonly expiresAt?: number | undefined;
  readonly allowedDerivationContexts: readonly string[];
}

const RANK: Readonly<Record<AccessRight, number>> = { ReadOnly: 1, ReadWrite: 2, Owner: 3 };

/** True while the grant is neither revoked nor expired at `now`. The instant of expiry is outside. */
export function isActive(grant: Grant | undefined, now: number): grant is Grant {
  return (
    grant !== undefined && grant.revokedAt === undefined && (grant.expiresAt === undefined || now < grant.expiresAt)
  );
}

/** True if an active grant gives at least the required right: Owner over ReadWrite over ReadOnly. */
export function covers(grant: Grant | undefined, required: AccessRight, now: number): boolean {
  return isActive(grant, now) && RANK[grant.accessRight] >= RANK[required];
}

/** True if the resolved `path` is one of the contexts of the grant. A grant without contexts contains no path. */
export function containsPath(grant: Grant, path: string): boolean {
  return grant.allowedDerivationContexts.some((context) => resolvePath(context) === path);
}

/**
 * Problems of a request that do not depend on who makes it: an expiry that has passed, contexts that name no path,
 * contexts twice or too many. Returns GRANT_INVALID at the member at fault.
 */
export function grantProblem(request: GrantRequest, now: number): Issue | undefined {
  if (request.expiresAt !== undefined && request.expiresAt <= now)
    return issue('GRANT_INVALID', '/expiresAt', 'The expiry has already passed.');
  const contexts = request.allowedDerivationContexts;
  if (contexts.length > GRANT_CONTEXTS_MAX)
    return issue('GRANT_INVALID', '/allowedDerivationContexts', `At most ${GRANT_CONTEXTS_MAX} contexts.`);
  if (new Set(contexts).size !== contexts.length)
    return issue('GRANT_INVALID', '/allowedDerivationContexts', 'A context is named twice.');
  const bad = contexts.findIndex((context) => typeof resolvePath(context) !== 'string');
  if (bad >= 0)
    return issue(
      'GRANT_INVALID',
      `/allowedDerivationContexts/${bad}`,
      'The context is not a purpose or derivation path.',
    );
  return undefined;
}

/** The grant that ends at `now`. */
export function revokeGrant(grant: Grant, now: number): Grant {
  return { ...grant, revokedAt: now };
}
