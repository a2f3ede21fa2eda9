// Invitations: loads, asks core/tenant, commits, shows.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { isMailAddress } from '../../../../core/outgoing/mail.js';
import { closedIssue, type Invitation, isPending } from '../../../../core/tenant/invitation.js';
import { invitationMail } from '../../../../core/tenant/invitations/mail.js';
import { yields } from '../../../../core/tenant/members/address.js';
import { normaliseEmail, type PlatformUser } from '../../../../core/tenant/user.js';
import { findAdministered } from '../../../access/organisations.js';
import { type Handlers, reply } from '../../../define.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import { userView } from '../../../schemas/accounts/tenant.js';
import { newId } from '../../../sign-in/session.js';
import type { PeopleDeps } from '../deps.js';
import { addMember } from './adding.js';
import { inviting } from './inviting.js';
import { acceptOffer, offerOf, pendingOf, recordOf, refuseOffer, stateOps } from './joining.js';
import { invitationPage } from './page.js';
import type { invitationRoutes } from './routes.js';

export const invitationHandlers: Handlers<typeof invitationRoutes, PeopleDeps> = {
  async inviteUser({ params, body }, call) {
    const { deps } = call;
    const { password, ...asked } = body;
    const user =
      password === undefined ? undefined : await addMember(call, params.organizationId, { ...asked, password });
    if (user !== undefined) return isFailure(user) ? user : { ...userView(user, deps.tenants), made: 'user' };
    const invited = await inviting(call, params.organizationId, { ...asked, forMs: lifetimeMs(deps) });
    if (isFailure(invited)) return invited;
    return { ...invitationView(invited.invitation, deps.clock.now()), made: 'invitation', code: invited.code };
  },

  async sendInvitation({ params, body }, call) {
    const { deps, caller } = call;
    const { email, role, expiryDays, displayName = body.email } = body;
    if (!isMailAddress(normaliseEmail(email)))
      return fail(issue('MAIL_REFUSED', '/email', 'The node sends no mail to an address of this form.'));
    const forMs = expiryDays === undefined ? lifetimeMs(deps) : expiryDays * DAY_MS;
    const invited = await inviting(call, params.organizationId, {
      ...{ email, displayName, roles: [role], forMs, isMailed: true },
    });
    if (isFailure(invited)) return invited.mapIssues((problem) => ({ ...problem, path: memberOf(problem.path) }));
    const { invitation, code, organisation } = invited;
    // The code is nowhere but in the mail: a person who has it reads the mail of the address.
    const unsent = deps.mailer.post(
      invitationMail({
        ...{ to: invitation.email, organisationName: organisation.name, inviterName: caller.displayName, code },
        publicUrl: deps.config.publicUrl,
        expiresAt: new Date(invitation.expiresAtMs).toISOString(),
      }),
    );
    if (!unsent) return { ...invitationView(invitation, deps.clock.now()), through: deps.mailer.through };
    await deps.commit(stateOps(deps, { ...invitation, status: 'Revoked' }));
    return fail({ ...unsent, path: '' });
  },

  showInvitationPage: () => invitationPage(),

  listInvitations({ params, query }, call) {
    const organisation = findAdministered(call, params.organizationId);
    if (isFailure(organisation)) return organisation;
    const all = call.deps.invitations.of(organisation.id);
    const keyOf = ({ createdAt, id }: Invitation) => [Date.parse(createdAt), id];
    const page = keyedPage(call, { params, query }, { items: all, keyOf, newestFirst: true });
    if (isFailure(page)) return page;
    const nowMs = call.deps.clock.now();
    const invitations = page.items.map((item) => invitationView(item, nowMs));
    return reply(200, { invitations, totalCount: all.length, ...page.next.members }, page.next.headers);
  },

  async revokeInvitation({ params }, call) {
    const organisation = findAdministered(call, params.organizationId);
    if (isFailure(organisation)) return organisation;
    const invitation = call.deps.invitations.of(organisation.id).find(({ id }) => id === params.invitationId);
    if (!invitation) return fail(issue('INVITATION_NOT_FOUND', '/invitationId', 'There is no such invitation.'));
    const over = closedIssue(invitation, call.deps.clock.now());
    if (over) return fail(over);
    await call.deps.commit([
      ...stateOps(call.deps, { ...invitation, status: 'Revoked' }),
      recordOf(call, invitation, { eventType: 'InvitationRevoked', identityId: call.caller.subject }),
    ]);
    return undefined;
  },

  readInvitation({ body }, call) {
    const offer = offerOf(call, body.code);
    if (isFailure(offer)) return offer;
    const { invitation, organisation, inviter } = offer;
    const { email, displayName, roles, expiresAtMs } = invitation;
    const expiresAt = new Date(expiresAtMs).toISOString();
    return {
      organizationName: organisation.name,
      organizationSubdomain: organisation.subdomain,
      ...{ email, displayName, roles, invitedBy: inviter.displayName, expiresAt },
    };
  },

  async acceptInvitation({ body }, call) {
    const user = call.deps.tenants.user(call.caller.platformUserId);
    if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
    const offer = offerOf(call, body.code);
    if (isFailure(offer)) return offer;
    // An account that an organisation made has an address that the organisation stated.
    if (offer.invitation.email !== user.email || user.managedBy !== undefined) {
      const why = 'The invitation is for another account than the one that you use.';
      return refuseOffer(call, offer.invitation, issue('INVITATION_NOT_YOURS', '', why));
    }
    const member = await acceptOffer(call, offer, user);
    return isFailure(member) ? member : userView(member, call.deps.tenants);
  },

  async registerInvited({ body }, call) {
    const { deps } = call;
    const first = offerOf(call, body.code);
    if (isFailure(first)) return first;
    const { email, organisationId } = first.invitation;
    const held = addressProblem(deps, first.invitation, body.takesAddress);
    if (held) return held.code === 'EMAIL_TAKEN' ? refuseOffer(call, first.invitation, held) : fail(held);
    const displayName = body.displayName ?? first.invitation.displayName;
    const weak = await deps.passwords.check(body.password, '/password', [email, displayName]);
    if (weak.length > 0) return fail(weak);
    const turn = { key: `organisation ${organisationId}`, isKnown: true };
    const passwordHash = await deps.passwords.hash(body.password, turn);
    if (isFailure(passwordHash)) return passwordHash;
    // Read again in the turn in which it is written: all of it may have changed while the hash was computed.
    const offer = offerOf(call, body.code);
    if (isFailure(offer)) return offer;
    const taken = addressProblem(deps, offer.invitation, body.takesAddress);
    if (taken) return fail(taken);
    const createdAt = new Date(deps.clock.now()).toISOString();
    const user: PlatformUser = {
      ...{ id: newId(deps), email, displayName, passwordHash, createdAt, memberships: [] },
    };
    const member = await acceptOffer(call, offer, user);
    return isFailure(member) ? member : userView(member, deps.tenants);
  },

  async declineInvitation({ body }, call) {
    const invitation = pendingOf(call, body.code);
    if (isFailure(invitation)) return invitation;
    await call.deps.commit([
      ...stateOps(call.deps, { ...invitation, status: 'Declined' }),
      recordOf(call, invitation, { eventType: 'InvitationDeclined', identityId: call.caller.subject }),
    ]);
    return undefined;
  },
};

const DAY_MS = 86_400_000;

/**
 * Why the address of an invitation makes no new account, if so. An address that no account proved is the owner's to
 * take, who came by the mail and says so: the account may be the owner's own.
 */
function addressProblem({ tenants }: PeopleDeps, { email, isMailed }: Invitation, takes = false) {
  const holder = tenants.userOfEmail(email);
  if (!holder) return undefined;
  if (!isMailed || !yields(holder))
    return issue('EMAIL_TAKEN', '', 'The address has an account on this installation: log in, and accept with it.');
  return takes ? undefined : issue('EMAIL_NOT_PROVEN', '/takesAddress', NOT_PROVEN);
}

const NOT_PROVEN =
  'An account has the address and never verified it. If it is yours, log in, and accept with it. If not, say that you take the address from it.';

/** How long an invitation can be accepted that says nothing else. */
function lifetimeMs({ platform, config }: PeopleDeps): number {
  const { invitationDays } = platform.settings;
  return invitationDays === null ? config.invitationMs : invitationDays * DAY_MS;
}

/** `/roles/0` of what the program asks of itself is `/role` of the request. */
function memberOf(path: string): string {
  return path.startsWith('/roles') ? '/role' : path;
}

function invitationView(invitation: Invitation, nowMs: number) {
  const { id, organisationId, email, displayName, roles, status, invitedBy, createdAt, expiresAtMs } = invitation;
  return {
    ...{ id, organizationId: organisationId, email, displayName, roles, createdAt },
    ...(roles[0] && { assignedRole: roles[0] }),
    status: status === 'Pending' && !isPending(invitation, nowMs) ? ('Expired' as const) : status,
    invitedBy: invitedBy.membershipId,
    expiresAt: new Date(expiresAtMs).toISOString(),
  };
}
