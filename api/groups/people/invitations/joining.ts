// How a person becomes a member: what has to hold of the invitation when it is accepted, and the one commit that makes
// account and membership.

import { toBase64Url } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { INVITATION_CODE_BYTES } from '../../../../core/base/limits/node/accounts.js';
import { type Failure, fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import {
  afterRefusal,
  closedIssue,
  couldInvite,
  type Invitation,
  withState,
} from '../../../../core/tenant/invitation.js';
import { isVerified, verifyAddress } from '../../../../core/tenant/members/address.js';
import { join, membershipsProblem } from '../../../../core/tenant/members/joining.js';
import type { Organisation } from '../../../../core/tenant/organisation.js';
import type { AuditEvent } from '../../../../core/tenant/organisations/audit-events.js';
import { joinProblem } from '../../../../core/tenant/organisations/settings.js';
import type { Membership, PlatformUser } from '../../../../core/tenant/user.js';
import type { ApiCall } from '../../../define.js';
import type { ApiDeps } from '../../../deps/deps.js';
import { releaseAddressOps } from '../../../registration/address-moves.js';
import { activeIdentity, newId } from '../../../sign-in/session.js';
import type { PeopleDeps } from '../deps.js';

const PREFIX = 'inv_';

/** A code as it is shown once. */
export function newCode({ random }: Pick<ApiDeps, 'random'>): string {
  return PREFIX + toBase64Url(random.bytes(INVITATION_CODE_BYTES));
}

/** The hash that is kept of a code. */
export function hashOf(code: string): string {
  return sha256Hex(code.trim());
}

export interface Offer {
  readonly invitation: Invitation;
  readonly organisation: Organisation;
  readonly inviter: Membership;
}

/**
 * The invitation of a code that can be answered now. A code that never was and one of a forgotten invitation look the
 * same.
 */
export function pendingOf({ deps }: ApiCall<PeopleDeps>, code: string): Result<Invitation> {
  const invitation = deps.invitations.ofCode(hashOf(code));
  if (!invitation) return fail(issue('INVITATION_NOT_FOUND', '/code', 'There is no invitation with this code.'));
  return failIf(closedIssue(invitation, deps.clock.now())) ?? invitation;
}

/** The offer of the code now: the organisation acts, and the inviter could still invite. */
export function offerOf(call: ApiCall<PeopleDeps>, code: string): Result<Offer> {
  const { deps } = call;
  const invitation = pendingOf(call, code);
  if (isFailure(invitation)) return invitation;
  const organisation = deps.tenants.organisation(invitation.organisationId);
  if (organisation?.status !== 'Active')
    return fail(issue('ORGANISATION_SUSPENDED', '', 'The organisation is suspended: its invitations rest.'));
  const { organisationId, membershipId } = invitation.invitedBy;
  const inviter = activeIdentity(deps, organisationId, membershipId);
  if (isFailure(inviter) || !couldInvite(inviter.membership, invitation))
    return fail(issue('INVITATION_REVOKED', '', 'The inviter may not invite any more: ask for a new invitation.'));
  return { invitation, organisation, inviter: inviter.membership };
}

/** Makes `user` a member as offered. Has to be called in the turn in which the offer and the user were read. */
export async function acceptOffer(
  call: ApiCall<PeopleDeps>,
  { invitation, organisation }: Offer,
  user: PlatformUser,
): Promise<Result<Membership>> {
  const { deps } = call;
  if (user.memberships.some(({ organisationId }) => organisationId === organisation.id))
    return fail(issue('EMAIL_TAKEN', '', 'The address has a user in this organisation already.'));
  const foreign = joinProblem(organisation, user.email);
  if (foreign) return fail({ ...foreign, path: '' });
  const full = membershipsProblem(user);
  if (full) return fail(full);
  const createdAt = new Date(deps.clock.now()).toISOString();
  const isProof = invitation.isMailed === true && !isVerified(user);
  const made = join(
    { user: isProof ? verifyAddress(user, createdAt) : user, organisation },
    { id: newId(deps), roles: invitation.roles, createdAt },
  );
  const { member } = made;
  await deps.commit([
    ...(isProof ? releaseAddressOps(deps, user, call.address) : []),
    ...deps.tenants.join(made),
    ...(isProof ? [recordOf(call, invitation, { eventType: 'EmailVerified', identityId: member.id })] : []),
    ...stateOps(deps, { ...invitation, status: 'Accepted' }),
    recordOf(call, invitation, { eventType: 'InvitationAccepted', identityId: member.id }),
    recordOf(call, invitation, {
      eventType: 'UserAddedToOrganization',
      identityId: member.id,
      about: user.id,
    }),
  ]);
  return member;
}

/** Counts a person who has the code and may not use it; gives `why`. */
export async function refuseOffer(call: ApiCall<PeopleDeps>, invitation: Invitation, why: Issue): Promise<Failure> {
  const identityId = call.caller.subject;
  await call.deps.commit([
    ...stateOps(call.deps, afterRefusal(invitation)),
    recordOf(call, invitation, { eventType: 'InvitationRefused', identityId }),
  ]);
  return fail(why);
}

/** Operations that store a new state of an invitation. */
export function stateOps({ invitations }: Pick<ApiDeps, 'invitations'>, state: Invitation) {
  return invitations.put(state.organisationId, withState(invitations.of(state.organisationId), state));
}

export function recordOf(
  { deps, address }: ApiCall<PeopleDeps>,
  invitation: Invitation,
  event: { readonly eventType: AuditEvent; readonly identityId: string; readonly about?: string },
) {
  return deps.audit.record({
    ...event,
    organisationId: invitation.organisationId,
    address,
    success: event.eventType !== 'InvitationRefused',
    details: { invitationId: invitation.id, email: invitation.email },
  });
}
