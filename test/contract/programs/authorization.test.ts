// The authorization server for programs: what a person is shown, what a program gets, and what it gets not.
import { expect } from 'chai';
import type { Caller } from '../../../api/auth/caller.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { REVOCATION_KEEP_MS } from '../../../core/base/limits/node/accounts.js';
import { COMMAND_LINE } from '../../../core/tenant/programs/clients.js';
import { code, postTo, sendTo } from '../world/caller.js';
import { openFor } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import {
  answeredAs,
  codeFor,
  EXCHANGE,
  FORM,
  REDIRECT,
  readAs,
  refusedAs,
  sendForm,
  tokensFor,
  VERIFIER,
} from './fixtures.js';

const NODE = 'http://localhost:8080';
const MINUTE = 60_000;

describe('the authorization server', () => {
  const world = worldOfEach();
  let token: string;
  beforeEach(async () => {
    token = await world.token('user');
  });

  const callerOf = (bearer: string) => world.deps.tokens.verify(bearer) as Promise<Caller>;
  const exchange = (fields: Readonly<Record<string, string | undefined>>) =>
    sendForm(world, '/oauth/token', { ...EXCHANGE, ...fields });
  const refreshed = (refresh_token: string, more: Readonly<Record<string, string>> = {}) =>
    sendForm(world, '/oauth/token', { grant_type: 'refresh_token', client_id: FORM.client_id, refresh_token, ...more });

  it('describes itself, and what takes its tokens', async () => {
    const read = async (path: string) => (await sendTo(world, 'GET', `/.well-known/${path}`)).json;
    const server = await read('oauth-authorization-server');
    expect(server).to.deep.include({
      ...{ issuer: NODE, token_endpoint: `${NODE}/oauth/token`, code_challenge_methods_supported: ['S256'] },
      authorization_response_iss_parameter_supported: true,
    });
    expect(await read('openid-configuration')).to.deep.equal(server);
    expect(await read('oauth-protected-resource')).to.deep.include({ resource: NODE, authorization_servers: [NODE] });
    expect(await read('oauth-protected-resource/mcp')).to.deep.include({ resource: `${NODE}/mcp` });
    // Each endpoint that it names is there: a request with nothing in it is refused by it.
    for (const [name, url] of Object.entries(server))
      if (name.endsWith('_endpoint') && !['authorization_endpoint', 'introspection_endpoint'].includes(name))
        expect((await sendForm(world, new URL(String(url)).pathname, {})).statusCode, name).to.equal(400);
  });

  it('gives a program what the person said yes to, and ends the session of the page', async () => {
    const shown = (await readAs(world, FORM, token)).json().request;
    expect(shown).to.deep.include({
      ...{ name: COMMAND_LINE.name, isCommandLine: true, isOwnComputer: true, isVouchedFor: false, isKnown: false },
      ...{ redirectsTo: '127.0.0.1:50321', organizationName: EXAMPLE.organisationName, isForMcp: false },
    });
    expect(shown.scopes.map(({ scope }: { scope: string }) => scope)).to.deep.equal(FORM.scope.split(' '));
    const location = await answeredAs(world, FORM, token);
    expect(location.origin + location.pathname).to.equal(REDIRECT);
    expect(Object.fromEntries(location.searchParams)).to.include({ state: FORM.state, iss: NODE });
    const answer = await exchange({ code: location.searchParams.get('code') ?? '' });
    expect(answer.headers).to.include({ 'cache-control': 'no-store', pragma: 'no-cache' });
    const tokens = answer.json();
    expect(tokens).to.deep.include({ token_type: 'Bearer', expires_in: 3600, scope: FORM.scope });
    const caller = await callerOf(tokens.access_token);
    expect(caller.subject).to.equal(EXAMPLE.userId);
    expect(caller.access).to.deep.equal({ clientId: FORM.client_id, scopes: FORM.scope.split(' ') });
    expect((await postTo(world, '/api/auth/logout', {}, token)).statusCode, 'the page').to.equal(401);
    const { rows } = await world.deps.audit.page([caller.organisationId], { eventType: 'ProgramLetIn' }, 10);
    expect(rows[0]?.details).to.include({ clientId: FORM.client_id, scope: FORM.scope });
    expect((await readAs(world, FORM, await world.token('user'))).json().request.isKnown).to.equal(true);
  });

  it('asks its person again a month after the program was let in last, when no revocation of before is kept', async () => {
    await tokensFor(world);
    const isKnown = async () => (await readAs(world, FORM, await world.token('user'))).json().request.isKnown;
    world.advance(REVOCATION_KEEP_MS - 60_000);
    expect(await isKnown()).to.equal(true);
    world.advance(60_000);
    expect(await isKnown()).to.equal(false);
    const listed = await sendTo(world, 'GET', '/api/auth/program-consents', { token: await world.token('user') });
    expect(listed.json).to.deep.equal({ consents: [] });
  });

  it('gives no refresh token that was not asked for, and a session as long as its token', async () => {
    const tokens = (await tokensFor(world, { ...FORM, scope: 'ledger:read' })).json();
    expect(tokens).to.not.have.property('refresh_token');
    const { sessionId } = await callerOf(tokens.access_token);
    const family = world.deps.sessions.family(sessionId);
    expect((family?.expiresAtMs ?? 0) - (family?.createdAtMs ?? 0)).to.equal(60 * MINUTE);
  });

  it('tells a program that the person said no, and ends the request', async () => {
    const denied = await answeredAs(world, FORM, token, false);
    expect(denied.searchParams.get('error')).to.equal('access_denied');
    expect(denied.searchParams.get('code')).to.equal(null);
    const { requestUri } = (await readAs(world, FORM, token)).json();
    const body = { requestUri, isAllowed: true };
    const both = [0, 1].map(() => postTo(world, '/api/auth/program-requests/answer', body, token));
    const answers = await Promise.all(both);
    expect(answers.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 410]);
  });

  it('takes a pushed request, of the program that pushed it alone', async () => {
    const pushed = await sendForm(world, '/oauth/par', FORM);
    expect([pushed.statusCode, pushed.json().expires_in]).to.deep.equal([201, 60]);
    const { request_uri } = pushed.json();
    const other = await readAs(world, { client_id: 'another', request_uri }, token);
    expect(code(other)).to.deep.equal([410, 'PROGRAM_REQUEST_NOT_FOUND']);
    const mixed = { ...FORM, request_uri, scope: 'node:operate' };
    const shown = (await readAs(world, mixed, token)).json().request;
    expect(shown.scopes, 'the address adds nothing').to.have.length(3);
    const location = await answeredAs(world, { client_id: FORM.client_id, request_uri }, token);
    expect((await exchange({ code: location.searchParams.get('code') ?? '' })).statusCode).to.equal(200);
    const again = await readAs(world, { client_id: FORM.client_id, request_uri }, await world.token('user'));
    expect(code(again)).to.deep.equal([410, 'PROGRAM_REQUEST_NOT_FOUND']);
    for (const [change, name] of [
      [{ redirect_uri: 'https://evil.example/' }, '400 invalid_request'],
      [{ code_challenge_method: 'plain' }, '400 invalid_request'],
      [{ request_uri: 'urn:x' }, '400 invalid_request'],
      [{ scope: 'root' }, '400 invalid_scope'],
      [{ client_id: 'nobody' }, '401 invalid_client'],
      [{ resource: 'https://other.example' }, '400 invalid_target'],
    ] as const)
      expect(refusedAs(await sendForm(world, '/oauth/par', { ...FORM, ...change })), JSON.stringify(change)).to.equal(
        name,
      );
  });

  it('takes faults of a request to the program, and to no address that it did not register', async () => {
    const faulty = (await readAs(world, { ...FORM, scope: 'root' }, token)).json();
    expect(Object.fromEntries(new URL(faulty.location).searchParams)).to.include({
      ...{ error: 'invalid_scope', state: FORM.state, iss: NODE },
    });
    for (const change of [
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: undefined },
      { redirect_uri: 'http://127.0.0.1:1@evil.example/' },
      { client_id: 'nobody' },
      { client_id: undefined },
      { client_id: 'http://p.example/c' },
    ]) {
      const answer = await readAs(world, { ...FORM, scope: 'root', ...change }, token);
      expect(code(answer), JSON.stringify(change)).to.deep.equal([400, 'PROGRAM_REQUEST_INVALID']);
      expect(answer.json()).to.not.have.property('location');
    }
  });

  it('asks a person of late, and no program', async () => {
    const { requestUri } = (await readAs(world, FORM, token)).json();
    const own = (await tokensFor(world, { ...FORM, scope: 'account:manage' })).json().access_token;
    expect(code(await readAs(world, FORM, own))).to.deep.equal([403, 'FORBIDDEN']);
    const body = { requestUri, isAllowed: true };
    expect(code(await postTo(world, '/api/auth/program-requests/answer', body, own))).to.deep.equal([403, 'FORBIDDEN']);
    world.advance(11 * MINUTE);
    const late = await world.token('user');
    world.advance(11 * MINUTE);
    expect(code(await postTo(world, '/api/auth/program-requests/answer', body, late))).to.deep.equal([
      ...[401, 'SIGN_IN_NOT_RECENT'],
    ]);
  });

  describe('gives nothing for a code', () => {
    const BAD: Readonly<Record<string, readonly [Readonly<Record<string, string | undefined>>, string]>> = {
      'with the verifier of another program': [{ code_verifier: `x${VERIFIER.slice(1)}` }, '400 invalid_grant'],
      'without a verifier': [{ code_verifier: undefined }, '400 invalid_grant'],
      'of another program': [{ client_id: 'https://p.example/c' }, '400 invalid_grant'],
      'at another address': [{ redirect_uri: `${REDIRECT}x` }, '400 invalid_grant'],
      'for another resource': [{ resource: `${NODE}/mcp` }, '400 invalid_target'],
      'of a program that is not known': [{ client_id: 'nobody' }, '401 invalid_client'],
      'with a secret that the program has not': [{ client_secret: 'x' }, '401 invalid_client'],
    };
    for (const [name, [change, expected]] of Object.entries(BAD))
      it(name, async () => {
        const granted = await codeFor(world);
        expect(refusedAs(await exchange({ code: granted, ...change }))).to.equal(expected);
        // Spent by the try, but where it is not known who tried.
        const isSpent = !expected.startsWith('401');
        expect(refusedAs(await exchange({ code: granted }))).to.equal(isSpent ? '400 invalid_grant' : '200');
      });

    it('after a minute, or where the session of the page ended meanwhile', async () => {
      const late = await codeFor(world);
      world.advance(MINUTE);
      expect(refusedAs(await exchange({ code: late }))).to.equal('400 invalid_grant');
      const location = await answeredAs(world, FORM, token);
      await postTo(world, '/api/auth/logout', {}, token);
      expect(refusedAs(await exchange({ code: location.searchParams.get('code') ?? '' }))).to.equal(
        '400 invalid_grant',
      );
    });

    it('that comes again, and ends what it gave', async () => {
      const granted = await codeFor(world);
      const tokens = (await exchange({ code: granted })).json();
      expect(refusedAs(await exchange({ code: granted }))).to.equal('400 invalid_grant');
      expect((await sendTo(world, 'GET', '/api/auth/me', { token: tokens.access_token })).status).to.equal(401);
      expect(refusedAs(await refreshed(tokens.refresh_token))).to.equal('400 invalid_grant');
    });
  });

  it('names what is wrong with a request for a token', async () => {
    expect(refusedAs(await exchange({ grant_type: undefined }))).to.equal('400 invalid_request');
    expect(refusedAs(await exchange({ grant_type: 'password' }))).to.equal('400 unsupported_grant_type');
    expect(refusedAs(await exchange({ grant_type: 'constructor' }))).to.equal('400 unsupported_grant_type');
    expect(refusedAs(await exchange({ client_id: undefined }))).to.equal('400 invalid_request');
    const twice = await world.app.inject({
      ...{ method: 'POST', url: '/oauth/token', payload: 'grant_type=a&grant_type=b' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(refusedAs(twice)).to.equal('400 invalid_request');
  });

  describe('refreshes', () => {
    it('once with each token, and ends the session where one comes again', async () => {
      const first = (await tokensFor(world)).json();
      const second = (await refreshed(first.refresh_token)).json();
      expect(second).to.include({ scope: FORM.scope, token_type: 'Bearer' });
      expect((await callerOf(second.access_token)).access?.scopes).to.deep.equal(FORM.scope.split(' '));
      expect(refusedAs(await refreshed(first.refresh_token))).to.equal('400 invalid_grant');
      expect(refusedAs(await refreshed(second.refresh_token))).to.equal('400 invalid_grant');
      expect((await sendTo(world, 'GET', '/api/auth/me', { token: second.access_token })).status).to.equal(401);
    });

    it('with fewer scopes for one token, and with no more', async () => {
      const { refresh_token } = (await tokensFor(world)).json();
      const narrow = (await refreshed(refresh_token, { scope: 'ledger:read' })).json();
      expect((await callerOf(narrow.access_token)).access?.scopes).to.deep.equal(['ledger:read']);
      expect(refusedAs(await refreshed(narrow.refresh_token, { scope: 'node:operate' }))).to.equal('400 invalid_scope');
      const whole = (await refreshed(narrow.refresh_token)).json();
      expect(whole.scope).to.equal(FORM.scope);
    });

    it('for the program that has the session alone', async () => {
      const { refresh_token } = (await tokensFor(world)).json();
      expect(refusedAs(await refreshed(refresh_token, { client_id: 'https://p.example/c' }))).to.equal(
        '400 invalid_grant',
      );
      expect(refusedAs(await refreshed(refresh_token, { resource: `${NODE}/mcp` }))).to.equal('400 invalid_target');
      expect(refusedAs(await refreshed('AAAA.BBBB'))).to.equal('400 invalid_grant');
      const session = await openFor(world.deps, 'user');
      expect(refusedAs(await refreshed(session.refreshToken)), 'that of a person').to.equal('400 invalid_grant');
      expect((await refreshed(refresh_token)).statusCode).to.equal(200);
    });

    it('nothing once the person, or whoever administers it, ended all sessions', async () => {
      const { refresh_token, access_token } = (await tokensFor(world)).json();
      await sendTo(world, 'DELETE', '/api/auth/sessions?which=all', { token: await world.token('user') });
      expect(refusedAs(await refreshed(refresh_token))).to.equal('400 invalid_grant');
      expect((await sendTo(world, 'GET', '/api/auth/me', { token: access_token })).status).to.equal(401);
      world.advance(1000);
      const shown = (await readAs(world, FORM, await world.token('user'))).json().request;
      expect(shown.isKnown, 'the word to the program ended too').to.equal(false);
    });
  });

  it('tells services whose a token is, and for what', async () => {
    const service = await world.token('service');
    const ask = async (asked: string, bearer = service) =>
      sendForm(world, '/oauth/introspect', { token: asked }, { authorization: `Bearer ${bearer}` });
    const tokens = (await tokensFor(world)).json();
    const common = { active: true, scope: FORM.scope, client_id: FORM.client_id, sub: EXAMPLE.userId };
    expect((await ask(tokens.access_token)).json()).to.include({ ...common, token_type: 'Bearer' });
    expect((await ask(tokens.refresh_token)).json()).to.include({ ...common, token_type: 'refresh_token' });
    for (const bad of ['nonsense', '']) expect((await ask(bad)).json()).to.deep.equal({ active: false });
    expect(refusedAs(await ask(tokens.access_token, tokens.access_token))).to.equal('403 insufficient_scope');
    expect(refusedAs(await sendForm(world, '/oauth/introspect', { token }))).to.equal('401 invalid_token');
    expect((await refreshed(tokens.refresh_token)).statusCode, 'not spent by it').to.equal(200);
  });

  describe('ends a session', () => {
    const revoke = (fields: Readonly<Record<string, string>>) =>
      sendForm(world, '/oauth/revoke', { client_id: FORM.client_id, ...fields });

    for (const which of ['access_token', 'refresh_token'] as const)
      it(`by its ${which}`, async () => {
        const tokens = (await tokensFor(world)).json();
        expect((await revoke({ token: tokens[which], token_type_hint: 'x' })).statusCode).to.equal(200);
        expect((await sendTo(world, 'GET', '/api/auth/me', { token: tokens.access_token })).status).to.equal(401);
        expect(refusedAs(await refreshed(tokens.refresh_token))).to.equal('400 invalid_grant');
      });

    it('of the program that asks alone, and tells nobody', async () => {
      const { access_token, refresh_token } = (await tokensFor(world)).json();
      for (const fields of [
        { token: access_token, client_id: 'https://p.example/c' },
        { token: refresh_token, client_id: 'https://p.example/c' },
        { token: token },
        { token: `${refresh_token.slice(0, -4)}AAAA` },
        { token: 'nonsense' },
      ])
        expect((await revoke(fields)).statusCode, JSON.stringify(Object.keys(fields))).to.equal(200);
      expect((await sendTo(world, 'GET', '/api/auth/me', { token: access_token })).status).to.equal(200);
      expect((await sendTo(world, 'GET', '/api/auth/me', { token })).status).to.equal(200);
      expect(refusedAs(await revoke({ token: access_token, client_id: 'nobody' }))).to.equal('401 invalid_client');
    });
  });

  it('gives tokens for the API, which the MCP server refuses', async () => {
    const { access_token } = (await tokensFor(world)).json();
    const sent = {
      token: access_token,
      headers: { host: 'localhost:8080' },
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    };
    const answer = await sendTo(world, 'POST', '/mcp', sent);
    expect([answer.status, answer.json.code]).to.deep.equal([401, 'TOKEN_INVALID']);
    expect(answer.headers['www-authenticate']).to.equal(
      `Bearer error="invalid_token", resource_metadata="${NODE}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it('gives tokens for the MCP server, which the API refuses', async () => {
    const tokens = (await tokensFor(world, { ...FORM, resource: `${NODE}/mcp` })).json();
    expect((await callerOf(tokens.access_token)).access?.resource).to.equal('mcp');
    expect((await sendTo(world, 'GET', '/api/auth/me', { token: tokens.access_token })).status).to.equal(401);
    const again = (await refreshed(tokens.refresh_token, { resource: `${NODE}/mcp` })).json();
    expect((await callerOf(again.access_token)).access?.resource).to.equal('mcp');
  });
});
