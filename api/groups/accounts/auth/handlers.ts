// Login, tokens and the caller's own account: loads, asks api/auth and core/tenant, shapes the answer.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { isBoundToOrganisation } from '../../../../core/tenant/federation/bound.js';
import { isProven } from '../../../../core/tenant/members/address.js';
import type { PlatformUser } from '../../../../core/tenant/user.js';
import { fairKey } from '../../../auth/fair-key.js';
import { type ApiCall, type Handlers, Refusal } from '../../../define.js';
import { sessionView, sessionViewOf, signInReply } from '../../../sign-in/answer.js';
import { login, ownPassword } from '../../../sign-in/login.js';
import { endFamily, endToken, familyOf, ownFamily, refresh, switchOrganisation } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import type { authRoutes } from './routes.js';
import { answerTokenForm } from './token-form.js';

export const authHandlers: Handlers<typeof authRoutes, AccountDeps> = {
  async login({ body, headers: { cookie } }, { deps, address }) {
    const { email, password, organizationSubdomain: subdomain, code, deviceToken: token } = body;
    const session = await login(deps, { email, password, subdomain, code, address, stated: { cookie, token } });
    if (session instanceof Refusal || isFailure(session)) return session;
    return signInReply(deps.config.publicUrl, { answer: sessionViewOf(session), cookie });
  },

  createToken: ({ body }, call) => answerTokenForm(call, body),

  async refreshToken({ body }, { deps, address }) {
    const session = await refresh(deps, body.refreshToken, { address });
    return isFailure(session) ? session : sessionView(session);
  },

  async revokeToken({ body }, call) {
    await revokeOwn(call, body.token);
    return { success: true, message: 'The token does not work any more.' };
  },

  async logout(_, { deps, caller, address }) {
    const family = caller.sessionId === '' ? undefined : deps.sessions.family(caller.sessionId);
    await deps.commit([
      endToken(deps, caller),
      ...(family ? endFamily(deps, family) : []),
      deps.audit.byCaller({ caller, address }, { eventType: 'Logout' }),
    ]);
    return { success: true, message: 'The session is ended.' };
  },

  getMe: (_, { deps, caller }) => ({
    userId: caller.subject,
    platformUserId: caller.platformUserId,
    email: caller.email,
    ...(caller.kind === 'user' && { emailVerified: isProven(deps.tenants.user(caller.platformUserId)) }),
    displayName: caller.kind === 'service' ? caller.serviceName : caller.displayName,
    organizationId: caller.organisationId === '' ? null : caller.organisationId,
    organizationName: caller.organisationName,
    roles: caller.roles,
    tokenType: caller.kind === 'service' ? 'service' : 'user',
    tier: caller.tier,
    scopes: caller.scope,
    can: deps.callableBy(caller),
  }),

  listMyOrganizations(_, { deps, caller }) {
    const user = deps.tenants.user(caller.platformUserId);
    if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
    const isShown = (organisationId: string) =>
      organisationId === caller.organisationId || !isBoundToOrganisation(caller);
    const organizations = user.memberships.flatMap(({ organisationId, membershipId }) => {
      if (!isShown(organisationId)) return [];
      const organisation = deps.tenants.organisation(organisationId);
      const membership = deps.tenants.membership(organisationId, membershipId);
      if (!organisation || !membership) return [];
      const { name, subdomain, status } = organisation;
      const isCurrent = organisationId === caller.organisationId;
      return [{ organizationId: organisationId, name, subdomain, status, roles: membership.roles, isCurrent }];
    });
    return { organizations };
  },

  async switchOrganization({ body }, { deps, caller, address }) {
    const family = ownFamily(deps, caller);
    if (isFailure(family)) return family;
    const session = await switchOrganisation(deps, family, { organisationId: body.organizationId, address });
    return isFailure(session) ? session : sessionView(session);
  },

  async changePassword({ body }, call) {
    const { deps, caller, address, trace } = call;
    const user = await (body.currentPassword === undefined
      ? ownerByLink(call)
      : ownPassword(call, body.currentPassword, '/currentPassword'));
    if (user instanceof Refusal || isFailure(user)) return user;
    if (body.newPassword === body.currentPassword)
      return fail(issue('PASSWORD_WEAK', '/newPassword', 'The new password is the current one.'));
    const weak = await deps.passwords.check(body.newPassword, '/newPassword', [user.email, user.displayName]);
    if (weak.length > 0) return fail(weak);
    const turn = { key: fairKey({ caller, address }), isKnown: true };
    const passwordHash = await deps.passwords.hash(body.newPassword, turn);
    if (isFailure(passwordHash)) return passwordHash;
    const nowMs = deps.clock.now();
    // Read in the turn in which it is written: of two changes at once the second one proved a password that is not the
    // current one any more.
    const stored = deps.tenants.user(user.id);
    if (!stored || stored.passwordHash !== user.passwordHash)
      return fail(issue('LOGIN_FAILED', '/currentPassword', 'The password was changed by another request meanwhile.'));
    const { mustChangePassword: wasFirst, ...rest } = stored;
    await deps.commit([
      ...deps.tenants.putUser({ ...rest, passwordHash }),
      deps.sessions.revoke(`user:${user.id}`, nowMs),
      deps.audit.byCaller({ caller, address, trace }, { eventType: 'PasswordChanged' }),
    ]);
    if (wasFirst) deps.forgetFirstPassword?.();
    return undefined;
  },
};

/** The account of a session that the link of a first start opened, while its first password stands. */
function ownerByLink({ deps, caller }: ApiCall<AccountDeps>): Result<PlatformUser> {
  const user = deps.tenants.user(caller.platformUserId);
  return user?.mustChangePassword === true && deps.consoleLinks.isOfStart(caller.sessionId)
    ? user
    : fail(issue('LOGIN_FAILED', '/currentPassword', 'State the current password.'));
}

/** Only the caller's own: a token in hand is not a right to end another person's session. */
async function revokeOwn({ deps, caller, address }: ApiCall<AccountDeps>, token: string): Promise<void> {
  const family = familyOf(deps, token);
  const record = () => deps.audit.byCaller({ caller, address }, { eventType: 'TokenRevoked' });
  if (family) {
    if (family.platformUserId === caller.platformUserId) await deps.commit([...endFamily(deps, family), record()]);
    return;
  }
  const owner = await deps.tokens.verify(token);
  if (isFailure(owner) || owner.subject !== caller.subject) return;
  await deps.commit([endToken(deps, owner), record()]);
}
