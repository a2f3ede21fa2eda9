// The figures of a dashboard, member by member.
import { expect } from 'chai';
import { NO_MEMBERS, withMember } from '../../../../../core/tenant/organisations/figures.js';
import type { Role } from '../../../../../core/tenant/roles.js';
import type { Membership } from '../../../../../core/tenant/user.js';

const member = (id: string, roles: readonly Role[], changes: Partial<Membership> = {}): Membership => ({
  ...{ id, organisationId: 'o', platformUserId: id, email: `${id}@x`, displayName: id, roles, status: 'Active' },
  ...{ createdAt: '', ...changes },
});

describe('core/tenant/organisations/figures', () => {
  it('count members by status, and by each of their roles', () => {
    const members = [
      member('a', ['Administrator', 'Designer']),
      member('b', ['Designer'], { status: 'Suspended' }),
      member('c', []),
    ];
    const { active, suspended, byRole, recent } = members.reduce(withMember, NO_MEMBERS);
    expect({ active, suspended, byRole, recent }).to.deep.equal({
      ...{ active: 2, suspended: 1, byRole: { Administrator: 1, Designer: 2 }, recent: [] },
    });
  });

  it('show the ten latest logins, the latest first, in whatever order members come', () => {
    const order = [5, 11, 0, 7, 3, 9, 1, 10, 2, 8, 4, 6];
    const at = (n: number) => member(`m${n}`, ['User'], { lastLoginAt: `2026-11-${10 + n}T00:00:00.000Z` });
    const { recent } = order.map(at).reduce(withMember, NO_MEMBERS);
    expect(recent.map(({ id }) => id)).to.deep.equal([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `m${n}`));
  });
});
