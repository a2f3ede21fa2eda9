// A user made by an administrator with a first password, for an address that no account has. The password is changed at
// the first sign-in, and the address stays unverified: the account gives it to who proves it.
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { withoutPending } from '../../../../core/tenant/invitation.js';
import { join } from '../../../../core/tenant/members/joining.js';
import type { Membership, PlatformUser } from '../../../../core/tenant/user.js';
import type { ApiCall } from '../../../define.js';
import { newId } from '../../../sign-in/session.js';
import type { PeopleDeps } from '../deps.js';
import { type AskedMember, crowdedProblem, inviteeOf } from './inviting.js';

export interface AskedUser extends AskedMember {
  readonly password: string;
}

/** The member, or undefined where the address has an account: its owner has to accept. */
export async function addMember(
  call: ApiCall<PeopleDeps>,
  organisationId: string,
  asked: AskedUser,
): Promise<Result<Membership | undefined>> {
  const { deps } = call;
  const { password, displayName } = asked;
  const first = inviteeOf(call, organisationId, asked);
  if (isFailure(first)) return first;
  const weak = await deps.passwords.check(password, '/password', [first.email, displayName]);
  if (weak.length > 0) return fail(weak);
  if (deps.tenants.userOfEmail(first.email) !== undefined) return undefined;
  const passwordHash = await deps.passwords.hash(password, { key: `organisation ${organisationId}`, isKnown: true });
  if (isFailure(passwordHash)) return passwordHash;
  // Read again in the turn in which it is written: all of it may have changed while the hash was computed.
  const invitee = inviteeOf(call, organisationId, asked);
  if (isFailure(invitee)) return invitee;
  const { organisation, email, roles } = invitee;
  if (deps.tenants.userOfEmail(email) !== undefined) return undefined;
  const crowded = crowdedProblem(deps, invitee);
  if (crowded) return fail(crowded);
  const nowMs = deps.clock.now();
  const createdAt = new Date(nowMs).toISOString();
  const user: PlatformUser = {
    ...{ id: newId(deps), email, displayName, passwordHash, mustChangePassword: true, createdAt, memberships: [] },
  };
  const made = join({ user, organisation }, { id: newId(deps), roles, createdAt });
  const { member } = made;
  await deps.commit([
    ...deps.tenants.join(made),
    ...deps.invitations.put(organisation.id, withoutPending(deps.invitations.of(organisation.id), email, nowMs)),
    deps.audit.byCaller(call, {
      ...{ eventType: 'UserAddedToOrganization', organisationId: organisation.id, about: user.id },
      details: { userId: member.id, email },
    }),
  ]);
  return member;
}
