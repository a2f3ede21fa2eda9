// The figures of an organisation for its dashboard, folded from its members one by one. Pure.
import type { Role } from '../roles.js';
import type { Membership } from '../user.js';

/** Logins that a dashboard shows. */
const RECENT_LOGINS = 10;

export interface MemberFigures {
  readonly active: number;
  readonly suspended: number;
  readonly byRole: Readonly<Partial<Record<Role, number>>>;
  /** Members who logged in, the latest first. */
  readonly recent: readonly Membership[];
}

export const NO_MEMBERS: MemberFigures = { active: 0, suspended: 0, byRole: {}, recent: [] };

/** The figures with one more member; any order of members gives the same. */
export function withMember(figures: MemberFigures, member: Membership): MemberFigures {
  const isActive = member.status === 'Active';
  const byRole = { ...figures.byRole };
  for (const role of member.roles) byRole[role] = (byRole[role] ?? 0) + 1;
  return {
    active: figures.active + (isActive ? 1 : 0),
    suspended: figures.suspended + (isActive ? 0 : 1),
    byRole,
    recent: withLogin(figures.recent, member),
  };
}

function withLogin(recent: readonly Membership[], member: Membership): readonly Membership[] {
  const { lastLoginAt } = member;
  if (lastLoginAt === undefined || (recent.length === RECENT_LOGINS && loginOf(recent.at(-1)) >= lastLoginAt))
    return recent;
  const earlier = recent.findIndex((item) => loginOf(item) < lastLoginAt);
  return recent.toSpliced(earlier < 0 ? recent.length : earlier, 0, member).slice(0, RECENT_LOGINS);
}

function loginOf(member: Membership | undefined): string {
  return member?.lastLoginAt ?? '';
}
