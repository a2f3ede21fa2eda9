// Identity providers as administrators configure them: who may, what is refused, what is shown, and what a change ends.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { World } from '../world/world.js';
import { Browser, codeOf } from './browser.js';
import { IDP, NINA, northwind, SETTINGS } from './northwind.js';
import { TestProvider } from './test-provider.js';

const ORGANISATION = `/api/organizations/${EXAMPLE.organisationId}`;
const { clientSecret: SECRET } = SETTINGS;

describe('identity providers of an organisation', () => {
  let world: World;
  let provider: TestProvider;
  let admin: Browser;
  beforeEach(async () => {
    ({ world, provider, admin } = await northwind());
  });
  afterEach(() => world.close());

  const put = (settings: object = {}) => admin.send('PUT', IDP, { ...SETTINGS, ...settings });

  it('are read, changed, switched and removed by its administrators, and a secret is never shown', async () => {
    expect(codeOf(await admin.send('GET', IDP))).to.deep.equal([404, 'IDP_NOT_FOUND']);
    const set = await put();
    expect(set.body).to.deep.include({
      ...{ providerPreset: 'GenericOidc', issuerUrl: SETTINGS.issuerUrl, isEnabled: false, displayName: 'GenericOidc' },
      ...{ scopes: ['openid', 'email', 'profile'], tokenEndpoint: `${SETTINGS.issuerUrl}/token` },
      discoveryFetchedAt: EXAMPLE.time,
    });
    const { clientSecret: _, ...rest } = SETTINGS;
    const changed = await admin.send('PUT', IDP, { ...rest, displayName: 'Our sign-in' });
    expect(changed.body).to.deep.include({ id: set.body.id, displayName: 'Our sign-in' });
    for (const { body } of [set, changed, await admin.send('GET', IDP)])
      expect(JSON.stringify(body)).to.not.match(new RegExp(`${SECRET}|ecret`));
    const stored = [];
    for await (const [, value] of world.kv.range({ gte: Uint8Array.of(0), lt: Uint8Array.of(255) }))
      stored.push(Buffer.from(value).toString('latin1'));
    expect(stored.join('').includes(SECRET)).to.equal(false);
    const { idpStatus } = (await admin.send('GET', `${ORGANISATION}/dashboard`)).body;
    const status = {
      isConfigured: true,
      isEnabled: false,
      displayName: 'Our sign-in',
      discoveryFetchedAt: EXAMPLE.time,
    };
    expect(idpStatus).to.deep.equal(status);
    expect((await admin.post(`${IDP}/test`)).body).to.deep.include({
      success: true,
      discoveredScopes: ['openid', 'email', 'profile'],
    });
    expect((await admin.send('DELETE', IDP)).status).to.equal(204);
    expect(codeOf(await admin.send('DELETE', IDP))).to.deep.equal([404, 'IDP_NOT_FOUND']);
    const { rows } = await world.deps.audit.page(
      [EXAMPLE.organisationId],
      { eventType: 'IdpConfigurationUpdated' },
      10,
    );
    // Entries of one moment are in no order: the clock of the world stands.
    expect(rows.map(({ details }) => details.change)).to.have.members(['removed', 'configured', 'configured']);
  });

  it('stay removed where a switch of them was under way', async () => {
    await put();
    const { identities } = world.deps;
    const seen = identities.userIdsIn.bind(identities);
    identities.userIdsIn = async (organisationId) => {
      identities.userIdsIn = seen;
      expect((await admin.send('DELETE', IDP)).status).to.equal(204);
      return seen(organisationId);
    };
    expect(codeOf(await admin.post(`${IDP}/toggle`, { enabled: true }))).to.deep.equal([404, 'IDP_NOT_FOUND']);
    expect(codeOf(await admin.send('GET', IDP))).to.deep.equal([404, 'IDP_NOT_FOUND']);
  });

  it('are refused where something is wrong, before anything is stored', async () => {
    const wrong: readonly (readonly [object, number, string])[] = [
      [{ issuerUrl: 'http://idp.northwind.example' }, 502, 'OUTGOING_FAILED'],
      [{ issuerUrl: 'ftp://idp.northwind.example' }, 400, 'IDP_INVALID'],
      [{ issuerUrl: 'https://u:p@idp.northwind.example' }, 400, 'IDP_INVALID'],
      [{ issuerUrl: 'https://idp.northwind.example?x=1' }, 400, 'IDP_INVALID'],
      [{ issuerUrl: undefined }, 400, 'IDP_INVALID'],
      [{ clientSecret: undefined }, 400, 'IDP_INVALID'],
      [{ scopes: ['email'] }, 400, 'IDP_INVALID'],
      [{ scopes: ['openid', 'two words'] }, 400, 'IDP_INVALID'],
      [{ providerPreset: 'MicrosoftEntra' }, 400, 'IDP_INVALID'],
      [{ providerPreset: 'Okta', issuerUrl: 'https://evil.example/.okta.com' }, 400, 'IDP_INVALID'],
      [{ providerPreset: 'Unknown' }, 400, 'BODY_INVALID'],
      [{ allowedEmailDomains: [] }, 400, 'BODY_INVALID'],
      [{ issuerUrl: 'https://elsewhere.example' }, 502, 'OUTGOING_FAILED'],
    ];
    for (const [settings, status, code] of wrong)
      expect(codeOf(await put(settings)), JSON.stringify(settings)).to.deep.equal([status, code]);
    const documents: readonly (readonly [object, string])[] = [
      [{ issuer: 'https://evil.example' }, 'IDENTITY_REFUSED'],
      [{ authorization_endpoint: 'javascript:alert(1)' }, 'IDP_DOCUMENT_INVALID'],
      [{ token_endpoint: 'http://idp.northwind.example/token' }, 'IDP_DOCUMENT_INVALID'],
      [{ jwks_uri: undefined }, 'IDP_DOCUMENT_INVALID'],
    ];
    for (const [document, code] of documents) {
      provider.lies = { document: document as Record<string, unknown> };
      expect((await put()).body.code, JSON.stringify(document)).to.equal(code);
      expect((await admin.post(`${IDP}/discover`, { issuerUrl: SETTINGS.issuerUrl })).body.code).to.equal(code);
    }
    expect(codeOf(await admin.send('GET', IDP))).to.deep.equal([404, 'IDP_NOT_FOUND']);
  });

  it('say of no host whether it is there, nor of its ports', async () => {
    const { outgoing } = world.deps;
    const failing = (code: 'OUTGOING_REFUSED' | 'OUTGOING_FAILED', message: string) =>
      Object.assign(world.deps, { outgoing: { request: async () => fail(issue(code, '', message)) } });
    await put();
    const shown = new Set<string>();
    for (const [code, message] of [
      ['OUTGOING_REFUSED', 'The host db.corp.example has an address that is not public.'],
      ['OUTGOING_FAILED', 'The host db.corp.example could not be asked (ENOTFOUND).'],
      ['OUTGOING_FAILED', 'The host db.corp.example could not be asked (ECONNREFUSED).'],
      ['OUTGOING_FAILED', 'The host db.corp.example could not be asked (ERR_SSL_WRONG_VERSION_NUMBER).'],
    ] as const) {
      failing(code, message);
      const issuerUrl = 'https://db.corp.example';
      const found = [await admin.post(`${IDP}/discover`, { issuerUrl }), await put({ issuerUrl })];
      for (const one of found) expect(codeOf(one)).to.deep.equal([502, 'OUTGOING_FAILED']);
      const tried = await admin.post(`${IDP}/test`);
      shown.add(JSON.stringify([...found.map(({ body }) => body.detail), tried.body.message]));
    }
    expect(shown.size).to.equal(1);
    expect([...shown][0])
      .to.contain('(unreachable)')
      .and.not.match(/db\.corp|ENOTFOUND|public/);
    Object.assign(world.deps, { outgoing });
  });

  it('are for administrators of the organisation', async () => {
    await put();
    const user = new Browser(world, await world.token('user'));
    for (const refused of [
      await user.send('GET', IDP),
      await user.send('PUT', IDP, SETTINGS),
      await user.post(`${IDP}/toggle`, { enabled: true }),
    ])
      expect(codeOf(refused)).to.deep.equal([403, 'FORBIDDEN']);
    const foreign = `/api/organizations/${PUBLIC_ORGANISATION_ID}`;
    for (const url of [`${foreign}/idp`, `${foreign}/social-providers`])
      expect(codeOf(await admin.send('GET', url))).to.deep.equal([404, 'ORGANISATION_NOT_FOUND']);
  });

  it('are tried: a wrong secret and a provider that is down are told', async () => {
    await put({ clientSecret: 'wrong' });
    expect((await admin.post(`${IDP}/test`)).body).to.deep.include({
      success: false,
      message: 'The provider refused the client (invalid_client).',
    });
    provider.lies = { isDown: true };
    const { message, ...down } = (await admin.post(`${IDP}/test`)).body;
    expect(down).to.deep.equal({ success: false, discoveredScopes: [] });
    expect(message).to.contain('(unreachable)');
  });

  it('keep their secret for the issuer, the client and the token endpoint that it was stated with', async () => {
    await put();
    const { clientSecret: _, ...rest } = SETTINGS;
    const change = async (settings: object) => {
      const { status, body } = await admin.send('PUT', IDP, { ...rest, ...settings });
      return [status, body.code, body.path];
    };
    const asks = [400, 'IDP_INVALID', '/clientSecret'];
    const told = () => provider.requests.filter(({ method }) => method === 'POST').length;
    expect(await change({ displayName: 'The same' })).to.deep.equal([200, undefined, undefined]);
    expect(await change({ clientId: 'another' })).to.deep.equal(asks);
    provider.lies = { document: { token_endpoint: 'https://elsewhere.example/token' } };
    expect(await change({})).to.deep.equal(asks);
    // A document that is read anew moves the secret no more than an administrator does.
    expect((await admin.post(`${IDP}/test`)).body.message).to.contain('moved to https://elsewhere.example');
    const hostile = await TestProvider.open('https://idp.hostile.example');
    Object.assign(world.deps, { outgoing: hostile });
    expect(await change({ issuerUrl: hostile.issuer })).to.deep.equal(asks);
    await admin.post(`${IDP}/test`);
    expect(hostile.requests.filter(({ method }) => method === 'POST')).to.deep.equal([]);
    expect(told()).to.equal(0);
    expect(await change({ issuerUrl: hostile.issuer, clientSecret: 'of the other' })).to.deep.equal([
      200,
      undefined,
      undefined,
    ]);
  });

  it('of social sign-in keep theirs for their issuer and client too', async () => {
    const at = `${ORGANISATION}/social-providers/github`;
    const settings = { clientId: 'quorate', issuerUrl: 'https://git.northwind.example' };
    expect((await admin.send('PUT', at, { ...settings, clientSecret: SECRET })).status).to.equal(200);
    expect((await admin.send('PUT', at, settings)).status).to.equal(200);
    for (const other of [{ issuerUrl: 'https://git.hostile.example' }, { clientId: 'another' }])
      expect(codeOf(await admin.send('PUT', at, { ...settings, ...other }))).to.deep.equal([400, 'IDP_INVALID']);
  });

  it('sign no user in while they are off, and end their sessions and sign-ins under way when they change', async () => {
    await put();
    const begin = (browser = new Browser(world)) =>
      browser.post('/api/auth/oidc/initiate', { orgSubdomain: 'northwind' });
    expect(codeOf(await begin())).to.deep.equal([404, 'IDP_NOT_FOUND']);
    const unknown = await new Browser(world).post('/api/auth/oidc/initiate', { orgSubdomain: 'nowhere' });
    expect(codeOf(unknown)).to.deep.equal([404, 'IDP_NOT_FOUND']);
    const toggle = (enabled: boolean) => admin.post(`${IDP}/toggle`, { enabled });
    const ways: readonly (() => Promise<unknown>)[] = [() => toggle(false), () => admin.send('DELETE', IDP)];
    for (const end of ways) {
      await put();
      await toggle(true);
      const { body } = await new Browser(world).oidc(provider, NINA);
      const nina = new Browser(world, body.accessToken);
      expect((await nina.send('GET', '/api/auth/me')).status).to.equal(200);
      const browser = new Browser(world);
      const pending = provider.signIn((await begin(browser)).body.authorizationUrl, NINA);
      world.advance(10);
      await end();
      expect(codeOf(await nina.send('GET', '/api/auth/me'))).to.deep.equal([401, 'TOKEN_REVOKED']);
      expect(codeOf(await nina.post('/api/auth/token/refresh', { refreshToken: body.refreshToken }))).to.deep.equal([
        401,
        'TOKEN_REVOKED',
      ]);
      expect(codeOf(await browser.callback(pending))).to.deep.equal([404, 'IDP_NOT_FOUND']);
    }
    await put();
    await toggle(true);
    const browser = new Browser(world);
    const pending = provider.signIn((await begin(browser)).body.authorizationUrl, NINA);
    await put();
    expect(codeOf(await browser.callback(pending)), 'configured anew').to.deep.equal([400, 'SIGN_IN_STATE_INVALID']);
    expect((await admin.send('GET', '/api/auth/me')).status, 'others stay signed in').to.equal(200);
  });

  it('of the social kinds are at most one of a kind', async () => {
    const social = `${ORGANISATION}/social-providers`;
    const own = { clientId: 'quorate', clientSecret: SECRET, issuerUrl: SETTINGS.issuerUrl };
    for (const kind of ['google', 'github', 'microsoft', 'apple', 'google'])
      expect((await admin.send('PUT', `${social}/${kind}`, own)).status, kind).to.equal(200);
    const { providers } = (await admin.send('GET', social)).body;
    expect(providers.map((one: { provider: string }) => one.provider)).to.deep.equal([
      'google',
      'github',
      'microsoft',
      'apple',
    ]);
    expect((await admin.send('PUT', `${social}/other`, own)).status).to.equal(400);
    expect((await admin.send('DELETE', `${social}/github`)).status).to.equal(204);
    expect((await admin.send('GET', social)).body.providers).to.have.length(3);
  });
});
