// Which organisation an administrator may act for.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { Membership, PlatformUser } from '../../core/tenant/user.js';
import type { Tenants } from '../../storage/tables/accounts/tenants.js';
import { isAllowed } from '../auth/policy.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'tenants'>;

/** An administrator acts in its own organisation only, a SystemAdmin in all; a foreign one looks missing, at `path`. */
export function findAdministered(
  { deps, caller }: ApiCall<Deps>,
  organisationId: string,
  path = '/organizationId',
): Result<Organisation> {
  const allowed = organisationId === caller.organisationId || isAllowed('RequireSystemAdmin', caller);
  const organisation = allowed ? deps.tenants.organisation(organisationId) : undefined;
  return organisation ?? fail(organisationNotFound(path));
}

/**
 * The same for an act that reaches members without naming them, as one that signs them out, or lets them in: in the
 * platform organisation SystemAdmins are among them, so that one of these does it. FORBIDDEN, at `path`.
 */
export function administeredWhole(call: ApiCall<Deps>, organisationId: string, path?: string): Result<Organisation> {
  const organisation = findAdministered(call, organisationId, path);
  if (isFailure(organisation)) return organisation;
  const isBelow = organisation.id === PLATFORM_ORGANISATION_ID && !isAllowed('RequireSystemAdmin', call.caller);
  return isBelow
    ? fail(issue('FORBIDDEN', path ?? '/organizationId', 'A SystemAdmin does this with the platform organisation.'))
    : organisation;
}

/** All memberships of a user, of every organisation. */
export function membershipsOf(tenants: Pick<Tenants, 'membership'>, user: PlatformUser): readonly Membership[] {
  return user.memberships.flatMap(({ organisationId, membershipId }) => {
    const membership = tenants.membership(organisationId, membershipId);
    return membership ? [membership] : [];
  });
}

export function organisationNotFound(path: string): Issue {
  return issue('ORGANISATION_NOT_FOUND', path, 'There is no such organisation.');
}
