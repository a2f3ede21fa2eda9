// Roles and the fixed organisations of an installation: who may give which role, and which token tier a member gets.
// Pure.
import { type Issue, issue } from '../base/issue.js';

/**
 * Specification 2.5, reference-facts 4.5.3; an `Issuer` offers credentials, and a `Verifier` asks wallets for them.
 * `Member` and `User` carry no right beyond membership; a `User` of a public organisation is a citizen
 * (docs/decisions/0129).
 */
export const ROLES = [
  'SystemAdmin',
  'Administrator',
  'Designer',
  'Auditor',
  'Issuer',
  'Verifier',
  'Member',
  'User',
] as const;
export type Role = (typeof ROLES)[number];

/** The platform (system-administration) organisation: specification 5.9. */
export const PLATFORM_ORGANISATION_ID = '00000000-0000-0000-0000-000000000001';
/** Until its administrators give it their own. */
export const PLATFORM_ORGANISATION_NAME = 'System administration';
/** The public organisation, home of self-registered citizens. */
export const PUBLIC_ORGANISATION_ID = '00000000-0000-0000-0000-000000000002';

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/**
 * Checks the roles that `giver` wants to give to a user of `organisationId`. SystemAdmin exists only in the platform
 * organisation and only a SystemAdmin gives it; the public organisation has plain users only. Issue: ROLE_INVALID.
 */
export function checkRoles(roles: readonly string[], organisationId: string, giver: readonly Role[]): Issue[] {
  const issues: Issue[] = [];
  for (const [i, role] of roles.entries()) {
    const path = `/roles/${i}`;
    if (!isRole(role)) issues.push(issue('ROLE_INVALID', path, `The role is not one of ${ROLES.join(', ')}.`));
    else if (roles.indexOf(role) !== i) issues.push(issue('ROLE_INVALID', path, 'The role is named twice.'));
    else if (role === 'SystemAdmin' && (organisationId !== PLATFORM_ORGANISATION_ID || !giver.includes('SystemAdmin')))
      issues.push(
        issue('ROLE_INVALID', path, 'SystemAdmin exists only in the platform organisation, given by a SystemAdmin.'),
      );
    else if (role === 'Member' && roles.includes('User'))
      issues.push(issue('ROLE_INVALID', path, 'Member and User are two kinds of the same: give one of them.'));
    else if (role !== 'User' && organisationId === PUBLIC_ORGANISATION_ID)
      issues.push(issue('ROLE_INVALID', path, 'Members of the public organisation are plain users.'));
  }
  return issues;
}

/**
 * The tier of the tokens of a member (specification section 5.2). Citizens get consumer tokens: all of the public
 * organisation, and plain users of other organisations of the type Public. Staff, `Member` among it, gets platform
 * ones.
 */
export function tierOf(
  organisation: { readonly id: string; readonly orgType: 'Standard' | 'Public' },
  roles: readonly Role[],
): 'consumer' | 'platform' {
  if (organisation.id === PUBLIC_ORGANISATION_ID) return 'consumer';
  return organisation.orgType === 'Public' && roles.every((role) => role === 'User') ? 'consumer' : 'platform';
}
