// A new account of somebody who comes alone: which organisations take such, and the one commit that makes account and membership.
import { issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import { joinProblem, settingsOf } from '../../core/tenant/organisations/settings.js';
import type { Membership, PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { newId } from '../auth/session.js';
import type { ApiDeps } from '../deps.js';
import { usersProblem } from '../requests/quotas.js';

/** The organisation, where it takes people alone. SELF_REGISTRATION_OFF, ORGANISATION_SUSPENDED, EMAIL_DOMAIN_REFUSED, QUOTA_EXCEEDED. */
export function takesAlone(deps: ApiDeps, organisation: Organisation | undefined, email: string): Result<Organisation> {
  if (organisation?.orgType !== 'Public' || !settingsOf(organisation).selfRegistrationEnabled)
    return fail(issue('SELF_REGISTRATION_OFF', '', 'There is no organisation of this name that people join alone.'));
  if (organisation.status !== 'Active')
    return fail(issue('ORGANISATION_SUSPENDED', '', 'The organisation is suspended.'));
  const problem = joinProblem(organisation, email) ?? usersProblem(deps, organisation, 0);
  return problem ? fail(problem) : organisation;
}

export interface NewAccount {
  /** Verified; empty for one that begins with a passkey. */
  readonly email: string;
  readonly displayName: string;
  readonly passwordHash?: string;
  readonly id?: string;
  /** Of the one who comes. */
  readonly address: string;
}

/** Commit the operations in the turn of the call. */
export function newAccount(
  deps: ApiDeps,
  organisation: Organisation,
  { email, displayName, passwordHash, id = newId(deps), address }: NewAccount,
): { readonly user: PlatformUser; readonly ops: readonly KvOp[] } {
  const createdAt = new Date(deps.clock.now()).toISOString();
  const membershipId = newId(deps);
  const user: PlatformUser = {
    ...{ id, email, displayName, createdAt },
    ...(passwordHash !== undefined && { passwordHash }),
    ...(email !== '' && { emailVerifiedAt: createdAt }),
    memberships: [{ organisationId: organisation.id, membershipId }],
  };
  const member: Membership = {
    ...{ id: membershipId, organisationId: organisation.id, platformUserId: id },
    ...{ email, displayName, roles: ['User'], status: 'Active', createdAt },
  };
  const row = deps.audit.record({
    ...{ eventType: 'SelfRegistration', organisationId: organisation.id, identityId: membershipId },
    ...{ address, success: true },
  });
  return {
    user,
    ops: [
      ...deps.tenants.putUser(user),
      ...deps.tenants.putMembership(member),
      ...deps.tenants.putOrganisation({ ...organisation, userCount: organisation.userCount + 1 }),
      row,
    ],
  };
}
