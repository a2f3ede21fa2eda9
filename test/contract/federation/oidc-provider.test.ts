// Signing in at a provider that is not ours (oidc-provider), over sockets and the guard of outgoing requests: once as
// it should be, once with other keys than those that signed, once to a host that the operator did not name.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Provider from 'oidc-provider';
import { EXAMPLE } from '../../../api/examples/values.js';
import { OutgoingHttp } from '../../../node/outgoing/http.js';
import { aWorld, SILENT, type World } from '../world/world.js';
import { Browser, codeOf, letIn } from './browser.js';

const IDP = `/api/organizations/${EXAMPLE.organisationId}/idp`;
const CLIENT = { client_id: 'quorate', client_secret: 'q83vEjRWeJq83u8SNFZ4mg' };
const REDIRECT = 'http://localhost:8080/api/auth/callback/northwind';
const NINA = { sub: 'nina', email: 'nina@northwind.example', email_verified: true, name: 'Nina New' };

function keySet(kid: string) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' }] };
}

describe('sign-in at a certified provider', () => {
  let world: World;
  let server: Server;
  let issuer: string;
  let provider: Provider;
  let told: ReturnType<typeof keySet> | undefined;

  before(async () => {
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    provider = new Provider(issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [REDIRECT],
          grant_types: ['authorization_code'],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: keySet('one'),
      findAccount: () => ({ accountId: NINA.sub, claims: () => NINA }),
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: true,
      cookies: { keys: ['a key of the cookies of the test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
      pkce: { required: () => true },
    });
  });
  after(() => new Promise((done) => server.close(done)));

  beforeEach(async () => {
    told = undefined;
    world = await aWorld();
    // The provider dates its tokens by the clock of this machine.
    world.advance(Date.now() - Date.parse(EXAMPLE.time));
    await letIn(world, EXAMPLE.organisationId, ['northwind.example']);
    guardWith(['127.0.0.1']);
  });
  afterEach(() => world.close());

  function guardWith(allowedHosts: readonly string[]): void {
    Object.assign(world.deps, { outgoing: new OutgoingHttp({ allowedHosts, log: SILENT, steady: () => 0 }) });
  }

  /** The provider with a person who agrees to everything. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/jwks') && told) {
      const [{ x, y, crv, kty, kid, use, alg } = {}] = told.keys as Record<string, unknown>[];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [{ x, y, crv, kty, kid, use, alg }] }));
      return;
    }
    if (!request.url?.startsWith('/interaction/')) {
      await provider.callback()(request, response);
      return;
    }
    const grant = new provider.Grant({ accountId: NINA.sub, clientId: CLIENT.client_id });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    await provider.interactionFinished(request, response, { login: { accountId: NINA.sub }, consent: { grantId } });
  }

  /** Goes where the provider leads until it leads back to the node. */
  async function visited(authorizationUrl: string): Promise<Record<string, string>> {
    const cookies = new Map<string, string>();
    let url = authorizationUrl;
    for (let steps = 0; steps < 10 && !url.startsWith(REDIRECT); steps++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const led = await fetch(url, { headers: { cookie }, redirect: 'manual' });
      for (const text of led.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
        cookies.set(name, value);
      }
      url = new URL(led.headers.get('location') ?? '', url).href;
    }
    return Object.fromEntries(new URL(url).searchParams);
  }

  async function configured() {
    const admin = new Browser(world, await world.token('administrator'));
    const set = await admin.send('PUT', IDP, {
      ...{ providerPreset: 'GenericOidc', issuerUrl: issuer, clientId: CLIENT.client_id },
      ...{ clientSecret: CLIENT.client_secret, admitsNewcomers: true },
    });
    if (set.status === 200) await admin.post(`${IDP}/toggle`, { enabled: true });
    return set;
  }

  async function signIn() {
    const browser = new Browser(world);
    const { body } = await browser.post('/api/auth/oidc/initiate', { orgSubdomain: 'northwind' });
    return browser.callback(await visited(body.authorizationUrl));
  }

  it('gives a session to who agreed there', async () => {
    expect((await configured()).status).to.equal(200);
    const answered = await signIn();
    expect(answered.status, JSON.stringify(answered.body)).to.equal(200);
    const me = await new Browser(world, answered.body.accessToken).send('GET', '/api/auth/me');
    expect(me.body).to.deep.include({
      email: NINA.email,
      displayName: 'Nina New',
      organizationId: EXAMPLE.organisationId,
    });
  });

  it('signs no user in by a token of other keys than the provider tells of', async () => {
    await configured();
    told = keySet('one');
    expect(codeOf(await signIn())).to.deep.equal([401, 'IDENTITY_REFUSED']);
    told = keySet('two');
    expect(codeOf(await signIn())).to.deep.equal([401, 'IDENTITY_REFUSED']);
    told = undefined;
    expect((await signIn()).status).to.equal(200);
  });

  it('asks no host that the operator did not name, and none without TLS that is not this machine', async () => {
    guardWith([]);
    expect(codeOf(await configured())).to.deep.equal([400, 'OUTGOING_REFUSED']);
  });
});
