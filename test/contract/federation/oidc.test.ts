// Signing in at the identity provider of an organisation, and every answer of a provider or a browser that signs
// no one in.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { DISCOVERY_MS, SIGN_IN_STATE_MS } from '../../../core/base/limits/node/federation.js';
import type { Role } from '../../../core/tenant/roles.js';
import type { World } from '../world/world.js';
import { Browser, codeOf, letIn } from './browser.js';
import { configure, NINA, northwind } from './northwind.js';
import type { Lies, Person, TestProvider } from './test-provider.js';

describe('sign-in at the provider of an organisation', () => {
  let world: World;
  let provider: TestProvider;
  let admin: Browser;
  beforeEach(async () => {
    ({ world, provider, admin } = await northwind());
  });
  afterEach(() => world.close());

  const me = async (token: string) => (await new Browser(world, token).send('GET', '/api/auth/me')).body;

  it('makes an account of the organisation at the first time, and finds it by its subject afterwards', async () => {
    await configure(admin);
    const first = await new Browser(world).oidc(provider, NINA);
    expect(first.status, JSON.stringify(first.body)).to.equal(200);
    expect(first.body).to.deep.include({ success: true, tokenType: 'Bearer', isFirstLogin: true, isNewUser: true });
    expect(first.body.requiresProfileCompletion).to.equal(false);
    expect(await me(first.body.accessToken)).to.deep.include({
      ...{ email: NINA.email, displayName: 'Nina New', organizationId: EXAMPLE.organisationId, tier: 'platform' },
      roles: ['Member'] satisfies Role[],
    });
    const renamed = { ...NINA, email: 'nina.old@northwind.example' };
    const second = await new Browser(world).oidc(provider, renamed);
    expect(second.body).to.deep.include({ userId: first.body.userId, isFirstLogin: false });
    const asked = new URL(provider.requests[0]?.url ?? '');
    expect(asked.pathname).to.equal('/.well-known/openid-configuration');
    expect(provider.requests.every(({ purpose, redirectsMax }) => purpose === 'federation' && !redirectsMax)).to.equal(
      true,
    );
    expect(world.deps.tenants.organisation(EXAMPLE.organisationId)?.userCount).to.equal(3);
  });

  it('proves no address: the organisation runs the provider, and says of a stranger what it likes', async () => {
    await configure(admin);
    const { accessToken } = (await new Browser(world).oidc(provider, NINA)).body;
    expect((await me(accessToken)).emailVerified).to.equal(false);
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).to.deep.include({ email: NINA.email, email_verified: false });
  });

  it('asks by code flow with PKCE, state and nonce, and says so to the browser in a cookie of its own', async () => {
    await configure(admin);
    const answer = await world.app.inject({
      ...{ method: 'POST', url: '/api/auth/oidc/initiate', payload: { orgSubdomain: 'northwind' } },
    });
    const url = new URL(answer.json().authorizationUrl);
    expect(Object.fromEntries(url.searchParams)).to.deep.include({
      ...{ response_type: 'code', client_id: 'quorate', scope: 'openid email profile', code_challenge_method: 'S256' },
      redirect_uri: 'http://localhost:8080/api/auth/callback/northwind',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name), name).to.match(/^[\w-]{43}$/);
    expect(answer.headers['set-cookie']).to.match(
      /^quorate-signin-[0-9a-f]{16}=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers['cache-control']).to.include('no-store');
  });

  const lies: readonly (readonly [string, Lies])[] = [
    ['signed with another key than the provider tells of', { otherKey: true }],
    ['not signed', { algorithm: 'none' }],
    ['signed with the secret of the client', { algorithm: 'HS256' }],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['for another audience', { audience: 'somebody' }],
    ['without the nonce', { nonce: null }],
    ['with the nonce of another sign-in', { nonce: 'another' }],
    ['that has expired', { lifetime: -120 }],
    ['of a day that is to come', { issuedAtS: Date.parse(EXAMPLE.time) / 1000 + 86_400 }],
    ['that is missing', { withoutIdToken: true }],
  ];
  it('takes no ID token that is not as it has to be', async () => {
    await configure(admin);
    for (const [name, lie] of lies) {
      provider.lies = lie;
      const answer = await new Browser(world).oidc(provider, NINA);
      expect(codeOf(answer), name).to.deep.equal([401, 'IDENTITY_REFUSED']);
      expect(answer.body.authError).to.equal('identity_refused');
      expect(world.deps.tenants.managedUser(EXAMPLE.organisationId, NINA.email ?? ''), name).to.equal(undefined);
    }
    provider.lies = {};
    expect((await new Browser(world).oidc(provider, NINA)).status).to.equal(200);
  });

  it('takes the address from the userinfo endpoint only for the subject of the ID token', async () => {
    await configure(admin);
    provider.lies = { thinToken: true, otherSubject: true };
    expect(codeOf(await new Browser(world).oidc(provider, NINA))).to.deep.equal([401, 'IDENTITY_REFUSED']);
    provider.lies = { thinToken: true };
    const answer = await new Browser(world).oidc(provider, NINA);
    expect((await me(answer.body.accessToken)).email).to.equal(NINA.email);
  });

  it('takes a state once, in its browser, for its organisation and for ten minutes', async () => {
    await configure(admin);
    const invalid = [400, 'SIGN_IN_STATE_INVALID'];
    const begin = async (browser: Browser) => {
      const { body } = await browser.post('/api/auth/oidc/initiate', { orgSubdomain: 'northwind' });
      return provider.signIn(body.authorizationUrl, NINA);
    };
    const browser = new Browser(world);
    const other = new Browser(world);
    const stolen = await begin(browser);
    expect(codeOf(await other.callback(stolen)), 'of another browser').to.deep.equal(invalid);
    expect(codeOf(await browser.callback(stolen)), 'shown before').to.deep.equal(invalid);
    const mixed = await begin(browser);
    const [name = ''] = browser.cookies.keys();
    browser.cookies.set([...browser.cookies.keys()].at(-1) ?? name, 'guessed');
    expect(codeOf(await browser.callback(mixed)), 'with another cookie').to.deep.equal(invalid);
    const elsewhere = await begin(browser);
    expect(codeOf(await browser.callback(elsewhere, 'public')), 'of another organisation').to.deep.equal(invalid);
    const late = await begin(browser);
    world.advance(SIGN_IN_STATE_MS);
    expect(codeOf(await browser.callback(late)), 'late').to.deep.equal(invalid);
    const good = await begin(browser);
    const both = await Promise.all([browser.callback(good), browser.callback(good)]);
    expect(both.map(({ status }) => status).sort(), 'twice at once').to.deep.equal([200, 400]);
    const replayed = await begin(browser);
    expect((await browser.callback(replayed)).status).to.equal(200);
    expect(codeOf(await browser.callback(replayed)), 'replayed').to.deep.equal(invalid);
    const social = { provider: 'google', ...(await begin(browser)) };
    expect(codeOf(await browser.post('/api/auth/social/callback', social)), 'another way').to.deep.equal(invalid);
  });

  it('passes over what a provider adds to its answer, takes a long code, and no issuer but its own', async () => {
    await configure(admin);
    const browser = new Browser(world);
    const begin = async () => (await browser.post('/api/auth/oidc/initiate', { orgSubdomain: 'northwind' })).body;
    const back = { ...provider.signIn((await begin()).authorizationUrl, NINA), session_state: 'x', scope: 'openid' };
    expect((await browser.callback(back)).status).to.equal(200);
    const long = { ...back, state: (await begin()).state, code: 'x'.repeat(4000) };
    expect(codeOf(await browser.callback(long))).to.deep.equal([401, 'IDENTITY_REFUSED']);
    expect(codeOf(await browser.callback({ ...long, code: 'x'.repeat(7000) }))).to.deep.equal([400, 'QUERY_INVALID']);
    provider.lies = { document: { authorization_response_iss_parameter_supported: true } };
    await configure(admin);
    const signIn = async (issuer: object) =>
      browser.callback({ ...provider.signIn((await begin()).authorizationUrl, NINA), ...issuer });
    for (const issuer of [{}, { iss: 'https://evil.example' }])
      expect(codeOf(await signIn(issuer))).to.deep.equal([401, 'IDENTITY_REFUSED']);
    expect((await signIn({ iss: provider.issuer })).status).to.equal(200);
  });

  it('makes one account of two first sign-ins at once', async () => {
    await configure(admin);
    const answers = await Promise.all([0, 1].map(() => new Browser(world).oidc(provider, NINA)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(new Set(answers.map(({ body }) => body.userId)).size).to.equal(1);
    expect(answers.filter(({ body }) => body.isNewUser)).to.have.length(1);
  });

  it('leads back to pages of configured origins alone, with a code that works once and never a token', async () => {
    await configure(admin);
    for (const page of [
      'https://evil.example/',
      'https://console.example.evil.example/',
      'https://console.example@evil.example/',
      'javascript:alert(1)',
      'https:\\\\evil.example',
    ])
      expect(codeOf(await new Browser(world).oidc(provider, NINA, { redirectUrl: page })), page).to.deep.equal([
        400,
        'RETURN_URL_REFUSED',
      ]);
    const browser = new Browser(world);
    const led = await browser.oidc(provider, NINA, { redirectUrl: 'https://console.example/in?tab=1' });
    expect(led.status).to.equal(302);
    const to = new URL(led.location ?? '');
    expect(`${to.origin}${to.pathname}${to.search}`).to.equal('https://console.example/in?tab=1');
    const [, code = ''] = /^#signIn=([\w-]{43})$/.exec(to.hash) ?? [];
    const redeemed = await browser.post('/api/auth/oidc/redeem', { code });
    expect(browser.cookies.size, 'the cookie is removed').to.equal(0);
    expect((await me(redeemed.body.accessToken)).email).to.equal(NINA.email);
    expect(codeOf(await browser.post('/api/auth/oidc/redeem', { code }))).to.deep.equal([400, 'SIGN_IN_STATE_INVALID']);
    const victim = new Browser(world);
    const planted = await browser.oidc(provider, NINA, { redirectUrl: 'https://console.example/in' });
    const theirs = { code: new URL(planted.location ?? '').hash.replace('#signIn=', '') };
    expect(codeOf(await victim.post('/api/auth/oidc/redeem', theirs)), 'planted in another browser').to.deep.equal([
      ...[400, 'SIGN_IN_STATE_INVALID'],
    ]);
    expect(codeOf(await browser.post('/api/auth/oidc/redeem', theirs)), 'shown once').to.deep.equal([
      ...[400, 'SIGN_IN_STATE_INVALID'],
    ]);
    provider.lies = { otherKey: true };
    const refused = await browser.oidc(provider, NINA, { redirectUrl: 'https://console.example/in' });
    expect(refused.location).to.equal('https://console.example/in#authError=identity_refused');
  });

  it('uses a document for 24 hours, and fails closed after that while the provider is down', async () => {
    await configure(admin);
    provider.lies = { isDown: true };
    const begin = () => new Browser(world).post('/api/auth/oidc/initiate', { orgSubdomain: 'northwind' });
    world.advance(DISCOVERY_MS - 1);
    expect((await begin()).status).to.equal(200);
    world.advance(1);
    expect(codeOf(await begin())).to.deep.equal([503, 'IDP_UNAVAILABLE']);
    provider.lies = {};
    const asked = provider.requests.length;
    expect((await Promise.all([begin(), begin()])).map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(provider.requests.length - asked, 'one document for both').to.equal(1);
    provider.lies = { isDown: true };
    expect((await begin()).status).to.equal(200);
  });

  it('lets in addresses of the stated domains that the provider verified, and tells no caller of accounts', async () => {
    await configure(admin);
    const refused: readonly (readonly [Person, number, string])[] = [
      [{ ...NINA, sub: 'a', email: 'nina@evil.example' }, 403, 'EMAIL_DOMAIN_REFUSED'],
      [{ ...NINA, sub: 'b', email: 'nina@sub.northwind.example' }, 403, 'EMAIL_DOMAIN_REFUSED'],
      [{ ...NINA, sub: 'c', email_verified: false }, 400, 'IDENTITY_EMAIL_UNVERIFIED'],
      [{ ...NINA, sub: 'd', email: EXAMPLE.userEmail, email_verified: false }, 400, 'IDENTITY_EMAIL_UNVERIFIED'],
      [{ sub: 'e', email: 'nina@northwind.example' }, 400, 'IDENTITY_EMAIL_UNVERIFIED'],
      [{ sub: 'f' }, 400, 'IDENTITY_EMAIL_UNVERIFIED'],
      // Whose account it is did not link it.
      [{ ...NINA, sub: 'g', email: EXAMPLE.userEmail }, 403, 'IDENTITY_NOT_LINKED'],
    ];
    for (const [person, status, code] of refused)
      expect(codeOf(await new Browser(world).oidc(provider, person)), person.sub).to.deep.equal([status, code]);
    await configure(admin, { vouchesForEmails: true });
    const { email_verified: _, ...untold } = NINA;
    expect((await new Browser(world).oidc(provider, untold)).status).to.equal(200);
    expect(
      codeOf(
        await new Browser(world).oidc(provider, {
          ...NINA,
          sub: 'h',
          email: 'h@northwind.example',
          email_verified: false,
        }),
      ),
    ).to.deep.equal([400, 'IDENTITY_EMAIL_UNVERIFIED']);
    await configure(admin, { admitsNewcomers: false });
    const late = { ...NINA, sub: 'late', email: 'late@northwind.example' };
    expect(codeOf(await new Browser(world).oidc(provider, late))).to.deep.equal([403, 'IDENTITY_UNKNOWN']);
    expect((await new Browser(world).oidc(provider, NINA)).status, 'who has an account goes on').to.equal(200);
  });

  it('gives an address that somebody else has on this node an account of its own, and leaves theirs', async () => {
    await configure(admin);
    await letIn(world, EXAMPLE.organisationId, ['quorate.example']);
    const root = world.deps.tenants.userOfEmail('root@quorate.example');
    const answer = await new Browser(world).oidc(provider, { ...NINA, email: 'root@quorate.example' });
    expect(answer.status).to.equal(200);
    expect(answer.body.userId).to.not.equal(root?.id);
    expect(world.deps.tenants.userOfEmail('root@quorate.example')).to.deep.equal(root);
    const own = new Browser(world, answer.body.accessToken);
    expect((await own.send('GET', '/api/auth/me/organizations')).body.organizations).to.have.length(1);
    const again = { ...NINA, sub: 'nina-2', email: 'root@quorate.example' };
    expect(codeOf(await new Browser(world).oidc(provider, again)), 'another subject').to.deep.equal([
      403,
      'IDENTITY_NOT_LINKED',
    ]);
  });

  it('gives a session that acts in its organisation alone and changes nothing of the account', async () => {
    await configure(admin);
    const user = new Browser(world, await world.token('user'));
    const begun = await user.post('/api/auth/identities/link', {});
    const linked = await user.callback(
      provider.signIn(begun.body.authorizationUrl, { ...NINA, email: EXAMPLE.userEmail }),
    );
    expect(linked.body).to.deep.equal({ success: true, linked: true });
    expect((await user.send('GET', '/api/auth/identities')).body.identities[0]).to.deep.include({
      provider: 'idp',
      issuer: provider.issuer,
    });
    const answer = await new Browser(world).oidc(provider, {
      ...NINA,
      email: 'changed@evil.example',
      email_verified: false,
    });
    expect(answer.body).to.deep.include({ userId: EXAMPLE.userPlatformId, isNewUser: false });
    const bound = new Browser(world, answer.body.accessToken);
    const identity = (await bound.send('GET', '/api/auth/identities')).body.identities[0];
    const forAccounts = [
      bound.post('/api/auth/switch-org', { organizationId: EXAMPLE.organisationId }),
      bound.post('/api/auth/password/change', {
        currentPassword: EXAMPLE.password,
        newPassword: 'nine paper boats drift',
      }),
      bound.post('/api/organizations', { name: 'Mine', subdomain: 'mine' }),
      bound.post('/api/invitations/accept', { code: EXAMPLE.invitationCode }),
      bound.post('/api/auth/identities/link', {}),
      bound.post('/api/totp/setup'),
      bound.post('/api/passkey/register/options', {}),
      bound.send('DELETE', '/api/passkey/credentials/AAAA'),
      bound.post('/api/auth/resend-verification', { email: 'nina@elsewhere.example' }),
      bound.send('DELETE', `/api/auth/identities/${identity.id}`),
    ];
    for (const refused of await Promise.all(forAccounts)) expect(codeOf(refused)).to.deep.equal([403, 'FORBIDDEN']);
    expect((await user.send('DELETE', `/api/auth/identities/${identity.id}`)).status).to.equal(204);
    expect(codeOf(await bound.send('GET', '/api/auth/me')), 'it is signed in no longer').to.deep.equal([
      401,
      'TOKEN_REVOKED',
    ]);
    expect(codeOf(await new Browser(world).oidc(provider, { ...NINA, email: EXAMPLE.userEmail }))).to.deep.equal([
      403,
      'IDENTITY_NOT_LINKED',
    ]);
  });

  it('links an identity to one account of the organisation, and only while who asked is signed in', async () => {
    await configure(admin);
    await new Browser(world).oidc(provider, NINA);
    const token = await world.token('user');
    const user = new Browser(world, token);
    const link = async (person: Person) => {
      const { body } = await user.post('/api/auth/identities/link', {});
      return provider.signIn(body.authorizationUrl, person);
    };
    expect(codeOf(await user.callback(await link(NINA)))).to.deep.equal([409, 'IDENTITY_LINKED']);
    const nina = world.deps.tenants.managedUser(EXAMPLE.organisationId, NINA.email ?? '');
    if (!nina) throw new Error('no account');
    await world.deps.commit(world.deps.tenants.putUser({ ...nina, memberships: [] }));
    expect((await user.callback(await link(NINA))).body, 'of an account that was removed').to.deep.equal({
      ...{ success: true, linked: true },
    });
    expect(world.deps.identities.of(nina.id)).to.deep.equal([]);
    await world.deps.commit(world.deps.identities.put(EXAMPLE.userPlatformId, []));
    const pending = await link({ sub: 'mine' });
    await user.post('/api/auth/logout');
    expect(codeOf(await user.callback(pending))).to.deep.equal([401, 'TOKEN_REVOKED']);
    expect(world.deps.identities.of(EXAMPLE.userPlatformId)).to.deep.equal([]);
  });

  it('lets a person without a name state one, once', async () => {
    await configure(admin);
    const { name: _, ...nameless } = NINA;
    const answer = await new Browser(world).oidc(provider, nameless);
    expect(answer.body.requiresProfileCompletion).to.equal(true);
    const nina = new Browser(world, answer.body.accessToken);
    const complete = (body: object) => nina.post('/api/auth/oidc/complete-profile', body);
    expect(codeOf(await complete({ email: 'other@northwind.example' }))).to.deep.equal([409, 'PROFILE_COMPLETE']);
    expect((await complete({ displayName: 'Nina', email: NINA.email })).body).to.deep.equal({
      ...{ displayName: 'Nina', email: NINA.email, requiresProfileCompletion: false },
    });
    expect(codeOf(await complete({ displayName: 'Other' }))).to.deep.equal([409, 'PROFILE_COMPLETE']);
    expect((await new Browser(world).oidc(provider, nameless)).body.requiresProfileCompletion).to.equal(false);
  });

  it('asks for the second factor of the account', async () => {
    await configure(admin);
    const { body } = await new Browser(world).oidc(provider, NINA);
    const totp = { secret: 'sealed', verifiedAt: EXAMPLE.time, lastStep: 0, backupCodes: [] };
    await world.deps.commit([world.deps.factors.put(body.userId, { totp, passkeys: [] })]);
    const answer = await new Browser(world).oidc(provider, NINA);
    expect(answer.body).to.deep.include({ requiresTwoFactor: true, availableMethods: ['totp'], userId: body.userId });
    expect(answer.body).to.not.have.any.keys('accessToken', 'refreshToken');
  });
});
