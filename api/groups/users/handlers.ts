// Users of an organisation. An administrator acts in its own organisation only, a SystemAdmin in all; a foreign one looks missing.
import type { Issue } from '../../../core/base/issue.js';
import { isIssue, issue } from '../../../core/base/issue.js';
import { REVOCATION_KEEP_MS } from '../../../core/base/limits/node/accounts.js';
import type { Membership, UserStatus } from '../../../core/tenant/user.js';
import { administered } from '../../access/organisations.js';
import { isAllowed } from '../../auth/policy.js';
import type { ApiCall, Handlers } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { userView } from '../../schemas/accounts/tenant.js';
import type { userRoutes } from './routes.js';

export const userHandlers: Handlers<typeof userRoutes, ApiDeps> = {
  async listUsers({ params, query }, call) {
    const organisation = administered(call, params.organizationId);
    if (isIssue(organisation)) return organisation;
    const { items, totalCount } = await call.deps.tenants.memberPage(organisation.id, query);
    return { users: items.map(userView), totalCount };
  },

  async unlockUser({ params }, call) {
    const member = memberOf(call, params);
    if (isIssue(member)) return member;
    const user = call.deps.tenants.user(member.platformUserId);
    if (!user) return issue('USER_NOT_FOUND', '/userId', 'There is no such user.');
    // A user may be a member of many organisations. If each could lift the lock, whoever got it into his own could guess its password without end.
    if (user.memberships[0]?.organisationId !== member.organisationId && !isAllowed('RequireSystemAdmin', call.caller))
      return issue('FORBIDDEN', '/userId', 'The first organisation of a user unlocks its account, or a SystemAdmin.');
    call.deps.attempts.forget(user.email);
    await call.deps.commit([record(call, 'AccountUnlockedByAdmin', member)]);
    return undefined;
  },

  suspendUser: ({ params }, call) =>
    params.userId === call.caller.subject
      ? issue('FORBIDDEN', '/userId', 'Nobody suspends itself.')
      : setStatus(call, params, 'Suspended'),

  reactivateUser: ({ params }, call) => setStatus(call, params, 'Active'),
};

function memberOf(call: ApiCall<ApiDeps>, params: { organizationId: string; userId: string }): Membership | Issue {
  const organisation = administered(call, params.organizationId);
  if (isIssue(organisation)) return organisation;
  return (
    call.deps.tenants.membership(organisation.id, params.userId) ??
    issue('USER_NOT_FOUND', '/userId', 'There is no such user.')
  );
}

async function setStatus(
  call: ApiCall<ApiDeps>,
  params: { organizationId: string; userId: string },
  status: UserStatus,
) {
  const member = memberOf(call, params);
  if (isIssue(member)) return member;
  const nowMs = call.deps.clock.now();
  const revocation = { atMs: nowMs, expiresAtMs: nowMs + REVOCATION_KEEP_MS };
  await call.deps.commit([
    ...call.deps.tenants.putMembership({ ...member, status }),
    ...(status === 'Suspended' ? [call.deps.sessions.revoke(`sub:${member.id}`, revocation)] : []),
    record(call, 'UserUpdatedInOrganization', member),
  ]);
  return undefined;
}

function record(
  { deps, caller, address }: ApiCall<ApiDeps>,
  eventType: 'AccountUnlockedByAdmin' | 'UserUpdatedInOrganization',
  member: Membership,
) {
  return deps.audit.record({
    eventType,
    organisationId: member.organisationId,
    identityId: caller.subject,
    address,
    success: true,
    details: { userId: member.id, status: member.status },
  });
}
