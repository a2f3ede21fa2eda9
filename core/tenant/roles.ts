// Roles and the fixed organisations of an installation: who may give which role, and which token tier a member gets.
// Pure.
import { type Issue, issue } from '../base/issue.js';

/** Specification 2.5 and reference-facts 4.5.3. */
export const ROLES = ['SystemAdmin', 'Administrator', 'Designer', 'Auditor', 'User'] as const;
export type Role = (typeof ROLES)[number];

/** The platform (system-administration) organisation: specification 5.9. */
export const PLATFORM_ORGANISATION_ID = '00000000-0000-0000-0000-000000000001';
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
    if (!isRole(role)) issues.push(issue('ROLE_INVALID', path, `The role is none of ${ROLES.join(', ')}.`));
    else if (roles.indexOf(role) !== i) issues.push(issue('ROLE_INVALID', path, 'The role is named twice.'));
    else if (role === 'SystemAdmin' && (organisationId !== PLATFORM_ORGANISATION_ID || !giver.includes('SystemAdmin')))
      issues.push(
        issue('ROLE_INVALID', path, 'SystemAdmin exists only in the platform organisation, given by a SystemAdmin.'),
      );
    else if (role !== 'User' && organisationId === PUBLIC_ORGANISATION_ID)
      issues.push(issue('ROLE_INVALID', path, 'Members of the public organisation are plain users.'));
  }
  return issues;
}

/**
 * Citizens of the public organisation get consumer tokens, everybody else platform ones (specification section 5.2).
 */
export function tierOf(organisationId: string): 'consumer' | 'platform' {
  return organisationId === PUBLIC_ORGANISATION_ID ? 'consumer' : 'platform';
}
