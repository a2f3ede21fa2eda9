// Which organisation an administrator may act for.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import type { Membership, PlatformUser } from '../../core/tenant/user.js';
import type { Tenants } from '../../storage/tables/accounts/tenants.js';
import { isAllowed } from '../auth/policy.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps.js';

type Deps = Pick<ApiDeps, 'tenants'>;

/** An administrator acts in its own organisation only, a SystemAdmin in all; a foreign one looks missing, at `path`. */
export function administered(
  { deps, caller }: ApiCall<Deps>,
  organisationId: string,
  path = '/organizationId',
): Result<Organisation> {
  const allowed = organisationId === caller.organisationId || isAllowed('RequireSystemAdmin', caller);
  const organisation = allowed ? deps.tenants.organisation(organisationId) : undefined;
  return organisation ?? fail(organisationNotFound(path));
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
