// Tokens of others: looks, commits, shows.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { rankProblem } from '../../../../core/tenant/members/rank.js';
import type { RevocationSubject } from '../../../../storage/tables/accounts/sessions.js';
import { administeredWhole } from '../../../access/organisations.js';
import { isAllowed } from '../../../auth/policy.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { knownToken } from '../../../oauth/introspecting.js';
import type { AccountDeps } from '../deps.js';
import type { tokenRoutes } from './routes.js';

export const tokenHandlers: Handlers<typeof tokenRoutes, AccountDeps> = {
  async introspectToken({ body }, call) {
    const known = await knownToken(call, body.token);
    if (known === undefined) return { active: false };
    const { organisationId: orgId, clientId, actsFor, scopes, ...claims } = known;
    return {
      ...{ active: true, ...claims },
      ...(scopes !== undefined && { scope: scopes.join(' ') }),
      ...{ ...(clientId !== undefined && { clientId }), ...(orgId !== '' && { orgId }) },
      ...(actsFor !== undefined && { delegatedUserId: actsFor }),
    };
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
