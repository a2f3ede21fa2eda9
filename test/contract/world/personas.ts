// The accounts of a world: the example organisation with its people, and tokens of each persona.

import type { ApiDeps } from '../../../api/deps/deps.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { openSession } from '../../../api/sign-in/session.js';
import { bytesToUuid } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { isFailure } from '../../../core/base/result.js';
import type { ServicePrincipal } from '../../../core/tenant/claims.js';
import type { Role } from '../../../core/tenant/roles.js';
import { type Principal, SCOPE_WORDS } from '../../../core/tenant/services/principal.js';

export const ADMIN = { email: 'root@quorate.example', password: 'seven granite bridges wait' };

/** The roles of the policies. */
export type Persona = 'systemAdmin' | 'administrator' | 'user' | 'citizen' | 'service';

export function serviceToken(deps: ApiDeps): Promise<string> {
  return tokenOfService(deps, {
    clientId: 'validator-1',
    serviceName: 'Validator',
    scope: SCOPE_WORDS,
  });
}

/** A token of a service, which is made an active principal where there is none of its name. */
export async function tokenOfService(deps: ApiDeps, service: ServicePrincipal): Promise<string> {
  await seedService(deps, service);
  return (await deps.tokens.issueService(service)).token;
}

/** An active principal, where there is none of this name: tokens of no others are taken. */
export async function seedService(
  { services, commit, clock }: ApiDeps,
  { clientId, serviceName, scope, organisationId }: ServicePrincipal,
): Promise<void> {
  if (services.ofClient(clientId) !== undefined) return;
  const principal: Principal = {
    ...{ id: bytesToUuid(sha256(clientId).subarray(0, 16)), clientId, serviceName, scopes: scope, status: 'Active' },
    ...{ createdAt: new Date(clock.now()).toISOString(), createdBy: EXAMPLE.administratorId },
    ...(organisationId !== undefined && { organisationId }),
  };
  await commit([services.put(principal)]);
}

export async function openFor(deps: ApiDeps, persona: Exclude<Persona, 'service'>) {
  const { administratorEmail: administrator, userEmail: user } = EXAMPLE;
  // The administrator with a token of a citizen: the wallet of the examples is its own.
  const email = { systemAdmin: ADMIN.email, administrator, citizen: administrator, user }[persona];
  const found = deps.tenants.userOfEmail(email);
  const at = found?.memberships[0];
  const membership = at && deps.tenants.membership(at.organisationId, at.membershipId);
  const organisation = at && deps.tenants.organisation(at.organisationId);
  if (!found || !membership || !organisation) throw new Error(`no ${persona} in the world`);
  return openSession(deps, {
    identity: { membership, organisation },
    signIn: {
      method: 'pwd',
      signedInAtMs: deps.sessions.signInDate(deps.clock.now()),
      ...(persona === 'citizen' && { tier: 'consumer' }),
    },
    address: '127.0.0.1',
  });
}

/**
 * The example organisation with its administrator and its user. Also puts every example account back after a test
 * changed it.
 */
export async function seedExample(deps: ApiDeps): Promise<void> {
  const passwordHash = await deps.passwords.hash(EXAMPLE.password);
  if (isFailure(passwordHash)) throw new Error(passwordHash.issue.message);
  const organisationId = EXAMPLE.organisationId;
  const people: readonly { id: string; email: string; displayName: string; roles: readonly Role[] }[] = [
    {
      id: EXAMPLE.administratorId,
      email: EXAMPLE.administratorEmail,
      displayName: 'Ada Administrator',
      roles: ['Administrator'],
    },
    { id: EXAMPLE.userId, email: EXAMPLE.userEmail, displayName: 'Uma User', roles: ['User'] },
  ];
  const createdAt = EXAMPLE.time;
  await deps.commit([
    ...deps.tenants.putOrganisation({
      id: organisationId,
      name: EXAMPLE.organisationName,
      subdomain: EXAMPLE.subdomain,
      status: 'Active',
      createdAt,
      orgType: 'Standard',
      isPlatformOrg: false,
      userCount: people.length,
    }),
    ...people.flatMap(({ id, email, displayName, roles }) => {
      const platformUserId = `f${id.slice(1)}`;
      const memberships = [{ organisationId, membershipId: id }];
      return [
        deps.factors.put(platformUserId, { passkeys: [] }),
        ...deps.tenants.putUser({
          id: platformUserId,
          email,
          displayName,
          passwordHash,
          emailVerifiedAt: createdAt,
          createdAt,
          memberships,
        }),
        ...deps.tenants.putMembership({
          id,
          organisationId,
          platformUserId,
          email,
          displayName,
          roles,
          status: 'Active',
          createdAt,
        }),
      ];
    }),
  ]);
}
