// The session of a browser in the console: a cookie that scripts do not read, asked for by pages of this node alone.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { openSession } from '../../../api/sign-in/session.js';
import { LOST_ANSWER_MS } from '../../../core/base/limits/node/accounts.js';
import { COMMAND_LINE } from '../../../core/tenant/programs/clients.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { SignIn } from '../../../core/tenant/session.js';
import { aWorld, type World } from '../world/world.js';

const OWN = { 'sec-fetch-site': 'same-origin', 'x-quorate-console': '1' };
const COOKIE = /^quorate-console=([^;]+); Path=\/; Max-Age=(\d+); HttpOnly; SameSite=Strict$/;

const SECOND = '5ec0d000-0000-4000-8000-000000000001';

describe('the session of the console', () => {
  let world: World;
  before(async () => {
    world = await aWorld();
  });
  after(() => world.close());

  const post = (path: string, headers: Readonly<Record<string, string>>, body?: object) =>
    world.app.inject({ method: 'POST', url: `/api/auth/console/${path}`, headers, ...(body && { payload: body }) });
  const open = (headers: Readonly<Record<string, string>>, body: object = {}) => post('session', headers, body);
  const keptBy = (answer: Awaited<ReturnType<typeof open>>) => COOKIE.exec(String(answer.headers['set-cookie']))?.[1];
  async function begun(): Promise<string> {
    const { refreshToken } = await world.session('user');
    return keptBy(await open(OWN, { refreshToken })) as string;
  }
  const cookie = (value: string) => ({ cookie: `other=1; quorate-console=${value}` });
  const me = (token: string) =>
    world.app.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });

  it('is kept from a sign-in, goes on by its cookie, and shows no refresh token', async () => {
    const { refreshToken } = await world.session('user');
    const first = await open(OWN, { refreshToken });
    expect([first.statusCode, Object.keys(first.json()).sort()]).to.eql([
      200,
      ['accessToken', 'expiresIn', 'tokenType'],
    ]);
    const kept = keptBy(first) as string;
    const second = await open({ ...OWN, ...cookie(kept) });
    expect(second.statusCode).to.equal(200);
    expect(keptBy(second)).to.be.a('string').and.not.equal(kept);
    expect((await me(second.json().accessToken)).statusCode).to.equal(200);
    expect(second.headers['cache-control']).to.include('no-store');
  });

  it('takes a cookie again for half a minute: a page that is left loses the answer with the next one', async () => {
    const kept = await begun();
    await open({ ...OWN, ...cookie(kept) });
    world.advance(LOST_ANSWER_MS - 1);
    const second = keptBy(await open({ ...OWN, ...cookie(kept) })) as string;
    expect((await open({ ...OWN, ...cookie(second) })).statusCode).to.equal(200);
    expect((await open({ ...OWN, ...cookie(kept) })).json().code, 'older than that').to.equal('TOKEN_REVOKED');
  });

  it('ends for both of two that use one cookie: somebody has a copy of it', async () => {
    const kept = await begun();
    const next = keptBy(await open({ ...OWN, ...cookie(kept) })) as string;
    expect((await open({ ...OWN, ...cookie(kept) })).statusCode).to.equal(200);
    expect((await open({ ...OWN, ...cookie(next) })).json().code).to.equal('TOKEN_REVOKED');
  });

  it('ends where a cookie is used twice: somebody has a copy of it', async () => {
    const kept = await begun();
    const next = keptBy(await open({ ...OWN, ...cookie(kept) })) as string;
    world.advance(LOST_ANSWER_MS);
    expect((await open({ ...OWN, ...cookie(kept) })).json().code).to.equal('TOKEN_REVOKED');
    expect((await open({ ...OWN, ...cookie(next) })).json().code).to.equal('TOKEN_REVOKED');
  });

  for (const [about, headers] of Object.entries({
    'another site': { ...OWN, 'sec-fetch-site': 'cross-site' },
    'a neighbour of the same site': { ...OWN, 'sec-fetch-site': 'same-site' },
    'an address that was typed': { ...OWN, 'sec-fetch-site': 'none' },
    'a page without the mark': { 'sec-fetch-site': 'same-origin' },
    'another origin, of an older browser': { 'x-quorate-console': '1', origin: 'http://evil.example' },
    'no origin at all': { 'x-quorate-console': '1' },
  }))
    it(`is not for ${about}`, async () => {
      const kept = await begun();
      for (const path of ['session', 'end']) {
        const refused = await post(path, { ...headers, ...cookie(kept) }, path === 'session' ? {} : undefined);
        expect([refused.statusCode, refused.json().code]).to.eql([403, 'FORBIDDEN']);
        expect(refused.headers).not.to.have.property('set-cookie');
      }
      expect((await open({ ...OWN, ...cookie(kept) })).statusCode, 'it was not spent').to.equal(200);
    });

  it('is for a page of this node in a browser that names its origin alone', async () => {
    const headers = { 'x-quorate-console': '1', host: 'ledger.example', origin: 'https://ledger.example' };
    expect((await open({ ...headers, ...cookie(await begun()) })).statusCode).to.equal(200);
  });

  it('is none without a cookie, with two, or with one that is nobody', async () => {
    const kept = await begun();
    for (const header of ['', 'quorate-console=', `quorate-console=${kept}; quorate-console=x`, 'quorate-console=a.b'])
      expect((await open({ ...OWN, cookie: header })).json().code, header).to.equal('TOKEN_INVALID');
  });

  it('is of the port of its page: the node beside it on this host has another one', async () => {
    const { refreshToken } = await world.session('user');
    const at = (port: number) => ({ ...OWN, origin: `http://localhost:${port}` });
    const set = String((await open(at(8081), { refreshToken })).headers['set-cookie']);
    const [pair = ''] = set.split(';');
    expect(pair).to.match(/^quorate-console-8081=./);
    const header = `quorate-console-8082=of-a-neighbour; ${pair}; quorate-console=of-another`;
    expect((await open({ ...at(8082), cookie: header })).json().code, 'that of the neighbour').to.equal(
      'TOKEN_INVALID',
    );
    expect((await open({ ...at(8081), cookie: header })).statusCode).to.equal(200);
    const ended = await post('end', { ...at(8081), cookie: header });
    expect(ended.headers['set-cookie']).to.match(/^quorate-console-8081=; Path=\/; Max-Age=0;/);
  });

  it('is found among many cookies of neighbours of its domain', async () => {
    const header = `other=${'x'.repeat(6000)}; quorate-console=${await begun()}`;
    expect((await open({ ...OWN, cookie: header })).statusCode).to.equal(200);
  });

  it('gives a tab the organisation that it wants, of those that its person is a member of', async () => {
    const token = (await open({ ...OWN, ...cookie(await begun()) })).json().accessToken;
    const { organizationId } = (await me(token)).json();
    const same = await open({ ...OWN, ...cookie(await begun()) }, { organizationId });
    expect((await me(same.json().accessToken)).json().organizationId).to.equal(organizationId);
    const kept = await begun();
    const other = await open({ ...OWN, ...cookie(kept) }, { organizationId: '00000000-0000-4000-8000-00000000dead' });
    expect(other.json().code).to.equal('ORGANISATION_NOT_FOUND');
    expect((await open({ ...OWN, ...cookie(kept) })).statusCode, 'it was not spent').to.equal(200);
  });

  /** The user is a member of the platform organisation too. */
  async function inTwoOrganisations(): Promise<void> {
    const { tenants, commit } = world.deps;
    const { userId, organisationId } = EXAMPLE;
    const member = tenants.membership(organisationId, userId);
    const user = member && tenants.user(member.platformUserId);
    if (!member || !user) throw new Error('no user in the world');
    const there = { organisationId: PLATFORM_ORGANISATION_ID, membershipId: SECOND };
    if (user.memberships.length > 1) return;
    await commit([
      ...tenants.putMembership({ ...member, id: SECOND, organisationId: PLATFORM_ORGANISATION_ID }),
      ...tenants.putUser({ ...user, memberships: [...user.memberships, there] }),
    ]);
  }
  /** A session that began in this way, in the organisation of the examples. */
  async function tokenBegunBy(signIn: Partial<SignIn>): Promise<string> {
    const { deps } = world;
    const membership = deps.tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId);
    const organisation = deps.tenants.organisation(EXAMPLE.organisationId);
    if (!membership || !organisation) throw new Error('no user in the world');
    const signedInAtMs = deps.sessions.signInDate(deps.clock.now());
    const begun = { identity: { membership, organisation }, address: '127.0.0.1' };
    return (await openSession(deps, { ...begun, signIn: { method: 'pwd', signedInAtMs, ...signIn } })).refreshToken;
  }
  const elsewhere = { organizationId: PLATFORM_ORGANISATION_ID };

  it('goes on for another organisation of its person', async () => {
    await inTwoOrganisations();
    const opened = await open(OWN, { refreshToken: await tokenBegunBy({}), ...elsewhere });
    expect((await me(opened.json().accessToken)).json().organizationId).to.equal(PLATFORM_ORGANISATION_ID);
  });

  for (const method of ['oidc', 'social'] as const)
    it(`of a provider of one organisation (${method}) goes on for that one alone`, async () => {
      await inTwoOrganisations();
      const refreshToken = await tokenBegunBy({ method });
      const refused = await open(OWN, { refreshToken, ...elsewhere });
      expect([refused.statusCode, refused.json().code]).to.eql([404, 'ORGANISATION_NOT_FOUND']);
      const opened = await open(OWN, { refreshToken });
      expect((await me(opened.json().accessToken)).json().organizationId).to.equal(EXAMPLE.organisationId);
    });

  it('is never that of a program, which has its scopes alone', async () => {
    const access = { clientId: COMMAND_LINE.clientId, scopes: ['ledger:read'] as const };
    const refreshToken = await tokenBegunBy({ access });
    const refused = await open(OWN, { refreshToken, ...elsewhere });
    expect([refused.statusCode, refused.json().code]).to.eql([401, 'TOKEN_INVALID']);
  });

  it('ends with its access tokens, and the cookie is removed', async () => {
    const opened = await open({ ...OWN, ...cookie(await begun()) });
    const kept = keptBy(opened) as string;
    const ended = await post('end', { ...OWN, ...cookie(kept) });
    expect(ended.statusCode).to.equal(204);
    expect(ended.headers['set-cookie']).to.match(/^quorate-console=; Path=\/; Max-Age=0;/);
    expect((await me(opened.json().accessToken)).statusCode).to.equal(401);
    expect((await open({ ...OWN, ...cookie(kept) })).statusCode).to.equal(401);
    expect((await post('end', { ...OWN, ...cookie(kept) })).statusCode, 'once more').to.equal(204);
  });

  it('opens nothing but these two operations', async () => {
    const kept = await begun();
    const answer = await world.app.inject({ method: 'GET', url: '/api/auth/me', headers: { ...OWN, ...cookie(kept) } });
    expect(answer.statusCode).to.equal(401);
  });
});
