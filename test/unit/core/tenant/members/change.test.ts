// Which changes of a member are refused, and which end its sessions.
import { expect } from 'chai';
import { endsSessions, isKeeper, memberChangeProblem } from '../../../../../core/tenant/members/change.js';
import { PLATFORM_ORGANISATION_ID, type Role } from '../../../../../core/tenant/roles.js';
import type { Membership } from '../../../../../core/tenant/user.js';

const ORG = '3b0d6a2e-7a54-4f0c-9d3a-5f4c1f5d2a01';

const member = (roles: readonly Role[], changes: Partial<Membership> = {}): Membership => ({
  ...{ id: 'm', organisationId: ORG, platformUserId: 'u', email: 'm@x', displayName: 'M', createdAt: '' },
  ...{ roles, status: 'Active', ...changes },
});

describe('core/tenant/members/change', () => {
  const by = { membershipId: 'other', isSystemAdmin: false };
  const admin = member(['Administrator', 'Designer']);
  const root = member(['SystemAdmin'], { organisationId: PLATFORM_ORGANISATION_ID });
  const code = (before: Membership, after: Membership | undefined, more: object = {}) =>
    memberChangeProblem({ before, after, hasOther: false, by, ...more })?.code;

  it('tells by whom an organisation can be administered', () => {
    expect(isKeeper(admin)).to.equal(true);
    expect(isKeeper({ ...admin, status: 'Suspended' })).to.equal(false);
    expect(isKeeper(member(['Designer', 'Auditor', 'Member']))).to.equal(false);
    expect(isKeeper(root)).to.equal(true);
    expect(isKeeper({ ...root, roles: ['Administrator'] })).to.equal(false);
  });

  it('keeps the last administrator, however it would go', () => {
    for (const after of [undefined, { ...admin, status: 'Suspended' as const }, member(['Designer'])]) {
      expect(code(admin, after)).to.equal('LAST_ADMINISTRATOR');
      expect(code(admin, after, { hasOther: true })).to.equal(undefined);
    }
    expect(code(admin, { ...admin, displayName: 'N' })).to.equal(undefined);
    expect(code(admin, member(['Administrator']))).to.equal(undefined);
    expect(code({ ...admin, status: 'Suspended' }, undefined)).to.equal(undefined);
    expect(code(member(['User']), undefined)).to.equal(undefined);
  });

  it('lets only a SystemAdmin change a SystemAdmin, and keeps the last one from that too', () => {
    const suspended = { ...root, status: 'Suspended' as const };
    expect(code(root, suspended, { hasOther: true })).to.equal('FORBIDDEN');
    const operator = { membershipId: 'other', isSystemAdmin: true };
    expect(code(root, suspended, { hasOther: true, by: operator })).to.equal(undefined);
    expect(code(root, suspended, { by: operator })).to.equal('LAST_ADMINISTRATOR');
  });

  it('lets no member suspend itself', () =>
    expect(
      code(admin, { ...admin, status: 'Suspended' }, { hasOther: true, by: { ...by, membershipId: 'm' } }),
    ).to.equal('FORBIDDEN'));

  it('ends the sessions of who may do less or something else', () => {
    const user = member(['User']);
    expect(endsSessions(user, undefined)).to.equal(true);
    expect(endsSessions(user, { ...user, status: 'Suspended' })).to.equal(true);
    expect(endsSessions(user, member(['Designer']))).to.equal(true);
    expect(endsSessions(admin, member(['Administrator']))).to.equal(true);
    expect(endsSessions(admin, member(['Designer', 'Administrator']))).to.equal(false);
    expect(endsSessions(user, { ...user, displayName: 'N' })).to.equal(false);
    expect(endsSessions({ ...user, status: 'Suspended' }, user)).to.equal(false);
  });
});
