// Users of an organisation. An administrator acts in its own organisation only, a SystemAdmin in all; a foreign one looks missing.
import type { Issue } from '../../../core/base/issue.js';
import { isIssue, issue } from '../../../core/base/issue.js';
import { MEMBERSHIPS_MAX, REVOCATION_KEEP_MS } from '../../../core/base/limits.js';
import type { Organisation } from '../../../core/tenant/organisation.js';
import { checkRoles, type Role } from '../../../core/tenant/roles.js';
import { type Membership, normaliseEmail, type PlatformUser, type UserStatus } from '../../../core/tenant/user.js';
import { newId } from '../../auth/login.js';
import { isAllowed } from '../../auth/policy.js';
import type { Call, Handlers } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { userView } from '../../schemas/tenant.js';
import type { userRoutes } from './routes.js';

interface NewUser {
  readonly email: string;
  readonly displayName: string;
  readonly password?: string;
  readonly roles: readonly string[];
}

export const userHandlers: Handlers<typeof userRoutes, ApiDeps> = {
  async createUser({ params, body }, call) {
    const organisation = administered(call, params.organizationId);
    if (isIssue(organisation)) return organisation;
    const wrong = checkRoles(body.roles, organisation.id, call.caller.roles);
    if (wrong.length > 0) return wrong;
    const prepared = await prepareUser(call.deps, body, organisation.id);
    if ('user' in prepared) return join(call, prepared.user, body, organisation.id);
    return prepared.issues;
  },

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
    // Any organisation can add a user of this installation. If each could lift the lock, whoever founds one could guess passwords without end.
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

function administered({ deps, caller }: Call<ApiDeps>, organisationId: string): Organisation | Issue {
  const allowed = organisationId === caller.organisationId || isAllowed('RequireSystemAdmin', caller);
  const organisation = allowed ? deps.tenants.organisation(organisationId) : undefined;
  return organisation ?? issue('ORGANISATION_NOT_FOUND', '/organizationId', 'There is no such organisation.');
}

function memberOf(call: Call<ApiDeps>, params: { organizationId: string; userId: string }): Membership | Issue {
  const organisation = administered(call, params.organizationId);
  if (isIssue(organisation)) return organisation;
  return (
    call.deps.tenants.membership(organisation.id, params.userId) ??
    issue('USER_NOT_FOUND', '/userId', 'There is no such user.')
  );
}

/** The platform user that will join: a new one with a checked password, or the existing one of that address. Checked again in `join`. */
async function prepareUser(
  deps: ApiDeps,
  body: NewUser,
  organisationId: string,
): Promise<{ user: PlatformUser } | { issues: readonly Issue[] }> {
  const email = normaliseEmail(body.email);
  const existing = deps.tenants.userOfEmail(email);
  const refused = existing && taken(existing, body, organisationId);
  if (refused) return { issues: [refused] };
  if (existing) return { user: existing };
  if (body.password === undefined)
    return {
      issues: [
        issue('USER_NOT_FOUND', '/password', 'There is no user with this address yet: give a password to create one.'),
      ],
    };
  const weak = await deps.passwords.check(body.password, '/password', [email, body.displayName]);
  if (weak.length > 0) return { issues: weak };
  const turn = { key: `organisation ${organisationId}`, isKnown: true };
  const passwordHash = await deps.passwords.hash(body.password, turn);
  if (isIssue(passwordHash)) return { issues: [passwordHash] };
  const createdAt = new Date(deps.clock.now()).toISOString();
  return {
    user: {
      id: newId(deps),
      email,
      displayName: body.displayName,
      passwordHash,
      createdAt,
      memberships: [],
    },
  };
}

/** A given password would not be the one that works, so it is refused for somebody who has one. */
function taken(existing: PlatformUser, body: NewUser, organisationId: string): Issue | undefined {
  if (existing.memberships.some((m) => m.organisationId === organisationId))
    return issue('EMAIL_TAKEN', '/email', 'A user of this organisation has the address.');
  if (body.password !== undefined)
    return issue(
      'EMAIL_TAKEN',
      '/email',
      'A user of this installation has the address; leave the password out to add that user.',
    );
  if (existing.memberships.length >= MEMBERSHIPS_MAX)
    return issue('FORBIDDEN', '/email', `A user is a member of at most ${MEMBERSHIPS_MAX} organisations.`);
  return undefined;
}

/** Check and commit in one turn: two requests cannot both take the address. */
async function join(call: Call<ApiDeps>, prepared: PlatformUser, body: NewUser, organisationId: string) {
  const { deps } = call;
  // The hash of the password took time, in which the caller may have lost its rights.
  const ended = deps.tokens.standing(call.caller);
  if (ended) return ended;
  const current = deps.tenants.userOfEmail(prepared.email);
  const refused = current && taken(current, body, organisationId);
  if (refused) return refused;
  const organisation = deps.tenants.organisation(organisationId);
  if (!organisation) return issue('ORGANISATION_NOT_FOUND', '/organizationId', 'There is no such organisation.');
  const user = current ?? prepared;
  const member: Membership = {
    id: newId(deps),
    organisationId,
    platformUserId: user.id,
    email: user.email,
    displayName: body.displayName,
    roles: body.roles as readonly Role[],
    status: 'Active',
    createdAt: new Date(deps.clock.now()).toISOString(),
  };
  await deps.commit([
    ...deps.tenants.putUser({
      ...user,
      memberships: [...user.memberships, { organisationId, membershipId: member.id }],
    }),
    ...deps.tenants.putMembership(member),
    ...deps.tenants.putOrganisation({ ...organisation, userCount: organisation.userCount + 1 }),
    record(call, 'UserAddedToOrganization', member),
  ]);
  return userView(member);
}

async function setStatus(call: Call<ApiDeps>, params: { organizationId: string; userId: string }, status: UserStatus) {
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
  { deps, caller, address }: Call<ApiDeps>,
  eventType: 'AccountUnlockedByAdmin' | 'UserAddedToOrganization' | 'UserUpdatedInOrganization',
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
