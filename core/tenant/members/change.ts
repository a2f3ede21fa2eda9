// A change of a member by somebody who administers its organisation: which ones are refused, and which end the sessions
// of the member. An organisation keeps somebody who can administer it. Pure: the other members are an argument.
import { type Issue, issue } from '../../base/issue.js';
import { PLATFORM_ORGANISATION_ID, type Role } from '../roles.js';
import type { Membership } from '../user.js';
import { rankProblem } from './rank.js';

/** Whether the organisation can be administered through this member. */
export function isKeeper({ organisationId, status, roles }: Membership): boolean {
  const needed: Role = organisationId === PLATFORM_ORGANISATION_ID ? 'SystemAdmin' : 'Administrator';
  return status === 'Active' && roles.includes(needed);
}

export interface MemberChange {
  readonly before: Membership;
  /** Undefined where the member is removed. */
  readonly after: Membership | undefined;
  /** Somebody else in the organisation is a keeper. */
  readonly hasOther: boolean;
  readonly by: { readonly membershipId: string; readonly isSystemAdmin: boolean };
}

/** Why the member stays as it is, if so: FORBIDDEN, LAST_ADMINISTRATOR. */
export function memberChangeProblem({ before, after, hasOther, by }: MemberChange): Issue | undefined {
  if (before.id === by.membershipId && after?.status === 'Suspended')
    return issue('FORBIDDEN', '/userId', 'A member does not suspend itself.');
  const above = rankProblem([before], by);
  if (above) return above;
  const keepsOne = hasOther || !isKeeper(before) || (after !== undefined && isKeeper(after));
  return keepsOne
    ? undefined
    : issue('LAST_ADMINISTRATOR', '/userId', 'Without this member the organisation could not be administered.');
}

/** Whether the member may do less, or something else, than its tokens say. */
export function endsSessions(before: Membership, after: Membership | undefined): boolean {
  if (after === undefined || (after.status === 'Suspended' && before.status !== 'Suspended')) return true;
  return before.roles.length !== after.roles.length || before.roles.some((role) => !after.roles.includes(role));
}
