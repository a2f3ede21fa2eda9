// The roles that the person of the page may give in its organisation, by the rule that the node judges by.
import { checkRoles, ROLES, type Role } from '../../core/tenant/roles.js';
import type { Person } from '../session/person.js';

export type { Role };

export function rolesToGive({ organisationId, may }: Person): readonly Role[] {
  const giver: readonly Role[] = may.has('listPlatformAuditEvents') ? ['SystemAdmin'] : ['Administrator'];
  return ROLES.filter((role) => checkRoles([role], organisationId, giver).length === 0);
}
