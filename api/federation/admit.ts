// Gives a person whom a provider signed in the account that they get: finds it, links it, or makes it, by the rules of
// core/tenant/federation/admission.ts. All is read and queued in one turn, so that two sign-ins at once make one
// account and one link.
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { type AccountFound, admitIdentity } from '../../core/tenant/federation/admission.js';
import {
  type ExternalIdentity,
  type IdentityName,
  isSame,
  withIdentity,
} from '../../core/tenant/federation/identity.js';
import { type ExternalProfile, nameOf } from '../../core/tenant/federation/profile.js';
import type { IdentityProvider } from '../../core/tenant/federation/provider.js';
import { pendingCount } from '../../core/tenant/invitation.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import type { AuditEvent } from '../../core/tenant/organisations/audit-events.js';
import type { PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Caller } from '../auth/caller.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { accountOf } from '../registration/new-account.js';
import { usersProblem } from '../requests/quotas.js';
import { newId } from '../sign-in/session.js';

type Deps = Pick<
  ApiDeps,
  'clock' | 'random' | 'config' | 'commit' | 'tenants' | 'usage' | 'invitations' | 'identities' | 'audit'
>;

export interface Arrival {
  readonly provider: IdentityProvider;
  readonly organisation: Organisation;
  readonly profile: ExternalProfile;
  readonly loginOnly: boolean;
}

export interface Arrived {
  readonly platformUserId: string;
  readonly isNew: boolean;
}

/**
 * The account of the arrival, stored with its identity. Issues: those of `admitIdentity`, QUOTA_EXCEEDED,
 * IDENTITIES_FULL.
 */
export async function admitArrival(call: ApiCall<Deps>, arrival: Arrival): Promise<Result<Arrived>> {
  const { deps } = call;
  const { provider, organisation, profile, loginOnly } = arrival;
  const { email = '' } = profile;
  const linkedId = deps.identities.userIdOf(nameOfIdentity(arrival));
  const outcome = admitIdentity({
    ...{ profile, provider, organisation, loginOnly, takesPeople: deps.config.takesPeople },
    linked: linkedId === undefined ? undefined : deps.tenants.user(linkedId),
    ofEmail: deps.tenants.userOfEmail(email),
    managedOfEmail: deps.tenants.managedUser(organisation.id, email),
  });
  if (isFailure(outcome)) return outcome;
  const made = makeAccount(call, arrival, outcome);
  if (isFailure(made)) return made;
  const identity = identityOps(deps, arrival, made.user.id);
  if (isFailure(identity)) return identity;
  await deps.commit([...made.ops, ...identity, ...linkRecords(call, arrival, made)]);
  return { platformUserId: made.user.id, isNew: made.isNew };
}

/** Links the identity to the account of who asked for it. Issues: IDENTITY_LINKED, IDENTITIES_FULL, FORBIDDEN. */
export async function linkIdentity(call: ApiCall<Deps>, arrival: Arrival, caller: Caller): Promise<Result<Arrived>> {
  const { deps } = call;
  const { organisation } = arrival;
  const user = deps.tenants.user(caller.platformUserId);
  if (user === undefined) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
  const member = user.memberships.find((item) => item.organisationId === organisation.id);
  if (member === undefined)
    return fail(issue('FORBIDDEN', '', 'A provider of an organisation is linked by the members of that organisation.'));
  const owner = deps.identities.userIdOf(nameOfIdentity(arrival));
  const isOwned = deps.tenants.user(owner ?? '')?.memberships.some((item) => item.organisationId === organisation.id);
  if (owner !== user.id && isOwned === true)
    return fail(issue('IDENTITY_LINKED', '', 'The identity is linked to another account of this organisation.'));
  const ops = identityOps(deps, arrival, user.id);
  if (isFailure(ops)) return ops;
  const record = recordOf(call, arrival, { eventType: 'ExternalIdentityLinked', identityId: member.membershipId });
  // Of an account that is not a member any more: it was removed, and its identity with it.
  const name = nameOfIdentity(arrival);
  const left = owner === undefined || owner === user.id ? [] : without(deps, owner, name);
  await deps.commit([...left, ...ops, record]);
  return { platformUserId: user.id, isNew: false };
}

interface Made {
  readonly user: PlatformUser;
  readonly ops: readonly KvOp[];
  readonly isNew: boolean;
  /** Undefined where the identity was known. */
  readonly event?: AuditEvent;
}

function makeAccount(call: ApiCall<Deps>, arrival: Arrival, outcome: AccountFound): Result<Made> {
  if (outcome.kind === 'known') return { user: outcome.user, ops: [], isNew: false };
  if (outcome.kind === 'linked') return { user: outcome.user, ops: [], isNew: false, event: 'ExternalIdentityLinked' };
  const { deps } = call;
  const { organisation, profile } = arrival;
  const nowMs = deps.clock.now();
  const crowded = usersProblem(deps, organisation, pendingCount(deps.invitations.of(organisation.id), nowMs));
  if (crowded) return fail(crowded);
  const { email } = outcome;
  const { displayName } = profile;
  const { user, membershipId, ops } = accountOf(deps, organisation, {
    email,
    displayName: displayName ?? nameOf(email.slice(0, email.lastIndexOf('@'))) ?? email,
    ...(displayName === undefined && { isNameless: true }),
    ...(outcome.kind === 'managed' && { managedBy: organisation.id }),
  });
  const added = recordOf(call, arrival, { eventType: 'UserAddedToOrganization', identityId: membershipId });
  return { user, ops: [...ops, added], isNew: true, event: 'OidcFirstLogin' };
}

function identityOps(deps: Deps, arrival: Arrival, platformUserId: string): Result<readonly KvOp[]> {
  const { provider, profile } = arrival;
  const name = nameOfIdentity(arrival);
  const list = deps.identities.of(platformUserId);
  const before = list.find((item) => isSame(item, name));
  const at = new Date(deps.clock.now()).toISOString();
  const identity: ExternalIdentity = {
    ...{ id: newId(deps), createdAt: at, ...before, ...name, slot: provider.slot, preset: provider.preset },
    ...{ email: profile.email, displayName: profile.displayName, lastUsedAt: at },
  };
  const changed = withIdentity(list, identity);
  return isFailure(changed) ? changed : deps.identities.put(platformUserId, changed);
}

function without({ identities }: Deps, platformUserId: string, name: IdentityName): readonly KvOp[] {
  return identities.put(
    platformUserId,
    identities.of(platformUserId).filter((item) => !isSame(item, name)),
  );
}

function linkRecords(call: ApiCall<Deps>, arrival: Arrival, { user, event }: Made): readonly KvOp[] {
  return event === undefined ? [] : [recordOf(call, arrival, { eventType: event, identityId: user.id })];
}

function nameOfIdentity({ organisation, profile }: Arrival) {
  return { organisationId: organisation.id, issuer: profile.issuer, subject: profile.subject };
}

function recordOf(
  { deps, address }: ApiCall<Deps>,
  { organisation, provider, profile }: Arrival,
  event: { readonly eventType: AuditEvent; readonly identityId: string },
): KvOp {
  const details = { provider: provider.slot, issuer: profile.issuer, subject: profile.subject };
  return deps.audit.record({ ...event, organisationId: organisation.id, address, success: true, details });
}
