// The accounts of a world: the example organisation with its people, and tokens of each persona.
import { openSession } from '../../api/auth/session.js';
import type { ApiDeps } from '../../api/deps.js';
import { EXAMPLE } from '../../api/examples/values.js';
import { isFailure } from '../../core/base/result.js';
import type { Role } from '../../core/tenant/roles.js';
import { SCOPE_WORDS } from '../../core/tenant/services/principal.js';

export const ADMIN = { email: 'root@quorate.example', password: 'seven granite bridges wait' };

/** The roles of the policies. */
export type Persona = 'systemAdmin' | 'administrator' | 'user' | 'citizen' | 'service';

export async function serviceToken(deps: ApiDeps): Promise<string> {
  const issued = await deps.tokens.issueService({
    clientId: 'validator-1',
    serviceName: 'Validator',
    scope: SCOPE_WORDS,
  });
  return issued.token;
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
    signIn: { method: 'pwd', signedInAtMs: deps.clock.now(), ...(persona === 'citizen' && { tier: 'consumer' }) },
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
