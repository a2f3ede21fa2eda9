// An organisation as its administrators change it: versions, settings and what they decide, figures, and its end.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PLATFORM_ORGANISATION_ID, PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { type Method, sendTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

const ORG = `/api/organizations/${EXAMPLE.organisationId}`;

describe('an organisation', () => {
  const world = worldOfEach();
  let admin: string;
  beforeEach(async () => {
    admin = await world.token('administrator');
  });

  interface How {
    readonly token?: string;
    readonly body?: object;
    readonly match?: string;
  }
  async function send(method: Method, url: string, { token = admin, body, match }: How = {}) {
    const headers = match === undefined ? {} : { 'if-match': match };
    const answer = await sendTo(world, method, url, { token, body, headers });
    return { ...answer, tag: String(answer.headers['etag'] ?? '') };
  }
  const codeOf = async (...sent: Parameters<typeof send>) => {
    const { status, json } = await send(...sent);
    return [status, json?.code, json?.path];
  };

  it('is changed at the version that was read, and at any without If-Match', async () => {
    const { tag } = await send('GET', ORG);
    expect(tag).to.match(/^"v-[0-9a-f]{32}\.[\w-]{20}"$/);
    const branding = { logoUrl: 'https://northwind.example/logo.svg', companyTagline: 'We sail.' };
    const changed = await send('PUT', ORG, { match: tag, body: { name: 'Northwind Traders', branding } });
    expect(changed.json).to.deep.include({ name: 'Northwind Traders', branding, subdomain: EXAMPLE.subdomain });
    expect(await codeOf('PUT', ORG, { match: tag, body: { name: 'Lost' } })).to.deep.equal([
      412,
      'ORGANISATION_CHANGED',
      '',
    ]);
    const read = await send('GET', ORG);
    // Behind the version, the tag of a read goes on with what it shows.
    const version = changed.tag.slice(0, -1);
    expect([read.tag.startsWith(`${version}.`), read.json.name]).to.deep.equal([true, 'Northwind Traders']);
    expect((await send('PUT', `${ORG}/settings`, { match: read.tag, body: {} })).tag).to.equal(changed.tag);
    // A login changes no version.
    await world.session('user');
    expect((await send('PUT', ORG, { match: read.tag, body: { branding: {} } })).json.branding).to.deep.equal({});
    expect((await send('PUT', ORG, { body: { name: 'Northwind' } })).status).to.equal(200);
  });

  it('has no logo by another scheme than https', async () => {
    for (const logoUrl of ['http://x.example/a', 'javascript:alert(1)', 'https://x" onerror=', 'data:image/svg+xml,x'])
      expect(await codeOf('PUT', ORG, { body: { branding: { logoUrl } } }), logoUrl).to.deep.equal([
        ...[400, 'BODY_INVALID', '/branding/logoUrl'],
      ]);
  });

  it('is suspended by DELETE, and brought back by the operator alone', async () => {
    const { accessToken: token, refreshToken } = await world.session('user');
    expect(await codeOf('PUT', ORG, { body: { status: 'Suspended' } })).to.deep.equal([403, 'FORBIDDEN', '/status']);
    expect((await send('DELETE', ORG)).status).to.equal(204);
    expect(await codeOf('GET', '/api/auth/me', { token })).to.deep.equal([401, 'TOKEN_REVOKED', '']);
    const refreshed = await codeOf('POST', '/api/auth/token/refresh', { token: '', body: { refreshToken } });
    expect(refreshed.slice(0, 2)).to.deep.equal([401, 'TOKEN_REVOKED']);
    const root = await world.token('systemAdmin');
    expect((await send('GET', ORG, { token: root })).json.status).to.equal('Suspended');
    const back = await send('PUT', ORG, { token: root, body: { status: 'Active', name: 'Back' } });
    expect(back.json).to.deep.include({ status: 'Active', name: 'Back' });
    for (const id of [PLATFORM_ORGANISATION_ID, PUBLIC_ORGANISATION_ID])
      expect(await codeOf('DELETE', `/api/organizations/${id}`, { token: root })).to.deep.equal([
        ...[403, 'ORGANISATION_PROTECTED', '/id'],
      ]);
  });

  it('is changed, read and ended by its own administrators', async () => {
    const user = await world.token('user');
    const elsewhere = `/api/organizations/${PUBLIC_ORGANISATION_ID}`;
    for (const [method, path, body] of [
      ['PUT', '', {}],
      ['DELETE', '', undefined],
      ['GET', '/settings', undefined],
      ['PUT', '/settings', {}],
      ['GET', '/audit/retention', undefined],
      ['PUT', '/audit/retention', { retentionMonths: 1 }],
      ['GET', '/dashboard', undefined],
    ] as const) {
      const how = body && { body };
      expect((await codeOf(method, ORG + path, { token: user, ...how })).slice(0, 2), path).to.deep.equal([
        403,
        'FORBIDDEN',
      ]);
      expect((await codeOf(method, elsewhere + path, { ...how })).slice(0, 2), path).to.deep.equal([
        ...[404, 'ORGANISATION_NOT_FOUND'],
      ]);
    }
  });

  it('takes members of its domains only, where they are invited and where they accept', async () => {
    const invite = (email: string) => ({ body: { email, displayName: 'Dora', roles: ['Member'] } });
    const { code } = (await send('POST', `${ORG}/users`, invite('dora@else.example'))).json;
    const set = await send('PUT', `${ORG}/settings`, { body: { allowedEmailDomains: ['Northwind.example'] } });
    expect(set.json.allowedEmailDomains).to.deep.equal(['northwind.example']);
    expect(await codeOf('POST', `${ORG}/users`, invite('eve@else.example'))).to.deep.equal([
      ...[403, 'EMAIL_DOMAIN_REFUSED', '/email'],
    ]);
    const account = { code, password: 'nine paper boats drift' };
    expect(await codeOf('POST', '/api/invitations/register', { token: '', body: account })).to.deep.equal([
      ...[403, 'EMAIL_DOMAIN_REFUSED', ''],
    ]);
    expect(world.deps.tenants.userOfEmail('dora@else.example')).to.equal(undefined);
    expect((await send('POST', `${ORG}/users`, invite('eve@northwind.example'))).status).to.equal(201);
    const trail = (await send('GET', `${ORG}/audit?eventType=DomainRestrictionUpdated`)).json.items;
    expect(trail[0].details).to.deep.include({ allowedEmailDomains: 'northwind.example' });
  });

  it('of another type gives its plain users tokens of another tier, after their sessions ended', async () => {
    const token = await world.token('user');
    expect((await send('GET', '/api/auth/me', { token })).json.tier).to.equal('platform');
    expect(await codeOf('PUT', `${ORG}/settings`, { body: { selfRegistrationEnabled: true } })).to.deep.equal([
      ...[400, 'SETTINGS_INVALID', '/selfRegistrationEnabled'],
    ]);
    const body = { orgType: 'Public', selfRegistrationEnabled: true };
    expect((await send('PUT', `${ORG}/settings`, { body })).status).to.equal(200);
    expect(await codeOf('GET', '/api/auth/me', { token })).to.deep.equal([401, 'TOKEN_REVOKED', '']);
    const me = (await send('GET', '/api/auth/me', { token: await world.token('user') })).json;
    expect([me.tier, me.roles]).to.deep.equal(['consumer', []]);
    admin = await world.token('administrator');
    expect((await send('GET', '/api/auth/me')).json.tier).to.equal('platform');
    expect((await send('GET', `${ORG}/settings`)).json).to.deep.include(body);
  });

  it('says how long its trail is kept', async () => {
    expect((await send('GET', `${ORG}/audit/retention`)).json).to.deep.equal({ retentionMonths: null });
    expect((await send('PUT', `${ORG}/audit/retention`, { body: { retentionMonths: 84 } })).status).to.equal(200);
    expect((await send('GET', `${ORG}/settings`)).json.auditRetentionMonths).to.equal(84);
    for (const retentionMonths of [0, 601, 1.5])
      expect((await send('PUT', `${ORG}/audit/retention`, { body: { retentionMonths } })).status).to.equal(400);
  });

  it('has figures', async () => {
    await send('POST', `${ORG}/users`, { body: { email: 'x@y.example', displayName: 'X', roles: [] } });
    await send('POST', `${ORG}/users/${EXAMPLE.userId}/suspend`);
    const { recentLogins, ...counts } = (await send('GET', `${ORG}/dashboard`)).json;
    expect(counts).to.deep.equal({
      ...{ activeUserCount: 1, suspendedUserCount: 1, usersByRole: { Administrator: 1, User: 1 } },
      pendingInvitationCount: 1,
      idpStatus: { isConfigured: false, isEnabled: false },
    });
    expect(recentLogins.map(({ userId }: { userId: string }) => userId)).to.deep.equal([EXAMPLE.administratorId]);
    const root = await world.token('systemAdmin');
    await send('DELETE', ORG);
    expect((await send('GET', '/api/organizations/stats', { token: root })).json).to.deep.equal({
      ...{ totalOrganizations: 3, activeOrganizations: 2, suspendedOrganizations: 1, totalUsers: 3 },
    });
  });

  it('has a subdomain that others ask about without learning its name', async () => {
    const check = async (name: string) => (await send('GET', `/api/organizations/validate-subdomain/${name}`)).json;
    const taken = { subdomain: EXAMPLE.subdomain, isValid: true, available: false, reason: 'The subdomain is taken.' };
    expect(await check(EXAMPLE.subdomain)).to.deep.equal(taken);
    expect(await check('harbour')).to.deep.equal({ subdomain: 'harbour', isValid: true, available: true });
    expect((await check('admin')).isValid).to.equal(false);
  });
});
