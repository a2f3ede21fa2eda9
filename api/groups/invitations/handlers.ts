// Invitations: loads, asks core/tenant, commits, shows. The answer to sending one depends on no account but those of
// the organisation itself: it tells nobody whom this installation knows.
import { isIssue, issue } from '../../../core/base/issue.js';
import { isFailure } from '../../../core/base/result.js';
import { closed, type Invitation, isPending, withInvitation } from '../../../core/tenant/invitation.js';
import { joinProblem } from '../../../core/tenant/organisations/settings.js';
import { checkRoles, type Role } from '../../../core/tenant/roles.js';
import { normaliseEmail, type PlatformUser } from '../../../core/tenant/user.js';
import { administered } from '../../access/organisations.js';
import { newId } from '../../auth/session.js';
import type { Handlers } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { usersProblem } from '../../requests/quotas.js';
import { userView } from '../../schemas/accounts/tenant.js';
import { hashOf, joined, newCode, offerOf, pendingOf, recordOf, refused, stateOps } from './joining.js';
import type { invitationRoutes } from './routes.js';

export const invitationHandlers: Handlers<typeof invitationRoutes, ApiDeps> = {
  async inviteUser({ params, body }, call) {
    const { deps, caller } = call;
    const organisation = administered(call, params.organizationId);
    if (isIssue(organisation)) return organisation;
    const wrong = checkRoles(body.roles, organisation.id, caller.roles);
    if (wrong.length > 0) return wrong;
    const email = normaliseEmail(body.email);
    const foreign = joinProblem(organisation, email);
    if (foreign) return foreign;
    const code = newCode(deps);
    const nowMs = deps.clock.now();
    const invitation: Invitation = {
      id: newId(deps),
      organisationId: organisation.id,
      email,
      displayName: body.displayName,
      roles: body.roles as readonly Role[],
      codeHash: hashOf(code),
      status: 'Pending',
      invitedBy: { organisationId: caller.organisationId, membershipId: caller.subject },
      createdAt: new Date(nowMs).toISOString(),
      expiresAtMs: nowMs + deps.config.invitationMs,
      attempts: 0,
    };
    const before = deps.invitations.of(organisation.id);
    const list = withInvitation(before, invitation, nowMs);
    if (isFailure(list)) return list;
    // A new one to the same address takes the place of the old one.
    const others = before.filter((one) => isPending(one, nowMs) && one.email !== email).length;
    const crowded = usersProblem(deps, organisation, others);
    if (crowded) return crowded;
    // Last: whether the address is known could show in the time of a refusal, and does not in that of a synced write.
    if (isMember(deps, email, organisation.id))
      return issue('EMAIL_TAKEN', '/email', 'A user of this organisation has the address.');
    await deps.commit([
      ...deps.invitations.put(organisation.id, list),
      recordOf(call, invitation, { eventType: 'InvitationSent', identityId: caller.subject }),
    ]);
    return { ...invitationView(invitation, nowMs), code };
  },

  listInvitations({ params, query }, call) {
    const organisation = administered(call, params.organizationId);
    if (isIssue(organisation)) return organisation;
    const list = call.deps.invitations.of(organisation.id).toReversed();
    const from = (query.page - 1) * query.pageSize;
    const nowMs = call.deps.clock.now();
    const invitations = list.slice(from, from + query.pageSize).map((one) => invitationView(one, nowMs));
    return { invitations, totalCount: list.length };
  },

  async revokeInvitation({ params }, call) {
    const organisation = administered(call, params.organizationId);
    if (isIssue(organisation)) return organisation;
    const invitation = call.deps.invitations.of(organisation.id).find(({ id }) => id === params.invitationId);
    if (!invitation) return issue('INVITATION_NOT_FOUND', '/invitationId', 'There is no such invitation.');
    const over = closed(invitation, call.deps.clock.now());
    if (over) return over;
    await call.deps.commit([
      ...stateOps(call.deps, { ...invitation, status: 'Revoked' }),
      recordOf(call, invitation, { eventType: 'InvitationRevoked', identityId: call.caller.subject }),
    ]);
    return undefined;
  },

  readInvitation({ body }, call) {
    const offer = offerOf(call, body.code);
    if (isIssue(offer)) return offer;
    const { invitation, organisation, inviter } = offer;
    const { email, displayName, roles, expiresAtMs } = invitation;
    const expiresAt = new Date(expiresAtMs).toISOString();
    return {
      organizationName: organisation.name,
      ...{ email, displayName, roles, invitedBy: inviter.displayName, expiresAt },
    };
  },

  async acceptInvitation({ body }, call) {
    const user = call.deps.tenants.user(call.caller.platformUserId);
    if (!user) return issue('USER_NOT_FOUND', '', 'The user does not exist any more.');
    const offer = offerOf(call, body.code);
    if (isIssue(offer)) return offer;
    if (offer.invitation.email !== user.email) {
      const why = 'The invitation is for another address than that of the account that you use.';
      return refused(call, offer.invitation, issue('INVITATION_NOT_YOURS', '', why));
    }
    const member = await joined(call, offer, user);
    return isIssue(member) ? member : userView(member);
  },

  async registerInvited({ body }, call) {
    const { deps } = call;
    const first = offerOf(call, body.code);
    if (isIssue(first)) return first;
    const { email, organisationId } = first.invitation;
    const taken = issue(
      'EMAIL_TAKEN',
      '',
      'The address has an account on this installation: log in, and accept with it.',
    );
    if (deps.tenants.userOfEmail(email)) return refused(call, first.invitation, taken);
    const displayName = body.displayName ?? first.invitation.displayName;
    const weak = await deps.passwords.check(body.password, '/password', [email, displayName]);
    if (weak.length > 0) return weak;
    const turn = { key: `organisation ${organisationId}`, isKnown: true };
    const passwordHash = await deps.passwords.hash(body.password, turn);
    if (isIssue(passwordHash)) return passwordHash;
    // Read again in the turn in which it is written: all of it may have changed while the hash was computed.
    const offer = offerOf(call, body.code);
    if (isIssue(offer)) return offer;
    if (deps.tenants.userOfEmail(email)) return taken;
    const createdAt = new Date(deps.clock.now()).toISOString();
    const user: PlatformUser = {
      ...{ id: newId(deps), email, displayName, passwordHash, createdAt },
      // The inviter vouches for it with the code.
      emailVerifiedAt: createdAt,
      memberships: [],
    };
    const member = await joined(call, offer, user);
    return isIssue(member) ? member : userView(member);
  },

  async declineInvitation({ body }, call) {
    const invitation = pendingOf(call, body.code);
    if (isIssue(invitation)) return invitation;
    await call.deps.commit([
      ...stateOps(call.deps, { ...invitation, status: 'Declined' }),
      recordOf(call, invitation, { eventType: 'InvitationDeclined', identityId: call.caller.subject }),
    ]);
    return undefined;
  },
};

/** Whether the organisation has the address; its administrator sees that in the list of its users. */
function isMember({ tenants }: ApiDeps, email: string, organisationId: string): boolean {
  const user = tenants.userOfEmail(email);
  return user?.memberships.some((one) => one.organisationId === organisationId) ?? false;
}

function invitationView(invitation: Invitation, nowMs: number) {
  const { id, organisationId, email, displayName, roles, status, invitedBy, createdAt, expiresAtMs } = invitation;
  return {
    ...{ id, organizationId: organisationId, email, displayName, roles, createdAt },
    status: status === 'Pending' && !isPending(invitation, nowMs) ? ('Expired' as const) : status,
    invitedBy: invitedBy.membershipId,
    expiresAt: new Date(expiresAtMs).toISOString(),
  };
}
