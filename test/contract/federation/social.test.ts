// Social sign-in of the four kinds: of an organisation and of the public one, and for the citizen wallet.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { SocialKind } from '../../../core/tenant/federation/presets.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { worldOfEach } from '../world/world-of.js';
import { Browser, codeOf, letIn, type Shown } from './browser.js';
import { type Lies, type Person, TestProvider } from './test-provider.js';

const PAGE = 'https://console.example/in';
const SECRET = { clientId: 'quorate', clientSecret: 'q83vEjRWeJq83u8SNFZ4mg' };
const CARLA: Person = { sub: '4711', email: 'carla@mail.example', email_verified: true, name: 'Carla' };
const WAYS = { public: '/api/auth/public/social', organisation: '/api/auth/social' } as const;

describe('social sign-in', () => {
  const world = worldOfEach();
  let provider: TestProvider;
  let root: Browser;
  beforeEach(async () => {
    await letIn(world, PUBLIC_ORGANISATION_ID, []);
    root = new Browser(world, await world.token('systemAdmin'));
  });

  const configure = async (
    kind: SocialKind,
    settings: object = {},
    organisation = PUBLIC_ORGANISATION_ID,
    lies: Lies = {},
  ) => {
    const issuers = {
      google: 'https://accounts.google.com',
      apple: 'https://appleid.apple.com',
      github: 'https://github.com',
      microsoft: 'https://login.microsoftonline.com',
    };
    provider = await TestProvider.open(issuers[kind]);
    provider.lies = lies;
    Object.assign(world.deps, { outgoing: provider });
    const set = await root.send('PUT', `/api/organizations/${organisation}/social-providers/${kind}`, {
      ...SECRET,
      admitsNewcomers: true,
      ...settings,
    });
    expect(set.status, JSON.stringify(set.body)).to.equal(200);
  };
  const signIn = async (
    kind: SocialKind,
    person: Person,
    {
      way = 'public',
      more = {},
      browser = new Browser(world),
    }: { way?: keyof typeof WAYS; more?: object; browser?: Browser } = {},
  ): Promise<Shown> => {
    const begun = await browser.post(`${WAYS[way]}/initiate`, { provider: kind, redirectUrl: PAGE, ...more });
    if (begun.status !== 200) return begun;
    return browser.post(`${WAYS[way]}/callback`, {
      provider: kind,
      ...provider.signIn(begun.body.authorizationUrl, person),
    });
  };
  const me = async ({ body }: Shown) => (await new Browser(world, body.accessToken).send('GET', '/api/auth/me')).body;

  it('makes a citizen of a newcomer with a verified address, with consumer tokens', async () => {
    await configure('google');
    const first = await signIn('google', CARLA);
    expect(first.status, JSON.stringify(first.body)).to.equal(200);
    expect(first.body.isNewUser).to.equal(true);
    expect(await me(first)).to.deep.include({
      email: CARLA.email,
      displayName: 'Carla',
      tier: 'consumer',
      organizationId: PUBLIC_ORGANISATION_ID,
    });
    expect(world.deps.tenants.userOfEmail('carla@mail.example')?.emailVerifiedAt).to.equal(EXAMPLE.time);
    const second = await signIn('google', { ...CARLA, email: 'new@mail.example' });
    expect(second.body).to.deep.include({ userId: first.body.userId, isNewUser: false });
    expect((await root.send('GET', '/api/auth/social/providers')).body).to.deep.equal({ providers: ['google'] });
  });

  it('refuses with 400 what the provider did not verify, and an account that is not verified', async () => {
    await configure('google');
    const unverified = { ...CARLA, email_verified: false };
    expect(codeOf(await signIn('google', unverified))).to.deep.equal([400, 'IDENTITY_EMAIL_UNVERIFIED']);
    const { email_verified: _, ...untold } = CARLA;
    expect(codeOf(await signIn('google', untold))).to.deep.equal([400, 'IDENTITY_EMAIL_UNVERIFIED']);
    const { body } = await signIn('google', CARLA);
    expect(codeOf(await signIn('google', unverified)), 'of a known identity').to.deep.equal([
      400,
      'IDENTITY_EMAIL_UNVERIFIED',
    ]);
    const user = world.deps.tenants.user(body.userId);
    if (!user) throw new Error('no user');
    const { emailVerifiedAt: __, ...pending } = user;
    await world.deps.commit(world.deps.tenants.putUser(pending));
    expect(codeOf(await signIn('google', CARLA))).to.deep.equal([400, 'ACCOUNT_EMAIL_UNVERIFIED']);
    await world.deps.commit(world.deps.identities.put(user.id, []));
    expect(codeOf(await signIn('google', CARLA)), 'of its address').to.deep.equal([400, 'ACCOUNT_EMAIL_UNVERIFIED']);
    await world.deps.commit(world.deps.tenants.putUser(user));
    expect((await signIn('google', CARLA)).body, 'both verified').to.deep.include({
      userId: user.id,
      isNewUser: false,
    });
  });

  it('links no account with rights in an organisation by its address', async () => {
    await configure('google');
    const ada = { ...CARLA, email: EXAMPLE.administratorEmail };
    expect(codeOf(await signIn('google', ada))).to.deep.equal([403, 'IDENTITY_NOT_LINKED']);
  });

  it('makes no account for the wallet: no_account', async () => {
    await configure('google');
    const more = { surface: 'wallet' };
    const refused = await signIn('google', CARLA, { more });
    expect(codeOf(refused)).to.deep.equal([403, 'IDENTITY_UNKNOWN']);
    expect(refused.body.authError).to.equal('no_account');
    expect(world.deps.tenants.userOfEmail('carla@mail.example')).to.equal(undefined);
    await signIn('google', CARLA);
    expect((await me(await signIn('google', CARLA, { more }))).tier).to.equal('consumer');
  });

  it('reads the user interface of a code-hosting provider, by the primary address that it verified', async () => {
    await configure('github');
    const browser = new Browser(world);
    const begun = await browser.post('/api/auth/public/social/initiate', { provider: 'github', redirectUrl: PAGE });
    const url = new URL(begun.body.authorizationUrl);
    expect(`${url.origin}${url.pathname}`).to.equal('https://github.com/login/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).to.deep.include({
      scope: 'user:email',
      redirect_uri: PAGE,
      code_challenge_method: 'S256',
    });
    const answer = await signIn('github', CARLA);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(world.deps.identities.of(answer.body.userId)[0]).to.deep.include({
      issuer: 'https://github.com',
      subject: '4711',
    });
    const unverified = { ...CARLA, sub: '4712', email: 'x@mail.example', email_verified: false };
    expect(codeOf(await signIn('github', unverified))).to.deep.equal([400, 'IDENTITY_EMAIL_UNVERIFIED']);
    const hosts = provider.requests.map((call) => new URL(call.url).host);
    expect(new Set(hosts)).to.deep.equal(new Set(['github.com', 'api.github.com']));
  });

  it('takes the posted answer of a device maker to its page, with the name that it tells once', async () => {
    await configure('apple');
    const browser = new Browser(world);
    const begun = await browser.post('/api/auth/public/social/initiate', { provider: 'apple', redirectUrl: PAGE });
    const url = new URL(begun.body.authorizationUrl);
    expect(Object.fromEntries(url.searchParams)).to.deep.include({
      response_mode: 'form_post',
      scope: 'openid email name',
    });
    const { name: _, ...nameless } = CARLA;
    const { code, state } = provider.signIn(begun.body.authorizationUrl, { ...nameless, email_verified: 'true' });
    const user = JSON.stringify({ name: { firstName: 'Carla', lastName: '\u202eCarlson' } });
    const { publicUrl } = world.deps.config;
    const posted = await world.app.inject({
      ...{ method: 'POST', url: new URL(url.searchParams.get('redirect_uri') ?? '').pathname },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ code, state, user, id_token: 'ignored' }).toString(),
    });
    expect([
      posted.statusCode,
      posted.headers.location?.startsWith(`${publicUrl}/api/auth/callback/public?`),
    ]).to.deep.equal([303, true]);
    const led = await browser.send('GET', String(posted.headers.location).slice(publicUrl.length));
    expect(led.status).to.equal(302);
    const page = new URL(led.location ?? '');
    expect(`${page.origin}${page.pathname}`).to.equal(PAGE);
    const answer = await browser.post('/api/auth/public/social/callback', {
      provider: 'apple',
      ...Object.fromEntries(page.searchParams),
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect((await me(answer)).displayName).to.equal('Carla Carlson');
  });

  it('takes the tenant of an enterprise directory from the token, and its own word for an address alone', async () => {
    const tenant = (id: string) => `https://login.microsoftonline.com/${id}/v2.0`;
    const [own, other] = ['72f988bf-86f1-41af-91ab-2d7cd011db47', '00000000-86f1-41af-91ab-2d7cd011db47'] as const;
    const document = { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' };
    await configure('microsoft', { isEnabled: false }, PUBLIC_ORGANISATION_ID, { document });
    expect((await root.send('GET', '/api/auth/social/providers')).body).to.deep.equal({ providers: [] });
    await configure('microsoft', {}, PUBLIC_ORGANISATION_ID, { document });
    const carla = { ...CARLA, tid: own };
    provider.lies = { document, issuer: tenant(own) };
    expect(codeOf(await signIn('microsoft', carla)), 'nOAuth').to.deep.equal([400, 'IDENTITY_EMAIL_UNVERIFIED']);
    const verified = { ...carla, xms_edov: true };
    const answer = await signIn('microsoft', verified);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(world.deps.identities.of(answer.body.userId)[0]?.issuer).to.equal(tenant(own));
    provider.lies = { document, issuer: tenant(other) };
    expect(codeOf(await signIn('microsoft', verified)), 'of another tenant').to.deep.equal([401, 'IDENTITY_REFUSED']);
  });

  it('of an organisation signs in its own people, in that organisation alone', async () => {
    await configure('google', {}, EXAMPLE.organisationId);
    await letIn(world, EXAMPLE.organisationId, ['mail.example']);
    expect(codeOf(await signIn('google', CARLA, { way: 'organisation' })), 'the public one has none').to.deep.equal([
      404,
      'IDP_NOT_FOUND',
    ]);
    const more = { orgSubdomain: 'northwind' };
    const answer = await signIn('google', CARLA, { way: 'organisation', more });
    expect(await me(answer)).to.deep.include({ organizationId: EXAMPLE.organisationId, tier: 'platform' });
    expect(world.deps.tenants.userOfEmail('carla@mail.example')).to.equal(undefined);
    const names = await root.send('GET', '/api/auth/social/providers?orgSubdomain=northwind');
    expect(names.body).to.deep.equal({ providers: ['google'] });
    for (const unknown of ['nowhere', 'system-admin'])
      expect((await root.send('GET', `/api/auth/social/providers?orgSubdomain=${unknown}`)).body).to.deep.equal({
        providers: [],
      });
  });

  it('ends where the provider sent the browser back without signing it in', async () => {
    await configure('google');
    const browser = new Browser(world);
    const { body } = await browser.post('/api/auth/public/social/initiate', { provider: 'google', redirectUrl: PAGE });
    const denied = { provider: 'google', state: body.state, error: 'access_denied' };
    expect(codeOf(await browser.post('/api/auth/public/social/callback', denied))).to.deep.equal([
      401,
      'IDENTITY_REFUSED',
    ]);
    expect(codeOf(await browser.post('/api/auth/public/social/callback', denied))).to.deep.equal([
      400,
      'SIGN_IN_STATE_INVALID',
    ]);
    const other = await browser.post('/api/auth/public/social/initiate', { provider: 'google', redirectUrl: PAGE });
    const mixed = { provider: 'apple', ...provider.signIn(other.body.authorizationUrl, CARLA) };
    expect(codeOf(await browser.post('/api/auth/public/social/callback', mixed)), 'of another kind').to.deep.equal([
      400,
      'SIGN_IN_STATE_INVALID',
    ]);
  });
});
