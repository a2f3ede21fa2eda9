// Attacks on the authorization server, each refused by name. Codes and tokens come twice, at once or elsewhere.
// Addresses and pages look like others. People are shut out in the middle.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { SCOPES_OF_OTHERS } from '../../../core/tenant/programs/clients.js';
import { challengeOf } from '../../../core/tenant/programs/codes.js';
import { definitionOf } from '../ledger/fixtures.js';
import { call, code, operations, postTo, sendTo } from '../world/caller.js';
import { worldOfAll, worldOfEach } from '../world/world-of.js';
import {
  answeredAs,
  codeFor,
  EXCHANGE,
  FORM,
  programSession,
  REDIRECT,
  REGISTERED,
  readAs,
  refusedAs,
  sendForm,
  tokensFor,
  VERIFIER,
} from './fixtures.js';

const NODE = 'http://localhost:8080';
const ME = '/api/auth/me';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
type Fields = Readonly<Record<string, string | undefined>>;

describe('attacks on the authorization server', () => {
  const world = worldOfEach();
  let token: string;
  beforeEach(async () => {
    token = await world.token('user');
  });

  const exchange = (fields: Fields) => sendForm(world, '/oauth/token', { ...EXCHANGE, ...fields });
  const refreshed = (refresh_token: string) =>
    sendForm(world, '/oauth/token', { grant_type: 'refresh_token', client_id: FORM.client_id, refresh_token });
  const me = async (bearer: string) => (await sendTo(world, 'GET', ME, { token: bearer })).status;
  const suspend = async () => {
    const url = `/api/organizations/${EXAMPLE.organisationId}/users/${EXAMPLE.userId}/suspend`;
    const answer = await sendTo(world, 'POST', url, { token: await world.token('administrator'), body: {} });
    expect(answer.status).to.be.below(300);
  };

  describe('a downgrade of PKCE', () => {
    const WEAK: Readonly<Record<string, Fields>> = {
      'without a challenge': { code_challenge: undefined, code_challenge_method: undefined },
      'without its method, which means plain': { code_challenge_method: undefined },
      plain: { code_challenge: VERIFIER, code_challenge_method: 'plain' },
      'with a challenge of another length': { code_challenge: 'x' },
    };
    for (const [name, change] of Object.entries(WEAK))
      it(`is refused: ${name}`, async () => {
        const { location } = (await readAs(world, { ...FORM, ...change }, token)).json();
        expect(new URL(location).searchParams.get('error')).to.equal('invalid_request');
        expect(refusedAs(await sendForm(world, '/oauth/par', { ...FORM, ...change }))).to.equal('400 invalid_request');
      });

    it('is refused: the challenge in the place of the verifier', async () => {
      const granted = await codeFor(world);
      expect(refusedAs(await exchange({ code: granted, code_verifier: challengeOf(VERIFIER) }))).to.equal(
        '400 invalid_grant',
      );
    });
  });

  it('a mix-up: each answer says whose it is, and codes of other servers are of no use', async () => {
    const granted = await answeredAs(world, FORM, token);
    const denied = await answeredAs(world, FORM, await world.token('user'), false);
    const faulty = new URL((await readAs(world, { ...FORM, scope: 'x' }, await world.token('user'))).json().location);
    const { issuer } = (await sendTo(world, 'GET', '/.well-known/oauth-authorization-server')).json;
    for (const answer of [granted, denied, faulty]) expect(answer.searchParams.getAll('iss')).to.deep.equal([issuer]);
    const form = { ...EXCHANGE, code: granted.searchParams.get('code') ?? '' };
    const elsewhere = await sendForm(world, '/credentials/northwind/token', form);
    expect(refusedAs(elsewhere), 'at an issuer of credentials').to.equal('400 invalid_grant');
    expect(refusedAs(await exchange({ code: form.code })), 'which did not spend it').to.equal('200');
  });

  it('an address that looks like another one', async () => {
    await world.deps.commit([world.deps.programs.clients.put({ ...REGISTERED, scopes: SCOPES_OF_OTHERS })]);
    const [own] = REGISTERED.redirectUris;
    const host = 'planner.example';
    const games = [
      ...[`https://user@${host}/callback`, `https://${host}@evil.example/callback`, `${own}#x`, `${own}/`, `${own}?x`],
      ...[`https://${host}:443/callback`, `https://${host}:8443/callback`, `http://${host}/callback`],
      ...[`https://${host}/a/../callback`, `https://${host}/%63allback`, `https://${host}.evil.example/callback`],
      ...['https://xn--planner-.example/callback', 'https://pl\u0430nner.example/callback', `//${host}/callback`],
      ...['http://127.0.0.1/callback', 'http://127.1/callback', 'http://0x7f000001/', 'http://2130706433/callback'],
      ...['http://[::1]/callback', 'http://[::ffff:127.0.0.1]/callback', 'http:127.0.0.1', 'javascript:alert(1)'],
    ];
    for (const redirect_uri of games) {
      const asked = { ...FORM, client_id: REGISTERED.clientId, redirect_uri };
      const answer = await readAs(world, asked, token);
      expect(code(answer), redirect_uri).to.deep.equal([400, 'PROGRAM_REQUEST_INVALID']);
      expect(answer.json()).to.not.have.property('location');
      expect(refusedAs(await sendForm(world, '/oauth/par', asked)), redirect_uri).to.equal('400 invalid_request');
    }
  });

  it('the page as a way to any address: a program that nobody registered is told nothing', async () => {
    const id = 'https://evil.example/c';
    const redirect_uri = 'https://evil.example/looks-like-your-node';
    const document = { client_id: id, client_name: 'Quorate', redirect_uris: [redirect_uri] };
    const answer = {
      ...{ status: 200, headers: { 'content-type': 'application/json' }, url: id, address: '192.0.2.1' },
      body: new TextEncoder().encode(JSON.stringify(document)),
    };
    Object.assign(world.deps, { outgoing: { request: async () => answer } });
    for (const change of [
      { scope: 'x' },
      { code_challenge: undefined },
      { response_type: 'token' },
      { request: 'x' },
    ]) {
      const told = await readAs(world, { ...FORM, client_id: id, redirect_uri, ...change }, token);
      expect(code(told), JSON.stringify(change)).to.deep.equal([400, 'PROGRAM_REQUEST_INVALID']);
    }
    expect((await readAs(world, { ...FORM, client_id: id, redirect_uri }, token)).json().request.name).to.equal(
      'Quorate',
    );
  });

  it('the code of another request on the page: it is that of the request which is answered', async () => {
    const theirs = challengeOf('a'.repeat(43));
    const { request_uri } = (await sendForm(world, '/oauth/par', { ...FORM, code_challenge: theirs })).json();
    const shown = async (query: Fields) => (await readAs(world, query, token)).json().request.comparison;
    const mixed = await shown({ client_id: FORM.client_id, request_uri, code_challenge: FORM.code_challenge });
    expect(mixed).to.equal(await shown({ ...FORM, code_challenge: theirs }));
    expect(mixed).to.not.equal(await shown(FORM));
  });

  it('pages of others: they frame no page, and answer nothing in the place of the person', async () => {
    const page = await sendTo(world, 'GET', '/oauth/authorize');
    expect(page.headers['content-security-policy']).to.contain("frame-ancestors 'none'");
    expect(page.headers['cross-origin-opener-policy'] ?? 'same-origin').to.equal('same-origin');
    const { requestUri } = (await readAs(world, FORM, token)).json();
    const body = { requestUri, isAllowed: true };
    const bare = await sendTo(world, 'POST', '/api/auth/program-requests/answer', { body });
    expect([bare.status, bare.json.code], 'no cookie is enough').to.deep.equal([401, 'AUTH_REQUIRED']);
    const simple = await world.app.inject({
      ...{ method: 'POST', url: '/api/auth/program-requests/answer', payload: JSON.stringify(body) },
      headers: { 'content-type': 'text/plain', authorization: `Bearer ${token}`, origin: 'https://evil.example' },
    });
    expect(simple.statusCode, 'a request that takes no preflight').to.equal(415);
    expect(simple.headers).to.not.have.property('access-control-allow-origin');
  });

  it('a code and a refresh token that come twice at once: one is answered, and the session ends', async () => {
    const granted = await codeFor(world);
    const codes = await Promise.all([exchange({ code: granted }), exchange({ code: granted })]);
    expect(codes.map(refusedAs).sort()).to.deep.equal(['200', '400 invalid_grant']);
    const given = codes.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await me(given.access_token)).to.equal(401);
    const { refresh_token } = (await tokensFor(world)).json();
    const both = await Promise.all([refreshed(refresh_token), refreshed(refresh_token)]);
    expect(both.map(refusedAs).sort()).to.deep.equal(['200', '400 invalid_grant']);
    const next = both.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await me(next.access_token)).to.equal(401);
    expect(refusedAs(await refreshed(next.refresh_token))).to.equal('400 invalid_grant');
  });

  it('a person who is shut out in the middle: nothing is given, and what was given ends', async () => {
    const granted = await codeFor(world);
    const { access_token, refresh_token } = (await tokensFor(world)).json();
    const asked = (await sendForm(world, '/oauth/device', { client_id: FORM.client_id, scope: 'ledger:read' })).json();
    const body = { userCode: asked.user_code, isAllowed: true };
    await postTo(world, '/api/auth/device-code/answer', body, await world.token('user'));
    const { requestUri } = (await readAs(world, FORM, token)).json();
    await suspend();
    expect(refusedAs(await exchange({ code: granted }))).to.equal('400 invalid_grant');
    expect(refusedAs(await refreshed(refresh_token))).to.equal('400 invalid_grant');
    const { client_id } = FORM;
    const poll = { grant_type: DEVICE_GRANT, client_id, device_code: asked.device_code };
    expect(refusedAs(await sendForm(world, '/oauth/token', poll))).to.equal('400 invalid_grant');
    expect(await me(access_token)).to.equal(401);
    const answer = { requestUri, isAllowed: true };
    expect((await postTo(world, '/api/auth/program-requests/answer', answer, token)).statusCode).to.equal(401);
  });

  it('a device code by a link: the address has no code, and the page tells who asks for what', async () => {
    const asked = (
      await sendForm(world, '/oauth/device', { client_id: FORM.client_id, scope: 'account:manage' })
    ).json();
    expect(asked).to.not.have.property('verification_uri_complete');
    expect(asked.verification_uri).to.equal(`${NODE}/login?device`);
    const shown = (await postTo(world, '/api/auth/device-code/read', { userCode: asked.user_code }, token)).json();
    expect(shown).to.include({ clientId: FORM.client_id, address: '127.0.0.1' });
    expect(shown.scopes).to.have.length(1);
  });

  it('a form with a field twice, or with one of another kind', async () => {
    const send = (payload: string) =>
      world.app.inject({
        ...{ method: 'POST', url: '/oauth/token', payload },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const form = new URLSearchParams({ ...EXCHANGE, code: await codeFor(world) }).toString();
    for (const more of [
      'client_id=https%3A%2F%2Fp.example%2Fc',
      'code=x',
      'code_verifier=x',
      `redirect_uri=${REDIRECT}`,
    ])
      expect(refusedAs(await send(`${form}&${more}`)), more).to.equal('400 invalid_request');
    expect(refusedAs(await send(form)), 'none of them spent the code').to.equal('200');
  });
});

const OF_THE_PERSON = [
  ...[
    'changePassword',
    'stepUp',
    'beginStepUp',
    'setUpTotp',
    'verifyTotp',
    'disableTotp',
    'beginPasskey',
    'enrolPasskey',
  ],
  ...['revokePasskey', 'linkIdentity', 'unlinkIdentity', 'completeProfile', 'switchOrganization', 'listSessions'],
  ...['endSession', 'endAllSessions', 'createEnrolSession', 'createShortCode', 'sendPairingMail', 'acceptInvitation'],
  ...['grantProgram', 'readDeviceCode', 'answerDeviceCode', 'readProgramRequest', 'answerProgramRequest'],
  ...['listProgramConsents', 'endProgramConsent', 'stateStandingGrant', 'endStandingGrant'],
  ...['readCredentialAuthorization', 'answerCredentialAuthorization'],
  ...[
    'recoverWallet',
    'signWithWallet',
    'signWithAddress',
    'decryptWithWallet',
    'grantWalletAccess',
    'verifyWalletLink',
  ],
];

describe('a token of a program of others', () => {
  const world = worldOfAll();

  it('is of no use where ways in, sessions, keys and other programs are managed', async () => {
    const { accessToken } = await programSession(world, 'user', { scopes: SCOPES_OF_OTHERS });
    for (const id of OF_THE_PERSON) {
      const own = operations().find((operation) => operation.id === id);
      if (own === undefined) throw new Error(`no operation ${id}`);
      const { status } = await call(world, own.definition, own.example.input ?? {}, { token: accessToken });
      expect(status, id).to.equal(403);
    }
    const me = await call(world, definitionOf('getMe'), {}, { token: accessToken });
    expect(me.status).to.equal(200);
  });
});
