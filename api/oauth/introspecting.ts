// A token of others before a service (RFC 7662): whose it is, and what it is good for now. A refresh token is neither
// spent by it nor, where it was spent before, taken for stolen.
import { sha256Hex } from '../../core/base/hash.js';
import { isFailure } from '../../core/base/result.js';
import { audienceOf, issuerOf } from '../../core/tenant/claims.js';
import { present, type RefreshFamily } from '../../core/tenant/session.js';
import { tokenOf } from '../../storage/tables/accounts/sessions.js';
import { seesAllTenants } from '../access/registers.js';
import { issueTimeOf } from '../auth/tokens.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { activeIdentity, familyOf } from '../sign-in/session.js';

type Deps = Pick<
  ApiDeps,
  'audit' | 'clock' | 'commit' | 'config' | 'ledger' | 'random' | 'sessions' | 'tenants' | 'tokens'
>;

export interface KnownToken {
  readonly tokenType: 'user' | 'service' | 'refresh';
  readonly tier?: string;
  readonly sub: string;
  readonly iss: string;
  readonly aud?: string;
  readonly jti?: string;
  readonly exp: number;
  readonly iat: number;
  readonly roles?: readonly string[];
  readonly organisationId: string;
  readonly clientId?: string;
  readonly actsFor?: string;
  /** Of a service, and of a program that a person let in. */
  readonly scopes?: readonly string[];
  /** Of the key that it is bound to. */
  readonly thumbprint?: string | undefined;
}

/** Undefined for a token that is not good now, and for one of another organisation than that of the asking service. */
export async function knownToken(
  { deps, caller }: Pick<ApiCall<Deps>, 'deps' | 'caller'>,
  token: string,
): Promise<KnownToken | undefined> {
  const isForeign = (of: { readonly organisationId: string }): boolean =>
    !seesAllTenants(caller) && of.organisationId !== caller.organisationId;
  const family = familyOf(deps, token);
  if (family) return isForeign(family) ? undefined : knownRefresh(deps, family, sha256Hex(token));
  const owner = await deps.tokens.verify(token);
  if (isFailure(owner) || isForeign(owner)) return undefined;
  const { kind, tier, subject: sub, tokenId: jti, organisationId, roles, actsFor, access } = owner;
  const { installation } = deps.config;
  const clientId = access?.clientId ?? owner.clientId;
  return {
    ...{ tokenType: kind === 'service' ? 'service' : 'user', tier, sub, jti, roles, organisationId },
    ...{ scopes: access?.scopes ?? owner.scope, iss: issuerOf(installation), thumbprint: access?.thumbprint },
    aud: audienceOf(installation, tier === 'delegated' ? 'service' : tier),
    ...{ exp: Math.floor(owner.expiresAtMs / 1000), iat: Math.floor(issueTimeOf(jti) / 1000) },
    ...(clientId !== '' && { clientId }),
    ...(actsFor !== undefined && { actsFor }),
  };
}

/** Of a refresh token that would be answered. */
function knownRefresh(deps: Deps, family: RefreshFamily, hash: string): KnownToken | undefined {
  const { membershipId: sub, organisationId, issuedAtMs, expiresAtMs, access } = family;
  const state = present(family, { hash, nowMs: deps.clock.now(), lastsMs: deps.tokens.lastsMs(family) });
  const token = tokenOf(family);
  const isGood =
    !isFailure(state) &&
    state === 'good' &&
    !deps.sessions.isRevoked(token) &&
    !deps.tokens.isEarly(token) &&
    !isFailure(activeIdentity(deps, organisationId, sub));
  if (!isGood) return undefined;
  return {
    ...{ tokenType: 'refresh', sub, organisationId, iss: issuerOf(deps.config.installation) },
    ...{ exp: Math.floor(expiresAtMs / 1000), iat: Math.floor(issuedAtMs / 1000) },
    ...(access && { clientId: access.clientId, scopes: access.scopes, thumbprint: access.thumbprint }),
  };
}
