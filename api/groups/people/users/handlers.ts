// Users of an organisation. An administrator acts in its own organisation only, a SystemAdmin in all; a foreign one
// looks missing.

import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { rankProblem } from '../../../../core/tenant/members/rank.js';
import { checkRoles, type Role } from '../../../../core/tenant/roles.js';
import { attemptName, type Membership } from '../../../../core/tenant/user.js';
import { findAdministered, membershipsOf } from '../../../access/organisations.js';
import { isAllowed } from '../../../auth/policy.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { failIfChanged, withVersion } from '../../../requests/etags.js';
import { pageById } from '../../../requests/keyed-page.js';
import { userView } from '../../../schemas/accounts/tenant.js';
import type { PeopleDeps } from '../deps.js';
import { changeMember, type MemberParams, memberOf } from './changing.js';
import type { userRoutes } from './routes.js';
import { listedUser, signInOfMember } from './sign-in.js';

export const userHandlers: Handlers<typeof userRoutes, PeopleDeps> = {
  async listUsers({ params, query }, call) {
    const organisation = findAdministered(call, params.organizationId);
    if (isFailure(organisation)) return organisation;
    const page = await pageById(call, { params, query }, (asked) =>
      call.deps.tenants.memberPage(organisation.id, asked),
    );
    if (isFailure(page)) return page;
    const { items, totalCount, next } = page;
    return reply(
      200,
      { users: items.map((member) => listedUser(call.deps, member)), totalCount, ...next.members },
      next.headers,
    );
  },

  getUser({ params }, call) {
    const member = memberOf(call, params);
    return isFailure(member) ? member : withVersion(userView(member, call.deps.tenants), versionOf(member));
  },

  async getUserSignIn({ params }, call) {
    const member = memberOf(call, params);
    return isFailure(member) ? member : signInOfMember(call.deps, member);
  },

  updateUser: ({ params, body, headers }, call) =>
    updateMember(call, { ...params, ifMatch: headers['if-match'] }, (before) => {
      const { displayName = before.displayName, roles, status = before.status } = body;
      const given = roles === undefined ? before.roles : rolesFor(call, params, roles);
      return isFailure(given) ? given : { ...before, displayName, roles: given, status };
    }),

  setUserRole: ({ params, body, headers }, call) =>
    updateMember(call, { ...params, ifMatch: headers['if-match'] }, (before) => {
      const roles = rolesFor(call, params, [body.role]);
      if (isFailure(roles)) return roles.mapIssues((role) => ({ ...role, path: '/role' }));
      return { ...before, roles };
    }),

  async removeUser({ params }, call) {
    const removed = await changeMember(call, params, () => undefined);
    return isFailure(removed) ? removed : undefined;
  },

  async unlockUser({ params }, call) {
    const member = memberOf(call, params);
    if (isFailure(member)) return member;
    const { deps, caller, address } = call;
    const user = deps.tenants.user(member.platformUserId);
    if (!user) return fail(issue('USER_NOT_FOUND', '/userId', 'There is no such user.'));
    // A user may be a member of many organisations. If each could lift the lock, an administrator who got it
    // into his own could guess its password without end.
    const isSystemAdmin = isAllowed('RequireSystemAdmin', caller);
    const above = rankProblem(membershipsOf(deps.tenants, user), { isSystemAdmin });
    if (above) return fail(above);
    if (user.memberships[0]?.organisationId !== member.organisationId && !isSystemAdmin)
      return fail(
        issue('FORBIDDEN', '/userId', 'The first organisation of a user unlocks its account, or a SystemAdmin.'),
      );
    deps.attempts.unlock(attemptName(user));
    await deps.commit([
      deps.audit.byCaller(
        { caller, address },
        { eventType: 'AccountUnlockedByAdmin', organisationId: member.organisationId, details: { userId: member.id } },
      ),
    ]);
    return undefined;
  },

  suspendUser: ({ params }, call) => withStatus(call, params, 'Suspended'),

  reactivateUser: ({ params }, call) => withStatus(call, params, 'Active'),
};

async function updateMember(
  call: ApiCall<PeopleDeps>,
  { ifMatch, ...params }: MemberParams & { readonly ifMatch: string | undefined },
  change: (before: Membership) => Result<Membership>,
) {
  const after = await changeMember(
    call,
    params,
    (before) => failIfChanged(ifMatch, versionOf(before)) ?? change(before),
  );
  if (isFailure(after)) return after;
  const member = after as Membership;
  return withVersion(userView(member, call.deps.tenants), versionOf(member));
}

/** Of what administrators set; logins do not change it. */
function versionOf({ displayName, roles, status }: Membership): unknown {
  return [displayName, roles, status];
}

async function withStatus(call: ApiCall<PeopleDeps>, params: MemberParams, status: Membership['status']) {
  const after = await changeMember(call, params, (before) => ({ ...before, status }));
  return isFailure(after) ? after : undefined;
}

function rolesFor(
  { caller }: ApiCall<PeopleDeps>,
  { organizationId }: MemberParams,
  roles: readonly string[],
): Result<readonly Role[]> {
  const wrong = checkRoles(roles, organizationId, caller.roles);
  return wrong.length > 0 ? fail(wrong) : (roles as readonly Role[]);
}
