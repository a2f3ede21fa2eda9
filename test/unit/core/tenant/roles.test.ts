// The right to give each role in each place, and which organisations can be suspended.

import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { checkSubdomain, type Organisation, withStatus } from '../../../../core/tenant/organisation.js';
import { checkRoles, PLATFORM_ORGANISATION_ID, PUBLIC_ORGANISATION_ID, tierOf } from '../../../../core/tenant/roles.js';
import { normaliseEmail } from '../../../../core/tenant/user.js';

const ORG = '3b0d6a2e-7a54-4f0c-9d3a-5f4c1f5d2a01';
const paths = (roles: string[], org: string, giver: 'SystemAdmin' | 'Administrator') =>
  checkRoles(roles, org, [giver]).map((i) => [i.code, i.path]);

describe('core/tenant/roles', () => {
  it('accepts the roles of an ordinary organisation', () =>
    expect(paths(['Administrator', 'Designer', 'Auditor', 'User'], ORG, 'Administrator')).to.deep.equal([]));
  it('refuses unknown and repeated roles, by place', () =>
    expect(paths(['User', 'Owner', 'User'], ORG, 'SystemAdmin')).to.deep.equal([
      ['ROLE_INVALID', '/roles/1'],
      ['ROLE_INVALID', '/roles/2'],
    ]));
  it('keeps SystemAdmin to the platform organisation and its givers', () => {
    expect(paths(['SystemAdmin'], PLATFORM_ORGANISATION_ID, 'SystemAdmin')).to.deep.equal([]);
    expect(paths(['SystemAdmin'], PLATFORM_ORGANISATION_ID, 'Administrator')).to.have.length(1);
    expect(paths(['SystemAdmin'], ORG, 'SystemAdmin')).to.have.length(1);
  });
  it('has plain users only in the public organisation, with consumer tokens', () => {
    expect(paths(['Designer'], PUBLIC_ORGANISATION_ID, 'SystemAdmin')).to.have.length(1);
    expect(tierOf({ id: PUBLIC_ORGANISATION_ID, orgType: 'Public' }, ['User'])).to.equal('consumer');
  });
  it('gives consumer tokens to citizens of a public organisation and platform ones to its staff', () => {
    const tiers = (orgType: 'Standard' | 'Public') =>
      (['User', 'Member', 'Designer', 'Administrator'] as const).map((role) => tierOf({ id: ORG, orgType }, [role]));
    expect(tiers('Public')).to.deep.equal(['consumer', 'platform', 'platform', 'platform']);
    expect(tiers('Standard')).to.deep.equal(['platform', 'platform', 'platform', 'platform']);
    expect(tierOf({ id: ORG, orgType: 'Public' }, [])).to.equal('consumer');
    expect(tierOf({ id: ORG, orgType: 'Public' }, ['User', 'Auditor'])).to.equal('platform');
  });
  it('knows Member, and gives no user both names of a plain member', () => {
    expect(paths(['Member'], ORG, 'Administrator')).to.deep.equal([]);
    expect(paths(['Member', 'User'], ORG, 'Administrator')).to.deep.equal([['ROLE_INVALID', '/roles/0']]);
    expect(paths(['Member'], PUBLIC_ORGANISATION_ID, 'SystemAdmin')).to.deep.equal([['ROLE_INVALID', '/roles/0']]);
  });
});

describe('core/tenant/organisation', () => {
  for (const good of ['abc', 'a-b', 'a'.repeat(63), '1st'])
    it(`takes the subdomain ${good.slice(0, 8)}`, () => expect(checkSubdomain(good)).to.deep.equal([]));
  for (const bad of ['ab', '-abc', 'abc-', 'Abc', 'a.b', 'a'.repeat(64), 'admin', '', 'a b'])
    it(`refuses the subdomain "${bad.slice(0, 8)}"`, () =>
      expect(checkSubdomain(bad).map((i) => [i.code, i.path])).to.deep.equal([['SUBDOMAIN_INVALID', '/subdomain']]));
  it('protects platform organisations from suspension only', () => {
    const organisation: Organisation = {
      id: ORG,
      name: 'x',
      subdomain: 'x',
      status: 'Active',
      createdAt: '',
      orgType: 'Standard',
      isPlatformOrg: true,
      userCount: 0,
    };
    const refused = withStatus(organisation, 'Suspended');
    expect(isFailure(refused) && refused.issue.code).to.equal('ORGANISATION_PROTECTED');
    expect(withStatus(organisation, 'Active')).to.deep.equal(organisation);
    expect(withStatus({ ...organisation, isPlatformOrg: false }, 'Suspended')).to.include({ status: 'Suspended' });
  });
});

describe('core/tenant/user', () => {
  it('has one spelling of an address', () =>
    expect(normaliseEmail(' \uff35ma@Example.ORG ')).to.equal('uma@example.org'));
});
