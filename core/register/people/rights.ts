// Rights to act on a register, and how many must agree. Rights come from the sealed governance roster only; nothing
// here changes it.
import { absurd } from '../../base/assert.js';
import type { Member, MemberRole, RegisterPolicy } from '../../model/register.js';
import { walletDid } from './did.js';

const PUBLISHERS: readonly MemberRole[] = ['Owner', 'Admin', 'Designer'];
const VOTERS: readonly MemberRole[] = ['Owner', 'Admin'];

export const MEMBER_ROLES: readonly MemberRole[] = ['Owner', 'Admin', 'Designer', 'Auditor'];

/** The member whose wallet this address is. */
export function memberOf(members: readonly Member[], address: string): Member | undefined {
  const subject = walletDid(address);
  return members.find((member) => member.subject === subject);
}

/** Owner, Admin and Designer may publish blueprints. */
export function mayPublish(role: MemberRole): boolean {
  return PUBLISHERS.includes(role);
}

/** Owner and Admin may propose and vote on governance acts. */
export function mayGovern(role: MemberRole): boolean {
  return VOTERS.includes(role);
}

/**
 * Members that vote on a governance act (reference-facts 4.2.4): Owners and Admins, without the one whose removal is
 * voted on.
 */
export function votingMembers(members: readonly Member[], excludedSubject?: string): readonly Member[] {
  return members.filter((member) => mayGovern(member.role) && member.subject !== excludedSubject);
}

/** Approvals that a governance act takes from `voters` voting members (1 or more). */
export function governanceQuorum(formula: RegisterPolicy['governance']['quorumFormula'], voters: number): number {
  switch (formula) {
    case 'StrictMajority':
      return Math.floor(voters / 2) + 1;
    case 'Supermajority':
      return Math.floor((2 * voters) / 3) + 1;
    case 'Unanimous':
      return voters;
    default:
      return absurd(formula);
  }
}
