// Service principals over HTTP: who makes them, what is shown once, and how fast a change ends tokens.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { ServicePrincipals } from '../../../storage/tables/accounts/service-principals.js';
import { type Answer, type Method, sendTo } from '../world/caller.js';
import { worldOfAll, worldOfEach } from '../world/world-of.js';
import { PRINCIPAL, seedPrincipal, serviceToken } from './fixtures.js';

const URL = '/api/service-principals';
const OWN = `${URL}/${EXAMPLE.servicePrincipalId}`;

describe('service principals', () => {
  const world = worldOfEach();
  let operator: string;
  beforeEach(async () => {
    operator = await world.token('systemAdmin');
    await seedPrincipal(world);
  });

  const ask = (method: Method, url: string, body?: object, token = operator) =>
    sendTo(world, method, url, { token, body });
  const codeOf = ({ status, json }: Answer) => `${status} ${json?.code ?? ''}`.trim();
  const getToken = async (client_id: string, client_secret: string) => {
    const answer = await world.servers.internal.inject({
      ...{ method: 'POST', url: '/api/internal/service-auth/token' },
      payload: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return { status: answer.statusCode, token: answer.json().access_token as string };
  };

  it('are made by the operator, whose answer shows the secret once; the store has its hash alone', async () => {
    const made = await ask('POST', URL, { serviceName: 'Courier', scopes: ['dockets:write'], clientId: 'courier' });
    expect(made.status).to.equal(201);
    expect(Object.keys(made.json)).to.have.members([
      'id',
      'serviceName',
      'clientId',
      'clientSecret',
      'scopes',
      'warning',
    ]);
    expect(made.headers['cache-control']).to.equal('no-store');
    const shown = await ask('GET', `${URL}/by-client/courier`);
    expect(shown.json).to.include({ id: made.json.id, status: 'Active', hasSecret: true });
    expect(JSON.stringify(shown.json)).to.not.include(made.json.clientSecret).and.not.include('Hash');
    const again = (await ServicePrincipals.open(world.kv)).ofClient('courier');
    expect(again?.secretHash).to.equal(sha256Hex(made.json.clientSecret));
    expect(JSON.stringify(again)).to.not.include(made.json.clientSecret);
    expect((await getToken('courier', made.json.clientSecret)).status).to.equal(200);
    const unnamed = await ask('POST', URL, { serviceName: 'Nameless', scopes: [] });
    expect(unnamed.json.clientId).to.match(/^svc-[0-9a-f]{20}$/);
  });

  it('are no matter of an administrator of an organisation, of a service, or of one that acts for the operator', async () => {
    const body = { serviceName: 'Mine', scopes: ['dockets:write'] };
    for (const persona of ['administrator', 'user', 'service'] as const)
      expect(codeOf(await ask('POST', URL, body, await world.token(persona))), persona).to.equal('403 FORBIDDEN');
  });

  it('are refused with a client id that is taken, was taken, or is the id of a person, and with bad scopes', async () => {
    const make = (change: object) => ask('POST', URL, { serviceName: 'x', scopes: [], clientId: 'fresh', ...change });
    expect(codeOf(await make({ clientId: EXAMPLE.clientId }))).to.equal('409 CLIENT_ID_TAKEN');
    expect(codeOf(await ask('DELETE', OWN))).to.equal('204');
    expect(codeOf(await make({ clientId: EXAMPLE.clientId }))).to.equal('409 CLIENT_ID_TAKEN');
    expect(codeOf(await make({ clientId: EXAMPLE.userId }))).to.equal('400 CLIENT_ID_INVALID');
    expect(codeOf(await make({ scopes: ['inbox:write', 'inbox:write'] }))).to.equal('400 SCOPE_INVALID');
    expect((await make({ scopes: ['dockets'] })).json.detail).to.contain('users:delegate');
    expect(codeOf(await make({ scopes: ['a b'] }))).to.equal('400 SCOPE_INVALID');
    expect(codeOf(await make({ organizationId: EXAMPLE.userId }))).to.equal('404 ORGANISATION_NOT_FOUND');
    const [one, two] = await Promise.all([make({}), make({})]);
    expect([codeOf(one), codeOf(two)]).to.have.members(['201', '409 CLIENT_ID_TAKEN']);
  });

  for (const [way, act] of [
    ['are suspended', () => ask('POST', `${OWN}/suspend`)],
    ['have another secret', () => ask('POST', `${OWN}/rotate-secret`)],
    ['lose a scope', () => ask('PUT', `${OWN}/scopes`, { scopes: ['dockets:write'] })],
    ['are deleted', () => ask('DELETE', OWN)],
  ] as const)
    it(`lose their tokens at once when they ${way}`, async () => {
      const token = await serviceToken(world);
      expect((await ask('GET', '/api/auth/me', undefined, token)).status).to.equal(200);
      expect((await act()).status).to.be.lessThan(300);
      expect(codeOf(await ask('GET', '/api/auth/me', undefined, token))).to.equal('401 TOKEN_REVOKED');
      // A token that was issued after it in the same millisecond stands, if its service does.
      const later = codeOf(await ask('GET', '/api/auth/me', undefined, await serviceToken(world)));
      const { status } = world.deps.services.ofClient(EXAMPLE.clientId)!;
      expect(later).to.match(status === 'Active' ? /^200/ : /^401 TOKEN_REVOKED$/);
    });

  it('keep their tokens when they get a scope, and get theirs again when they are reactivated', async () => {
    const token = await serviceToken(world);
    await ask('PUT', `${OWN}/scopes`, { scopes: [...PRINCIPAL.scopes, 'users:delegate'] });
    expect((await ask('GET', '/api/auth/me', undefined, token)).status).to.equal(200);
    await ask('POST', `${OWN}/suspend`);
    expect((await getToken(EXAMPLE.clientId, EXAMPLE.clientSecret)).status).to.equal(401);
    await ask('POST', `${OWN}/reactivate`);
    const { status, token: fresh } = await getToken(EXAMPLE.clientId, EXAMPLE.clientSecret);
    expect([status, (await ask('GET', '/api/auth/me', undefined, fresh)).status]).to.deep.equal([200, 200]);
    expect(codeOf(await ask('GET', '/api/auth/me', undefined, token))).to.equal('401 TOKEN_REVOKED');
  });

  it('are deleted for good', async () => {
    for (let n = 0; n < 2; n++) expect(codeOf(await ask('DELETE', OWN))).to.equal('204');
    expect((await ask('GET', OWN)).json).to.include({ status: 'Revoked', hasSecret: false });
    for (const path of ['suspend', 'reactivate', 'rotate-secret'])
      expect(codeOf(await ask('POST', `${OWN}/${path}`)), path).to.equal('409 SERVICE_PRINCIPAL_REVOKED');
    expect(codeOf(await ask('PUT', `${OWN}/scopes`, { scopes: [] }))).to.equal('409 SERVICE_PRINCIPAL_REVOKED');
    expect((await ask('GET', `${URL}?status=Active`)).json.totalCount).to.equal(0);
    expect((await ask('GET', URL)).json.totalCount).to.equal(1);
    expect(codeOf(await ask('GET', `${URL}/${EXAMPLE.userId}`))).to.equal('404 SERVICE_PRINCIPAL_NOT_FOUND');
  });

  it('rotate their own secret with the current one, once', async () => {
    const token = await serviceToken(world);
    const rotate = (currentSecret: string) =>
      world.servers.internal.inject({
        ...{ method: 'POST', url: '/api/internal/service-auth/rotate-secret', payload: { currentSecret } },
        headers: { authorization: `Bearer ${token}` },
      });
    const wrong = await rotate('not this one');
    expect([wrong.statusCode, wrong.json().code, wrong.json().path]).to.deep.equal([
      401,
      'CLIENT_INVALID',
      '/currentSecret',
    ]);
    const both = await Promise.all([rotate(EXAMPLE.clientSecret), rotate(EXAMPLE.clientSecret)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 401]);
    const { newClientSecret } = both.find(({ statusCode }) => statusCode === 200)!.json();
    expect((await getToken(EXAMPLE.clientId, EXAMPLE.clientSecret)).status).to.equal(401);
    expect((await getToken(EXAMPLE.clientId, newClientSecret)).status).to.equal(200);
    expect(codeOf(await ask('GET', '/api/auth/me', undefined, token))).to.equal('401 TOKEN_REVOKED');
  });

  it('leave lines in the audit trail of the platform', async () => {
    await ask('POST', URL, { serviceName: 'Courier', scopes: [], clientId: 'courier' });
    await ask('POST', `${OWN}/suspend`);
    await ask('DELETE', OWN);
    await getToken(EXAMPLE.clientId, 'wrong');
    const { json } = await ask('GET', '/api/platform/audit?pageSize=20');
    const events = json.items.map(({ eventType }: { eventType: string }) => eventType);
    for (const name of [
      'ServicePrincipalCreated',
      'ServicePrincipalUpdated',
      'ServicePrincipalDeleted',
      'ServiceTokenRefused',
    ])
      expect(events, name).to.include(name);
    expect(JSON.stringify(json)).to.not.include('qsec_');
  });
});

describe('service principals without shared secrets', () => {
  const world = worldOfAll({ disableSharedSecrets: true });
  before(async () => {
    await seedPrincipal(world);
  });

  it('get none, and rotate none', async () => {
    const headers = { authorization: `Bearer ${await world.token('systemAdmin')}` };
    const post = (url: string, payload?: object) =>
      world.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) });
    const made = (await post(URL, { serviceName: 'Courier', scopes: [], clientId: 'courier' })).json();
    expect(made).to.not.have.property('clientSecret');
    expect((await post(`${OWN}/rotate-secret`)).json().code).to.equal('SHARED_SECRETS_DISABLED');
    const own = await world.servers.internal.inject({
      ...{ method: 'POST', url: '/api/internal/service-auth/rotate-secret' },
      payload: { currentSecret: EXAMPLE.clientSecret },
      headers: { authorization: `Bearer ${await serviceToken(world)}` },
    });
    expect([own.statusCode, own.json().code]).to.deep.equal([409, 'SHARED_SECRETS_DISABLED']);
  });
});
