// Which callers work for all tenants: SystemAdmins of the platform organisation, and services that are of none.
import { expect } from 'chai';
import { seesAllTenants } from '../../../../api/access/registers.js';
import { ANONYMOUS, type Caller } from '../../../../api/auth/caller.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';

const admin: Partial<Caller> = { kind: 'user', organisationId: PLATFORM_ORGANISATION_ID, roles: ['SystemAdmin'] };
const service: Partial<Caller> = { kind: 'service', tier: 'service', organisationId: '' };
const sees = (...parts: readonly Partial<Caller>[]) => seesAllTenants(Object.assign({}, ANONYMOUS, ...parts));

describe('api/access/registers', () => {
  it('lets a SystemAdmin of the platform organisation see all tenants, and a service of none', () => {
    expect([sees(admin), sees(service)]).to.deep.equal([true, true]);
  });

  it('lets no other caller see them', () => {
    const others = [
      sees(),
      sees(admin, { roles: ['Administrator'] }),
      sees(admin, { organisationId: 'org-2' }),
      sees(service, { organisationId: 'org-2' }),
      sees(service, { tier: 'delegated' }),
    ];
    expect(others).to.deep.equal([false, false, false, false, false]);
  });
});
