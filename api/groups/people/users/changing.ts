// A single change of a member of an organisation at a time: whether another person could administer it is read and
// acted upon before the next change begins, so that two administrators cannot take each other away.
import { issue } from '../../../../core/base/issue.js';
import { MUTEX, TaskScheduler } from '../../../../core/base/queues/task-scheduler.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { endsSessions, isKeeper, memberChangeProblem } from '../../../../core/tenant/members/change.js';
import type { Membership } from '../../../../core/tenant/user.js';
import type { Tenants } from '../../../../storage/tables/accounts/tenants.js';
import { leavingOps } from '../../../access/derived-keys.js';
import { findAdministered } from '../../../access/organisations.js';
import { isAllowed } from '../../../auth/policy.js';
import type { ApiCall } from '../../../define.js';
import type { PeopleDeps } from '../deps.js';

export interface MemberParams {
  readonly organizationId: string;
  readonly userId: string;
}

/** By table, because a process has as many as it runs nodes. */
const mutexOf = new WeakMap<Tenants, TaskScheduler>();

export function memberOf(call: ApiCall<PeopleDeps>, params: MemberParams): Result<Membership> {
  const organisation = findAdministered(call, params.organizationId);
  if (isFailure(organisation)) return organisation;
  const member = call.deps.tenants.membership(organisation.id, params.userId);
  return member ?? fail(issue('USER_NOT_FOUND', '/userId', 'There is no such user.'));
}

/** The member as it is then. `change` gives undefined for one that is to be removed. */
export async function changeMember(
  call: ApiCall<PeopleDeps>,
  params: MemberParams,
  change: (before: Membership) => Result<Membership | undefined>,
): Promise<Result<Membership | undefined>> {
  const { tenants } = call.deps;
  const mutex = mutexOf.get(tenants) ?? new TaskScheduler(MUTEX);
  mutexOf.set(tenants, mutex);
  return mutex.run(params.organizationId, async () => {
    const asked = memberOf(call, params);
    if (isFailure(asked)) return asked;
    const isOther = (other: Membership) => other.id !== asked.id && isKeeper(other);
    const hasOther = !isKeeper(asked) || (await tenants.hasMember(asked.organisationId, isOther));
    // A caller that lost its rights while it waited for its turn changes nothing any more.
    const ended = call.deps.tokens.standing(call.caller);
    if (ended) return fail(ended);
    // Read again in the turn in which it is written: the member may have logged in meanwhile.
    const before = memberOf(call, params);
    if (isFailure(before)) return before;
    const after = change(before);
    if (isFailure(after)) return after;
    const isSystemAdmin = isAllowed('RequireSystemAdmin', call.caller);
    const by = { membershipId: call.caller.subject, isSystemAdmin };
    const problem = memberChangeProblem({ before, after, hasOther, by });
    if (problem) return fail(problem);
    const ops = [...memberOps(call, before, after), ...sessionOps(call, before, after)];
    await call.deps.commit([...ops, recordOf(call, params, after)]);
    return after;
  });
}

function recordOf(call: ApiCall<PeopleDeps>, params: MemberParams, after: Membership | undefined) {
  const { deps, caller, address, trace } = call;
  return deps.audit.byCaller(
    { caller, address, trace },
    {
      eventType: after ? 'UserUpdatedInOrganization' : 'UserRemovedFromOrganization',
      organisationId: params.organizationId,
      details: { userId: params.userId, ...(after && { status: after.status, roles: after.roles.join(' ') }) },
    },
  );
}

function memberOps(call: ApiCall<PeopleDeps>, before: Membership, after: Membership | undefined) {
  const { deps } = call;
  const { tenants } = deps;
  if (after) return tenants.putMembership(after);
  const user = tenants.user(before.platformUserId);
  const organisation = tenants.organisation(before.organisationId);
  return [
    ...tenants.removeMembership(before),
    ...deps.walletLinks.put(before.organisationId, before.id, []),
    ...leavingOps(call, before),
    ...(user
      ? tenants.putUser({ ...user, memberships: user.memberships.filter((item) => item.membershipId !== before.id) })
      : []),
    ...(organisation ? tenants.putOrganisation({ ...organisation, userCount: organisation.userCount - 1 }) : []),
  ];
}

function sessionOps({ deps }: ApiCall<PeopleDeps>, before: Membership, after: Membership | undefined) {
  if (!endsSessions(before, after)) return [];
  const atMs = deps.clock.now();
  return [deps.sessions.revoke(`sub:${before.id}`, atMs)];
}
