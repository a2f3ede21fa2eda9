// The address of an account that never proved it goes to the account that did. The row that finds accounts by an
// address is written by the new one, in the same commit.
import { withoutAddress, yields } from '../../core/tenant/members/address.js';
import { homeOf, type PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'clock' | 'tenants' | 'sessions' | 'audit' | 'attempts'>;

/** Operations of the commit in which an account proves its address; none where no other account has it. */
export function releaseAddressOps(
  deps: Deps,
  { id, email }: Pick<PlatformUser, 'id' | 'email'>,
  address: string,
): readonly KvOp[] {
  const holder = deps.tenants.userOfEmail(email);
  if (!yields(holder) || holder.id === id) return [];
  // Sign-ins are counted by the address: those of the account of before do not count for the new one.
  deps.attempts.forget(email);
  return [
    ...deps.tenants.putUser(withoutAddress(holder)),
    ...addressOfMembers(deps, holder, ''),
    // Its tokens say the address.
    deps.sessions.revoke(`user:${holder.id}`, deps.clock.now()),
    deps.audit.record({
      ...{ eventType: 'EmailReleased', organisationId: homeOf(holder), identityId: holder.id },
      ...{ address, success: true, details: { email } },
    }),
  ];
}

/** The memberships of an account under another address. */
export function addressOfMembers(
  { tenants }: Pick<ApiDeps, 'tenants'>,
  { memberships }: Pick<PlatformUser, 'memberships'>,
  email: string,
): readonly KvOp[] {
  return memberships.flatMap(({ organisationId, membershipId }) => {
    const member = tenants.membership(organisationId, membershipId);
    return member ? tenants.putMembership({ ...member, email }) : [];
  });
}
