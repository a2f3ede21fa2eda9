// The audit trail as its readers get it: who may read what, page by page, and which events a quiet log still tells.
import { expect } from 'chai';
import { Audit } from '../../../api/auth/audit.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { Log } from '../../../core/base/ports.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { AuditTrail } from '../../../storage/tables/accounts/audit-trail.js';
import { SILENT } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';

describe('the audit trail', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    for (const email of [EXAMPLE.userEmail, EXAMPLE.userEmail, 'nobody@x.example']) {
      world.advance(10);
      await world.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: 'wrong' } });
    }
  });

  const own = `/api/organizations/${EXAMPLE.organisationId}/audit`;
  const get = async (url: string, token: string) => {
    const answer = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    return { status: answer.statusCode, json: answer.json() };
  };

  it('is read page by page, newest first, with filters', async () => {
    const token = await world.token('administrator');
    const all = await get(own, token);
    expect(all.status, JSON.stringify(all.json)).to.equal(200);
    const names = all.json.items.map(({ eventType }: { eventType: string }) => eventType);
    expect(names).to.deep.equal(['Login', 'LoginFailed', 'LoginFailed']);
    expect(all.json.items[1]).to.include({ success: false, address: '127.0.0.1', identityId: EXAMPLE.userPlatformId });
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page = await get(`${own}?pageSize=1${next && `&before=${next}`}`, token);
      seen.push(...page.json.items.map(({ id }: { id: string }) => id));
      next = page.json.next;
    }
    expect(seen).to.deep.equal(all.json.items.map(({ id }: { id: string }) => id));
    expect((await get(`${own}?success=false&eventType=LoginFailed`, token)).json.items).to.have.length(2);
    expect((await get(`${own}?eventType=Logout`, token)).json).to.deep.equal({
      ...{ items: [], next: null, page: 1, pageSize: 20, totalCount: 0 },
    });
    const from = new Date(Date.parse(EXAMPLE.time) + 20).toISOString();
    expect((await get(`${own}?from=${from}`, token)).json.items).to.have.length(2);
    expect((await get(`${own}?to=${from}`, token)).json).to.deep.include({ totalCount: 1 });
    expect((await get(`${own}?from=${from}&to=${from}`, token)).json.items).to.deep.equal([]);
    expect((await get(`${own}?to=yesterday`, token)).json).to.include({ code: 'QUERY_INVALID', path: '/to' });
    expect((await get(`${own}?from=1969-12-31T00:00:00Z`, token)).json).to.deep.include({ totalCount: 3 });
    expect((await get(`${own}?to=1969-12-31T00:00:00Z`, token)).json).to.deep.include({ totalCount: 0 });
    // Texts that a lenient reader takes for a time, and a second that clocks of programs do not have.
    for (const wrong of ['', 'yesterday', '0.5', '2026', '2026-01-31', '2016-12-31T23:59:60Z'])
      expect((await get(`${own}?from=${wrong}`, token)).json).to.include({ code: 'QUERY_INVALID', path: '/from' });
  });

  it('is read by who did something, and by whom it was done to', async () => {
    const token = await world.token('administrator');
    const rows = async (filter: string) =>
      (await get(`${own}?${filter}`, token)).json.items.map(({ eventType }: { eventType: string }) => eventType);
    const at = `/api/organizations/${EXAMPLE.organisationId}/users/${EXAMPLE.userId}/suspend`;
    await world.app.inject({ method: 'POST', url: at, headers: { authorization: `Bearer ${token}` } });
    expect(await rows(`about=${EXAMPLE.userId}`)).to.deep.equal(['UserUpdatedInOrganization']);
    expect(await rows(`identityId=${EXAMPLE.userId}`)).to.deep.equal([]);
    expect(await rows(`about=${EXAMPLE.administratorId}`)).to.deep.equal(['UserUpdatedInOrganization', 'Login']);
    expect(await rows('about=nobody')).to.deep.equal([]);
  });

  it('is read by the number of a page, with how many there are', async () => {
    const token = await world.token('administrator');
    const all = (await get(own, token)).json;
    expect(all).to.include({ page: 1, pageSize: 20, totalCount: 3 });
    const second = (await get(`${own}?page=2&pageSize=2`, token)).json;
    expect(second).to.deep.include({ items: all.items.slice(2), page: 2, totalCount: 3, next: null });
    const first = (await get(`${own}?page=1&pageSize=2`, token)).json;
    const onwards = (await get(`${own}?pageSize=2&before=${first.next}`, token)).json;
    expect(onwards).to.deep.include({ items: all.items.slice(2), page: null, totalCount: null, next: null });
    expect((await get(`${own}?page=9`, token)).json).to.deep.include({ items: [], totalCount: 3 });
    expect((await get(`${own}?success=false&pageSize=1`, token)).json).to.include({ totalCount: 2 });
    const both = (await get(`${own}?page=2&before=${first.next}`, token)).json;
    expect(both).to.include({ code: 'QUERY_INVALID', path: '/page' });
    for (const wrong of ['0', '-1', 'x']) expect((await get(`${own}?page=${wrong}`, token)).status).to.equal(400);
  });

  it('counts no more than one call reads, and leads on from there', async () => {
    const trail = new AuditTrail(world.kv);
    const row = { eventType: 'Login', identityId: '', address: '192.0.2.1', success: true, details: {} };
    const id = (n: number) => `b0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    await world.deps.commit(
      Array.from({ length: 5001 }, (_, n) => trail.put([EXAMPLE.organisationId, n + 1, id(n)], row)),
    );
    const token = await world.token('administrator');
    const page = (await get(`${own}?pageSize=5`, token)).json;
    expect([page.items.length, page.totalCount, typeof page.next]).to.deep.equal([5, null, 'string']);
    const rare = (await get(`${own}?eventType=LoginFailed&page=2`, token)).json;
    expect(rare).to.include({ code: 'QUERY_INVALID', path: '/page' });
    const narrow = new Date(10).toISOString();
    expect((await get(`${own}?to=${narrow}&pageSize=4&page=2`, token)).json).to.include({ totalCount: 9 });
  });

  it('is for administrators of the organisation, and whole for the operator', async () => {
    const admin = await world.token('administrator');
    expect((await get(own, await world.token('user'))).status).to.equal(403);
    expect((await get(own.replace(EXAMPLE.organisationId, PLATFORM_ORGANISATION_ID), admin)).status).to.equal(404);
    expect((await get('/api/platform/audit', admin)).status).to.equal(403);
    const root = await world.token('systemAdmin');
    const whole = await get('/api/platform/audit?eventType=LoginFailed', root);
    const places = whole.json.items.map((one: { organizationId: string | null }) => one.organizationId);
    expect(places).to.deep.equal([null, EXAMPLE.organisationId, EXAMPLE.organisationId]);
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page = await get(`/api/platform/audit?eventType=LoginFailed&pageSize=1${next && `&before=${next}`}`, root);
      seen.push(...page.json.items.map(({ id }: { id: string }) => id));
      next = page.json.next;
    }
    expect(seen).to.deep.equal(whole.json.items.map(({ id }: { id: string }) => id));
    expect((await get(own, root)).status).to.equal(200);
  });

  it('leads the operator through all organisations, however many there are', async () => {
    const { tenants, commit } = world.deps;
    const trail = new AuditTrail(world.kv);
    const id = (n: number, of: string) => `${of}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const template = tenants.organisation(EXAMPLE.organisationId);
    if (!template) throw new Error('The world has no organisation.');
    const COUNT = 2100;
    const row = { eventType: 'Login', identityId: '', address: '192.0.2.1', success: true, details: {} };
    for (let n = 0; n < COUNT; n++) {
      const organisation = { ...template, id: id(n, 'a'), subdomain: `many-${n}` };
      // The last ones have the newest.
      await commit([...tenants.putOrganisation(organisation), trail.put([organisation.id, n + 1, id(n, 'b')], row)]);
    }
    const root = await world.token('systemAdmin');
    const seen: string[] = [];
    let pages = 0;
    for (let next: string | null = ''; next !== null; pages++) {
      const page = await get(`/api/platform/audit?pageSize=100${next && `&before=${next}`}`, root);
      expect(page.status, JSON.stringify(page.json)).to.equal(200);
      seen.push(...page.json.items.map((one: { id: string }) => one.id));
      next = page.json.next;
    }
    const many = seen.filter((one) => one.startsWith('b0000000-'));
    expect(new Set(many)).to.have.property('size', COUNT);
    expect(many).to.have.length(COUNT);
    expect(pages).to.be.at.most(COUNT / 100 + 5);
    for (const wrong of ['', '@', '@x', '5', `5.${id(1, 'b')}@`])
      expect((await get(`/api/platform/audit?before=${wrong}`, root)).json.code).to.equal('QUERY_INVALID');
  }).timeout(60_000);

  it('takes no failed login while the disk is nearly full', async () => {
    let full = true;
    Object.assign(world.deps, { isFull: () => full });
    const rows = async () =>
      (await get('/api/platform/audit?eventType=LoginFailed', await world.token('systemAdmin'))).json.items.length;
    const fail = () =>
      world.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: 'a@x.example', password: 'wrong' },
      });
    const before = await rows();
    expect((await fail()).json().code).to.equal('LOGIN_FAILED');
    expect(await rows()).to.equal(before);
    full = false;
    expect((await fail()).json().code).to.equal('LOGIN_FAILED');
    expect(await rows()).to.equal(before + 1);
  });

  it('tells of a wrong current password, and the log of a revoked token', async () => {
    const { accessToken } = await world.session('user');
    const authorization = `Bearer ${accessToken}`;
    const payload = { currentPassword: 'no such password', newPassword: 'nine quiet harbours sleep' };
    const change = { method: 'POST', url: '/api/auth/password/change', headers: { authorization }, payload } as const;
    expect((await world.app.inject(change)).json()).to.include({ code: 'LOGIN_FAILED', path: '/currentPassword' });
    const rows = (await get(`${own}?eventType=LoginFailed`, await world.token('administrator'))).json.items;
    expect(rows).to.have.length(3);
    await world.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization } });
    const before = world.warnings.length;
    expect((await get('/api/auth/me', accessToken)).json.code).to.equal('TOKEN_REVOKED');
    expect(world.warnings.slice(before)).to.deep.equal([
      { eventType: 'RevokedTokenUsed', operationId: 'getMe', address: '127.0.0.1' },
    ]);
  });

  it('is logged as a warning where somebody has to look', () => {
    const lines: string[] = [];
    const log: Log = {
      ...SILENT,
      info: (fields) => void lines.push(`info ${(fields as { eventType: string }).eventType}`),
      warn: (fields) => void lines.push(`warn ${(fields as { eventType: string }).eventType}`),
      child: () => log,
    };
    const { clock, random } = world.deps;
    const audit = new Audit({ clock, random, log }, new AuditTrail(world.kv));
    const event = { organisationId: '', identityId: '', address: '' };
    audit.record({ ...event, eventType: 'Login', success: true });
    audit.record({ ...event, eventType: 'LoginFailed', success: false });
    audit.record({ ...event, eventType: 'AccountLockedOut', success: false });
    const details = { status: 'Suspended' };
    audit.record({ ...event, eventType: 'UserUpdatedInOrganization', success: true, details });
    expect(lines).to.deep.equal([
      'info Login',
      'warn LoginFailed',
      'warn AccountLockedOut',
      'warn UserUpdatedInOrganization',
    ]);
  });
});
