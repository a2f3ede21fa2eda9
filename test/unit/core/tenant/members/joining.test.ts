// A person becomes a member: the three records fit each other, and a person is in no more organisations than one may
// be.
import { expect } from 'chai';
import { MEMBERSHIPS_MAX } from '../../../../../core/base/limits/node/accounts.js';
import { join, membershipsProblem } from '../../../../../core/tenant/members/joining.js';
import type { Organisation } from '../../../../../core/tenant/organisation.js';
import type { PlatformUser } from '../../../../../core/tenant/user.js';

const createdAt = '2026-11-21T09:00:00.000Z';
const before = { organisationId: 'first', membershipId: 'm' };
const user: PlatformUser = { id: 'u', email: 'a@x.example', displayName: 'Ada', createdAt, memberships: [before] };
const organisation: Organisation = {
  ...{ id: 'o', name: 'O', subdomain: 'o', status: 'Active', createdAt, orgType: 'Standard' },
  ...{ isPlatformOrg: false, userCount: 4 },
};

describe('joining an organisation', () => {
  it('changes person, organisation and membership together', () => {
    const made = join({ user, organisation }, { id: 'n', roles: ['User'], createdAt });
    // The first membership stays first: a login without an organisation picks it.
    expect(made.user).to.deep.equal({ ...user, memberships: [before, { organisationId: 'o', membershipId: 'n' }] });
    expect(made.organisation).to.deep.equal({ ...organisation, userCount: 5 });
    expect(made.member).to.deep.equal({
      ...{ id: 'n', organisationId: 'o', platformUserId: 'u', email: 'a@x.example', displayName: 'Ada' },
      ...{ roles: ['User'], status: 'Active', createdAt },
    });
  });

  it('is refused to a member of as many organisations as one may be', () => {
    const memberships = Array.from({ length: MEMBERSHIPS_MAX }, () => before);
    expect(membershipsProblem({ memberships })?.code).to.equal('FORBIDDEN');
    expect(membershipsProblem({ memberships: memberships.slice(1) })).to.equal(undefined);
  });
});
