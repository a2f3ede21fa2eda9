// Tokens of others: looks, commits, shows.
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { audienceOf, issuerOf } from '../../../../core/tenant/claims.js';
import { rankProblem } from '../../../../core/tenant/members/rank.js';
import { present, type RefreshFamily } from '../../../../core/tenant/session.js';
import { type RevocationSubject, tokenOf } from '../../../../storage/tables/accounts/sessions.js';
import { administeredWhole } from '../../../access/organisations.js';
import { seesAllTenants } from '../../../access/registers.js';
import { isAllowed } from '../../../auth/policy.js';
import { issueTimeOf } from '../../../auth/tokens.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { activeIdentity, familyOf } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import type { tokenRoutes } from './routes.js';

const INACTIVE = { active: false } as const;

export const tokenHandlers: Handlers<typeof tokenRoutes, AccountDeps> = {
  async introspectToken({ body }, { deps, caller }) {
    // To a service of an organisation a token of another one looks as bad as any (RFC 7662 section 4).
    const isForeign = (of: { readonly organisationId: string }): boolean =>
      !seesAllTenants(caller) && of.organisationId !== caller.organisationId;
    const family = familyOf(deps, body.token);
    if (family) return isForeign(family) ? INACTIVE : refreshShown(deps, family, sha256Hex(body.token));
    const owner = await deps.tokens.verify(body.token);
    if (isFailure(owner) || isForeign(owner)) return INACTIVE;
    const { kind, tier, subject: sub, scope, clientId, tokenId: jti, organisationId, roles, actsFor } = owner;
    const { installation } = deps.config;
    return {
      ...{ active: true, tokenType: kind === 'service' ? 'service' : 'user', tier, sub, jti, roles },
      ...{ scope: scope.join(' '), ...(clientId !== '' && { clientId }), iss: issuerOf(installation) },
      aud: audienceOf(installation, tier === 'delegated' ? 'service' : tier),
      ...{ exp: Math.floor(owner.expiresAtMs / 1000), iat: Math.floor(issueTimeOf(jti) / 1000) },
      ...(organisationId !== '' && { orgId: organisationId }),
      ...(actsFor !== undefined && { delegatedUserId: actsFor }),
    } as const;
  },

  async revokeUserTokens({ body }, call) {
    const { deps, caller } = call;
    const member = deps.tenants.membership(caller.organisationId, body.userId);
    const isSystemAdmin = isAllowed('RequireSystemAdmin', caller);
    const user = isSystemAdmin ? deps.tenants.user(body.userId) : undefined;
    if (!member && !user) return fail(issue('USER_NOT_FOUND', '/userId', 'There is no such user.'));
    const above = member && rankProblem([member], { isSystemAdmin });
    if (above) return fail(above);
    await revoke(call, member ? `sub:${member.id}` : `user:${body.userId}`, { userId: body.userId });
    return { success: true, message: 'The tokens of the user do not work any more.' };
  },

  async revokeOrganizationTokens({ body }, call) {
    const organisation = administeredWhole(call, body.organizationId);
    if (isFailure(organisation)) return organisation;
    await revoke(call, `org:${organisation.id}`, { organizationId: organisation.id });
    return { success: true, message: 'The tokens of the organisation do not work any more.' };
  },
};

async function revoke(
  { deps, caller, address }: ApiCall<AccountDeps>,
  subject: RevocationSubject,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  const nowMs = deps.clock.now();
  await deps.commit([
    deps.sessions.revoke(subject, nowMs),
    deps.audit.byCaller({ caller, address }, { eventType: 'TokenRevoked', details }),
  ]);
}

/**
 * Of a refresh token: whether a refresh would be answered. It is neither spent nor, where it was spent before, taken
 * for stolen.
 */
function refreshShown(deps: AccountDeps, family: RefreshFamily, tokenHash: string) {
  const { membershipId: subject, organisationId, issuedAtMs, expiresAtMs } = family;
  const state = present(family, {
    ...{ hash: tokenHash, nowMs: deps.clock.now(), lastsMs: deps.tokens.lastsMs(family) },
  });
  const token = tokenOf(family);
  const isGood =
    !isFailure(state) &&
    state === 'good' &&
    !deps.sessions.isRevoked(token) &&
    !deps.tokens.isEarly(token) &&
    !isFailure(activeIdentity(deps, organisationId, subject));
  if (!isGood) return INACTIVE;
  return {
    active: true,
    tokenType: 'refresh',
    ...{ sub: subject, orgId: organisationId },
    ...{
      exp: Math.floor(expiresAtMs / 1000),
      iat: Math.floor(issuedAtMs / 1000),
      iss: issuerOf(deps.config.installation),
    },
  } as const;
}
