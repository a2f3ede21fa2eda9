// The rank of people: an administrator of the platform organisation is below its SystemAdmins. Asked by each operation
// that changes, unlocks or signs out somebody else. Pure.
import { type Issue, issue } from '../../base/issue.js';
import type { Membership } from '../user.js';

/**
 * FORBIDDEN where one of the memberships that the act reaches is that of a SystemAdmin, and its actor is not one. An
 * act on an account as a whole reaches all of its memberships.
 */
export function rankProblem(
  reached: readonly Pick<Membership, 'roles'>[],
  by: { readonly isSystemAdmin: boolean },
): Issue | undefined {
  const isAbove = !by.isSystemAdmin && reached.some(({ roles }) => roles.includes('SystemAdmin'));
  return isAbove ? issue('FORBIDDEN', '/userId', 'Only a SystemAdmin acts on a SystemAdmin.') : undefined;
}
