// How a person becomes a member of an organisation: the records of person, organisation and membership, which belong to
// one commit. Pure: ids and times are arguments, and whether the organisation takes the person was asked before.
import { type Issue, issue } from '../../base/issue.js';
import { MEMBERSHIPS_MAX } from '../../base/limits/node/accounts.js';
import type { Organisation } from '../organisation.js';
import type { Membership, PlatformUser } from '../user.js';

export interface NewMember {
  readonly user: PlatformUser;
  readonly organisation: Organisation;
  readonly member: Membership;
}

/** FORBIDDEN for a person who is a member of as many organisations as one may be. */
export function membershipsProblem({ memberships }: Pick<PlatformUser, 'memberships'>): Issue | undefined {
  if (memberships.length < MEMBERSHIPS_MAX) return undefined;
  return issue('FORBIDDEN', '', `A user is a member of at most ${MEMBERSHIPS_MAX} organisations.`);
}

/** The records after the person joined: its membership is the last of its own, and the organisation counts one more. */
export function join(
  { user, organisation }: Pick<NewMember, 'user' | 'organisation'>,
  { id, roles, createdAt }: Pick<Membership, 'id' | 'roles' | 'createdAt'>,
): NewMember {
  const { email, displayName } = user;
  return {
    user: { ...user, memberships: [...user.memberships, { organisationId: organisation.id, membershipId: id }] },
    organisation: { ...organisation, userCount: organisation.userCount + 1 },
    member: {
      ...{ id, organisationId: organisation.id, platformUserId: user.id },
      ...{ email, displayName, roles, status: 'Active', createdAt },
    },
  };
}
