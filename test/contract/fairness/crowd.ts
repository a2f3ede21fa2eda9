// An organisation with as many users as a test wants, each with a token: what an attacker has who keeps within the
// limits of each of them.

import { EXAMPLE } from '../../../api/examples/values.js';
import { openSession } from '../../../api/sign-in/session.js';
import type { Organisation } from '../../../core/tenant/organisation.js';
import type { Membership } from '../../../core/tenant/user.js';
import type { World } from '../world/world.js';

export interface Crowd {
  readonly organisationId: string;
  /** One a user, all of them administrators. */
  readonly tokens: readonly string[];
}

/** Rounds without a rest: whatever needs more waits for another thread, which has its time while this one rests. */
const BRISK_ROUNDS = 1000;

/** Lets the server go on until something is so. Bounded by rounds, not by time. */
export async function until(isSo: () => boolean, step: () => unknown = () => undefined): Promise<void> {
  for (let rounds = 0; !isSo(); rounds++) {
    if (rounds > 20_000) throw new Error(`expected ${isSo} in 20,000 rounds of the event loop`);
    step();
    await new Promise<void>((done) => (rounds < BRISK_ROUNDS ? setImmediate(done) : setTimeout(done, 1)));
  }
}

/**
 * `digit`, a hexadecimal one, tells the ids of one organisation from those of another; `joins` is one that there is
 * already.
 */
export async function aCrowd({ deps }: World, digit: string, users: number, joins?: Organisation): Promise<Crowd> {
  const organisationId = joins?.id ?? `${digit.repeat(8)}-0000-4000-8000-000000000000`;
  const createdAt = EXAMPLE.time;
  const organisation: Organisation = joins ?? {
    id: organisationId,
    name: `Crowd ${digit}`,
    subdomain: `crowd-${digit}`,
    status: 'Active',
    createdAt,
    orgType: 'Standard',
    isPlatformOrg: false,
    userCount: users,
  };
  if (joins === undefined) await deps.commit(deps.tenants.putOrganisation(organisation));
  const tokens: string[] = [];
  for (let i = 1; i <= users; i++) {
    const tail = String(i).padStart(12, '0');
    const id = `${digit.repeat(8)}-0000-4000-8000-${tail}`;
    const platformUserId = `${digit.repeat(8)}-1111-4000-8000-${tail}`;
    const person = { email: `user-${i}@crowd-${digit}.example`, displayName: `User ${i}`, createdAt };
    const membership: Membership = {
      ...person,
      id,
      organisationId,
      platformUserId,
      roles: ['Administrator'],
      status: 'Active',
    };
    await deps.commit([
      ...deps.tenants.putUser({
        ...person,
        id: platformUserId,
        emailVerifiedAt: EXAMPLE.time,
        memberships: [{ organisationId, membershipId: id }],
      }),
      ...deps.tenants.putMembership(membership),
    ]);
    const identity = { membership, organisation };
    const signIn = { method: 'pwd', signedInAtMs: deps.clock.now() } as const;
    tokens.push((await openSession(deps, { identity, signIn, address: '127.0.0.1' })).accessToken);
  }
  return { organisationId, tokens };
}
