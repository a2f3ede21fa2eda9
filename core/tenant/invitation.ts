// Invitations: every member of an organisation agreed to become one. A code is shown to the inviter, once, who
// hands it over, or is mailed and never shown; the owner of the invited address accepts with it. A mailed one alone
// proves the address. The answer for an address here never depends on whether it has an account. Pure: time and ids are
// arguments.

import { type Issue, issue } from '../base/issue.js';
import {
  INVITATION_ATTEMPTS_MAX,
  INVITATIONS_KEPT_MAX,
  INVITATIONS_PENDING_MAX,
} from '../base/limits/node/accounts.js';
import { fail, type Result } from '../base/result.js';
import { checkRoles, PLATFORM_ORGANISATION_ID, type Role } from './roles.js';
import type { Membership } from './user.js';

export type InvitationStatus = 'Pending' | 'Accepted' | 'Declined' | 'Revoked' | 'Expired';

export interface Invitation {
  readonly id: string;
  readonly organisationId: string;
  /** Normalised. */
  readonly email: string;
  /** Name of the member, where the account that accepts has none yet. */
  readonly displayName: string;
  /** The rights of the member: fixed when it is invited. */
  readonly roles: readonly Role[];
  /** SHA-256 of the code, 64 hex digits. */
  readonly codeHash: string;
  /** The code is in the mail alone: who has it reads the mail of the address. */
  readonly isMailed?: true;
  readonly status: InvitationStatus;
  readonly invitedBy: { readonly organisationId: string; readonly membershipId: string };
  readonly createdAt: string;
  readonly expiresAtMs: number;
  /** Acceptances with the right code that were refused. */
  readonly attempts: number;
}

export function isPending({ status, expiresAtMs }: Invitation, nowMs: number): boolean {
  return status === 'Pending' && nowMs < expiresAtMs;
}

export function pendingCount(list: readonly Invitation[], nowMs: number): number {
  return list.filter((item) => isPending(item, nowMs)).length;
}

/** Why an invitation cannot be answered any more: INVITATION_USED, INVITATION_REVOKED or INVITATION_EXPIRED. */
export function closedIssue(invitation: Invitation, nowMs: number): Issue | undefined {
  if (isPending(invitation, nowMs)) return undefined;
  if (invitation.status === 'Pending' || invitation.status === 'Expired')
    return issue('INVITATION_EXPIRED', '', 'The invitation has expired: ask for a new one.');
  if (invitation.status === 'Revoked')
    return issue('INVITATION_REVOKED', '', 'The invitation was revoked: ask for a new one.');
  const done = invitation.status === 'Accepted' ? 'accepted' : 'declined';
  return issue('INVITATION_USED', '', `The invitation was ${done} before; a code works once.`);
}

/**
 * The invitations of an organisation with one more. It replaces a pending one to the same address; of those that are
 * over, the oldest go. Issue: INVITATIONS_FULL.
 */
export function withInvitation(
  list: readonly Invitation[],
  added: Invitation,
  nowMs: number,
): Result<readonly Invitation[]> {
  const before = withoutPending(list, added.email, nowMs);
  const pending = pendingCount(before, nowMs);
  if (pending >= INVITATIONS_PENDING_MAX)
    return fail(
      issue(
        'INVITATIONS_FULL',
        '',
        `An organisation has at most ${INVITATIONS_PENDING_MAX} invitations that wait for an answer: revoke some first.`,
      ),
    );
  let room = INVITATIONS_KEPT_MAX - pending - 1;
  const kept = before.toReversed().filter((item) => isPending(item, nowMs) || room-- > 0);
  return [...kept.reverse(), added];
}

/** The invitations after what waited at an address was revoked. */
export function withoutPending(list: readonly Invitation[], email: string, nowMs: number): readonly Invitation[] {
  return list.map((item) => (isPending(item, nowMs) && item.email === email ? revoke(item) : item));
}

/** The invitations whose time ran out since anybody looked, in the state that says so. */
export function expire(list: readonly Invitation[], nowMs: number): readonly Invitation[] {
  return list
    .filter((item) => item.status === 'Pending' && !isPending(item, nowMs))
    .map((item) => ({ ...item, status: 'Expired' as const }));
}

/** The invitations with this one in the place of its earlier state. */
export function withState(list: readonly Invitation[], state: Invitation): readonly Invitation[] {
  return list.map((item) => (item.id === state.id ? state : item));
}

function revoke(invitation: Invitation): Invitation {
  return { ...invitation, status: 'Revoked' };
}

/** The invitation after somebody had its code and could not accept it. */
export function afterRefusal(invitation: Invitation): Invitation {
  const attempts = invitation.attempts + 1;
  return { ...(attempts < INVITATION_ATTEMPTS_MAX ? invitation : revoke(invitation)), attempts };
}

/**
 * Whether somebody could invite now as was invited then. An invitation stands and falls with its inviter: one who
 * expects to be suspended lets no person in afterwards.
 */
export function couldInvite(inviter: Membership, invitation: Pick<Invitation, 'organisationId' | 'roles'>): boolean {
  const { organisationId, roles } = invitation;
  const isOperator = inviter.organisationId === PLATFORM_ORGANISATION_ID && inviter.roles.includes('SystemAdmin');
  const isOwn = inviter.organisationId === organisationId && inviter.roles.includes('Administrator');
  return (isOperator || isOwn) && checkRoles(roles, organisationId, inviter.roles).length === 0;
}
