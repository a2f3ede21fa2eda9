// A new account of a person who comes alone: which organisations take such, and the one commit that makes account and
// membership, also of a person whom a provider signed in.
import { issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import { join } from '../../core/tenant/members/joining.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import { joinProblem, settingsOf } from '../../core/tenant/organisations/settings.js';
import type { PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiDeps } from '../deps/deps.js';
import { usersProblem } from '../requests/quotas.js';
import { newId } from '../sign-in/session.js';

type Deps = Pick<ApiDeps, 'clock' | 'random' | 'config' | 'tenants' | 'usage' | 'audit'>;

const OFF = issue(
  'SELF_REGISTRATION_OFF',
  '',
  'No organisation of this name takes people alone: its administrators do by selfRegistrationEnabled of its settings (quorate org settings --self-registration on).',
);

/**
 * The organisation, where it takes people alone. Issues: SELF_REGISTRATION_OFF, ORGANISATION_SUSPENDED,
 * EMAIL_DOMAIN_REFUSED, QUOTA_EXCEEDED.
 */
export function takesAlone(deps: Deps, organisation: Organisation | undefined, email: string): Result<Organisation> {
  const { takesPeople } = deps.config;
  if (organisation?.orgType !== 'Public' || !settingsOf(organisation, takesPeople).selfRegistrationEnabled)
    return fail(OFF);
  if (organisation.status !== 'Active')
    return fail(issue('ORGANISATION_SUSPENDED', '', 'The organisation is suspended.'));
  const problem = joinProblem(organisation, email) ?? usersProblem(deps, organisation, 0);
  return problem ? fail(problem) : organisation;
}

export interface StatedAccount extends Pick<PlatformUser, 'displayName' | 'passwordHash' | 'isNameless' | 'managedBy'> {
  /** Verified; empty for one that begins with a passkey. */
  readonly email: string;
  readonly id?: string;
}

export interface NewAccount {
  readonly user: PlatformUser;
  readonly membershipId: string;
  readonly ops: readonly KvOp[];
}

/** The account of a person who registered. Commit the operations in the turn of the call. */
export function newAccount(
  deps: Deps,
  organisation: Organisation,
  { address, ...stated }: StatedAccount & { readonly address: string },
): NewAccount {
  const made = accountOf(deps, organisation, stated);
  const row = deps.audit.record({
    ...{ eventType: 'SelfRegistration', organisationId: organisation.id, identityId: made.membershipId },
    ...{ address, success: true },
  });
  return { ...made, ops: [...made.ops, row] };
}

/** An account with its one membership; no event tells of it yet. Commit the operations in the turn of the call. */
export function accountOf(
  deps: Deps,
  organisation: Organisation,
  { id = newId(deps), ...stated }: StatedAccount,
): NewAccount {
  const { email, managedBy } = stated;
  const createdAt = new Date(deps.clock.now()).toISOString();
  const membershipId = newId(deps);
  const person: PlatformUser = {
    ...{ id, ...stated, createdAt },
    ...(email !== '' && { emailVerifiedAt: createdAt }),
    memberships: [],
  };
  const roles = [managedBy === undefined ? 'User' : 'Member'] as const;
  const made = join({ user: person, organisation }, { id: membershipId, roles, createdAt });
  return { user: made.user, membershipId, ops: deps.tenants.join(made) };
}
