// The platform as a whole: one bootstrap of its first organisation, and settings in the place of those of the node.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { type Method, sendTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

const ASKED = {
  organizationName: 'First Harbour',
  organizationSubdomain: 'first-harbour',
  organizationDescription: 'We sail.',
  adminEmail: 'Grace@harbour.example',
  adminName: 'Grace Harbour',
  adminPassword: 'nine paper boats drift',
};

describe('the platform', () => {
  const world = worldOfEach();
  let root: string;
  beforeEach(async () => {
    root = await world.token('systemAdmin');
  });

  const send = (method: Method, url: string, body?: object, token = root) =>
    sendTo(world, method, url, { token, body });
  const bootstrap = (more: object = {}) => send('POST', '/api/tenants/bootstrap', { ...ASKED, ...more });

  it('is bootstrapped once, also of two requests at once, and says the same again without secrets', async () => {
    const both = await Promise.all([bootstrap(), bootstrap()]);
    expect(both.map(({ status }) => status)).to.deep.equal([200, 200]);
    const first = both.find(({ json }) => json.adminAccessToken !== undefined)?.json;
    expect(both.filter(({ json }) => json.adminAccessToken !== undefined)).to.have.length(1);
    const { adminAccessToken, adminRefreshToken, ...rest } = first;
    expect((await bootstrap()).json).to.deep.equal(rest);
    expect(rest).to.deep.include({ organizationSubdomain: 'first-harbour', adminEmail: 'grace@harbour.example' });
    const me = (await send('GET', '/api/auth/me', undefined, adminAccessToken)).json;
    expect(me).to.deep.include({ organizationId: rest.organizationId, roles: ['Administrator'] });
    const refreshed = await send('POST', '/api/auth/token/refresh', { refreshToken: adminRefreshToken });
    expect(refreshed.status).to.equal(200);
    const login = { email: 'grace@harbour.example', password: ASKED.adminPassword };
    expect((await send('POST', '/api/auth/login', login)).status).to.equal(200);
    expect((await send('GET', '/api/organizations')).json.totalCount).to.equal(4);
    for (const other of [{ adminEmail: 'eve@x.example' }, { organizationSubdomain: 'other' }]) {
      const { status, json } = await bootstrap(other);
      expect([status, json.code]).to.deep.equal([409, 'BOOTSTRAP_DONE']);
    }
  });

  it('is bootstrapped by its SystemAdmin alone, and leaves nothing behind where that is refused', async () => {
    for (const persona of ['administrator', 'user'] as const) {
      const refused = await send('POST', '/api/tenants/bootstrap', ASKED, await world.token(persona));
      expect(refused.json.code).to.equal('FORBIDDEN');
    }
    const codes = [];
    for (const wrong of [
      { adminPassword: 'letmein12345' },
      { organizationSubdomain: EXAMPLE.subdomain },
      { organizationSubdomain: 'admin' },
      { adminEmail: EXAMPLE.userEmail },
    ])
      codes.push((await bootstrap(wrong)).json.code);
    expect(codes).to.deep.equal(['PASSWORD_WEAK', 'SUBDOMAIN_TAKEN', 'SUBDOMAIN_INVALID', 'EMAIL_TAKEN']);
    expect((await send('GET', '/api/organizations')).json.totalCount).to.equal(3);
    expect((await bootstrap()).json.adminAccessToken).to.be.a('string');
  });

  it('gives a service principal with its secret the first time', async () => {
    const made = (await bootstrap({ createServicePrincipal: true, servicePrincipalName: 'Harbour robot' })).json;
    expect(made.servicePrincipalClientSecret).to.match(/^qsec_/);
    const found = await send('GET', `/api/service-principals/${made.servicePrincipalId}`);
    expect(found.json).to.deep.include({
      ...{ clientId: made.servicePrincipalClientId, serviceName: 'Harbour robot', scopes: [], status: 'Active' },
    });
    expect((await bootstrap()).json.servicePrincipalClientSecret).to.equal(undefined);
  });

  it('follows its settings in the place of those of the node, at once', async () => {
    expect((await send('GET', '/api/platform/settings')).json).to.deep.equal({
      founding: 'node',
      invitationDays: null,
    });
    const set = await send('PUT', '/api/platform/settings', { founding: 'platform', invitationDays: 3 });
    expect(set.json).to.deep.equal({ founding: 'platform', invitationDays: 3 });
    const founded = { name: 'Other', subdomain: 'other' };
    const admin = await world.token('administrator');
    expect((await send('POST', '/api/organizations', founded, admin)).json.code).to.equal('FORBIDDEN');
    const users = `/api/organizations/${EXAMPLE.organisationId}/users`;
    const invited = (await send('POST', users, { email: 'x@y.example', displayName: 'X', roles: [] }, admin)).json;
    expect(Date.parse(invited.expiresAt) - Date.parse(invited.createdAt)).to.equal(3 * 86_400_000);
    expect((await send('PUT', '/api/platform/settings', { founding: 'node' })).json).to.deep.equal({
      ...{ founding: 'node', invitationDays: 3 },
    });
    expect((await send('POST', '/api/organizations', founded, admin)).status).to.equal(201);
    expect((await send('PUT', '/api/platform/settings', { invitationDays: 0 })).status).to.equal(400);
    expect((await send('GET', '/api/platform/settings', undefined, admin)).json.code).to.equal('FORBIDDEN');
  });
});
