// A new invitation: what has to hold of the organisation, the inviter and the address, and the commit that makes it.
// The answer depends on no account but those of the organisation itself: the inviter does not learn from it whether an
// address has an account on this installation.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { type Invitation, pendingCount, withInvitation } from '../../../../core/tenant/invitation.js';
import type { Organisation } from '../../../../core/tenant/organisation.js';
import { joinProblem } from '../../../../core/tenant/organisations/settings.js';
import { checkRoles, isRole, type Role } from '../../../../core/tenant/roles.js';
import { normaliseEmail } from '../../../../core/tenant/user.js';
import { findAdministered } from '../../../access/organisations.js';
import type { ApiCall } from '../../../define.js';
import { usersProblem } from '../../../requests/quotas.js';
import { newId } from '../../../sign-in/session.js';
import type { PeopleDeps } from '../deps.js';
import { hashOf, newCode, recordOf } from './joining.js';

export interface Invited {
  readonly invitation: Invitation;
  /** Shown this once. */
  readonly code: string;
  readonly organisation: Organisation;
}

/** A member as an administrator asks for it. */
export interface AskedMember {
  readonly email: string;
  readonly displayName: string;
  readonly roles: readonly string[];
}

export interface AskedInvitation extends AskedMember {
  readonly forMs: number;
  /** The code will be in a mail to the address, and nowhere else. */
  readonly isMailed?: true;
}

export async function inviting(
  call: ApiCall<PeopleDeps>,
  organisationId: string,
  asked: AskedInvitation,
): Promise<Result<Invited>> {
  const { deps, caller } = call;
  const invitee = inviteeOf(call, organisationId, asked);
  if (isFailure(invitee)) return invitee;
  const { organisation, email, roles } = invitee;
  const code = newCode(deps);
  const nowMs = deps.clock.now();
  const invitation: Invitation = {
    id: newId(deps),
    organisationId: organisation.id,
    email,
    displayName: asked.displayName,
    roles,
    codeHash: hashOf(code),
    ...(asked.isMailed && { isMailed: asked.isMailed }),
    status: 'Pending',
    invitedBy: { organisationId: caller.organisationId, membershipId: caller.subject },
    createdAt: new Date(nowMs).toISOString(),
    expiresAtMs: nowMs + asked.forMs,
    attempts: 0,
  };
  const before = deps.invitations.of(organisation.id);
  const list = withInvitation(before, invitation, nowMs);
  if (isFailure(list)) return list;
  const crowded = crowdedProblem(deps, invitee);
  if (crowded) return fail(crowded);
  // Last: whether the address is known could show in the time of a refusal, and does not in that of a synced write.
  const user = deps.tenants.userOfEmail(email);
  if (user?.memberships.some((item) => item.organisationId === organisation.id))
    return fail(issue('EMAIL_TAKEN', '/email', 'A user of this organisation has the address.'));
  const late = asked.isMailed && mailLimit(deps, organisation, email);
  if (late) return fail(late);
  await deps.commit([
    ...deps.invitations.put(organisation.id, list),
    recordOf(call, invitation, { eventType: 'InvitationSent', identityId: caller.subject }),
  ]);
  return { invitation, code, organisation };
}

export interface Invitee {
  readonly organisation: Organisation;
  /** Normalised. */
  readonly email: string;
  readonly roles: readonly Role[];
}

/**
 * Issues: ORGANISATION_NOT_FOUND, ROLE_INVALID and EMAIL_DOMAIN_REFUSED, by the organisation and the words of the
 * caller alone.
 */
export function inviteeOf(
  call: ApiCall<PeopleDeps>,
  organisationId: string,
  { email: stated, roles }: AskedMember,
): Result<Invitee> {
  const organisation = findAdministered(call, organisationId);
  if (isFailure(organisation)) return organisation;
  const wrong = checkRoles(roles, organisation.id, call.caller.roles);
  if (wrong.length > 0) return fail(wrong);
  const email = normaliseEmail(stated);
  const foreign = joinProblem(organisation, email);
  return foreign ? fail(foreign) : { organisation, email, roles: roles.filter(isRole) };
}

/** QUOTA_EXCEEDED. An invitation that waits at the same address gives way, so it does not count. */
export function crowdedProblem(deps: PeopleDeps, { organisation, email }: Omit<Invitee, 'roles'>): Issue | undefined {
  const others = deps.invitations.of(organisation.id).filter((item) => item.email !== email);
  return usersProblem(deps, organisation, pendingCount(others, deps.clock.now()));
}

/** VERIFICATION_LIMIT, or one mail more counts: in the turn of the commit, so that many who ask at once get no more. */
function mailLimit({ mailRates }: PeopleDeps, { id }: Organisation, email: string): Issue | undefined {
  const retryAfterSeconds = mailRates.invitation.seconds(email, `organisation ${id}`);
  if (retryAfterSeconds === 0) return undefined;
  const why = 'The address got as many invitations as it may within an hour.';
  return { ...issue('VERIFICATION_LIMIT', '/email', why), retryAfterSeconds };
}
