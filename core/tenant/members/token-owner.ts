// Whether the owner of a token is of this store. A signature says who made the token, and the key may be that of
// another store too: accounts, their suspension and their revocations stand in one store alone (docs/decisions/0174).
// It never refuses for what a right would decide. Pure: the rows are looked up by the caller.
import { type Issue, issue } from '../../base/issue.js';
import type { Principal } from '../services/principal.js';
import type { Membership } from '../user.js';

/** The rows of the store, of which a look costs no read of the disk. */
export interface OwnerRows {
  readonly tenants: {
    user(id: string): object | undefined;
    membership(organisationId: string, id: string): Pick<Membership, 'platformUserId' | 'status'> | undefined;
  };
  readonly services: { ofClient(clientId: string): Pick<Principal, 'status'> | undefined };
}

/** The claims of a token that name its owner. */
export interface StatedOwner {
  readonly kind: 'anonymous' | 'user' | 'service';
  readonly subject: string;
  readonly platformUserId: string;
  readonly organisationId: string;
  /** The membership for which a service acts. */
  readonly actsFor?: string;
}

const FOREIGN = issue(
  'TOKEN_INVALID',
  '',
  'The token is of an account that this node has not: it was issued for another store. Log in here.',
);
const SUSPENDED = issue('TOKEN_REVOKED', '', 'The owner of the token is suspended.');

/**
 * Why no account or service here owns the token: TOKEN_INVALID for an account, a membership or a service that is not
 * there, TOKEN_REVOKED for one that is not active. A service that acts for a member needs both.
 */
export function ownerProblem(owner: StatedOwner, rows: OwnerRows): Issue | undefined {
  if (owner.kind !== 'service') return memberProblem(owner.subject, owner, rows);
  const service = rows.services.ofClient(owner.subject);
  if (service === undefined) return FOREIGN;
  if (service.status !== 'Active') return SUSPENDED;
  return owner.actsFor === undefined ? undefined : memberProblem(owner.actsFor, owner, rows);
}

/** Whether it is the answer to a token whose owner is not of this store. */
export function isForeign(problem: Issue): boolean {
  return problem === FOREIGN;
}

function memberProblem(
  membershipId: string,
  { platformUserId, organisationId }: StatedOwner,
  { tenants }: OwnerRows,
): Issue | undefined {
  const member = tenants.membership(organisationId, membershipId);
  if (member === undefined || member.platformUserId !== platformUserId) return FOREIGN;
  if (tenants.user(platformUserId) === undefined) return FOREIGN;
  return member.status === 'Active' ? undefined : SUSPENDED;
}
