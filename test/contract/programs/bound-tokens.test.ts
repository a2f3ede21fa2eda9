// Tokens that a program bound to a key of its own (DPoP, RFC 9449): who has the tokens alone has nothing, at the
// authorization server, at each operation, at hubs and at the MCP server.
import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { DpopProofs } from '../../../api/auth/proofs/dpop-proofs.js';
import { hubs } from '../../../api/hubs/table.js';
import { PROGRAM_SCOPE_WORDS } from '../../../core/tenant/programs/scopes.js';
import { aKey, jwtOf } from '../credentials/phone.js';
import { statusOf } from '../hubs/sockets.js';
import { definitionOf, exampleOrders } from '../ledger/fixtures.js';
import { call, operations, sendTo } from '../world/caller.js';
import { worldOfAll, worldOfEach } from '../world/world-of.js';
import { answeredAs, codeFor, EXCHANGE, FORM, programSession, refusedAs, sendForm, tokensFor } from './fixtures.js';

const NODE = 'http://localhost:8080';
const ME = '/api/auth/me';
const RESOURCE = `resource_metadata="${NODE}/.well-known/oauth-protected-resource"`;

type World = ReturnType<typeof worldOfEach>;

/** A program with a key. */
class Prover {
  readonly key = aKey();

  constructor(private readonly world: World) {}

  nonce(server = NODE): string {
    return this.world.deps.programs.proofs.headers(server)['dpop-nonce'];
  }

  get thumbprint(): string {
    const { crv, kty, x, y } = this.key.jwk;
    return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  }

  /** A proof for a request; `change` breaks it. */
  proof(method: string, path: string, change: { readonly header?: object; readonly payload?: object } = {}): string {
    const iat = Math.floor(this.world.deps.clock.now() / 1000);
    const own = { jti: randomUUID(), htm: method, htu: NODE + path, iat, nonce: this.nonce() };
    const head = { typ: 'dpop+jwt', alg: 'ES256', jwk: this.key.jwk, ...change.header };
    return jwtOf(this.key, head, { ...own, ...change.payload });
  }

  /** The headers of a request with the token. */
  headers(token: string, [method, path]: readonly [string, string], payload: object = {}) {
    const ath = createHash('sha256').update(token).digest('base64url');
    return { authorization: `DPoP ${token}`, dpop: this.proof(method, path, { payload: { ath, ...payload } }) };
  }
}

const atToken = (prover: Prover) => ({ dpop: prover.proof('POST', '/oauth/token') });

describe('a program with a key', () => {
  const world = worldOfEach();
  let prover: Prover;
  beforeEach(() => {
    prover = new Prover(world);
  });

  const exchange = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) =>
    sendForm(world, '/oauth/token', { ...EXCHANGE, ...fields }, headers);
  const refreshed = (refresh_token: string, headers: Readonly<Record<string, string>> = {}) =>
    sendForm(
      ...[world, '/oauth/token', { grant_type: 'refresh_token', client_id: FORM.client_id, refresh_token }, headers],
    );
  const session = async () => (await exchange({ code: await codeFor(world) }, atToken(prover))).json();
  const me = async (token: string, headers = prover.headers(token, ['GET', ME])) =>
    (await sendTo(world, 'GET', ME, { headers })).status;

  it('is given a nonce first, and for its code a session that is bound to the key', async () => {
    const code = await codeFor(world);
    const early = prover.proof('POST', '/oauth/token', { payload: { nonce: undefined } });
    const first = await exchange({ code }, { dpop: early });
    expect(refusedAs(first)).to.equal('400 use_dpop_nonce');
    const nonce = String(first.headers['dpop-nonce']);
    const second = await exchange({ code }, { dpop: prover.proof('POST', '/oauth/token', { payload: { nonce } }) });
    expect(second.json(), 'the code was not spent by it').to.include({ token_type: 'DPoP', scope: FORM.scope });
    expect(second.headers['dpop-nonce']).to.be.a('string');
    const { access_token: token, refresh_token } = second.json();
    expect(await me(token)).to.equal(200);
    const service = { authorization: `Bearer ${await world.token('service')}` };
    for (const [asked, token_type] of [
      [token, 'DPoP'],
      [refresh_token, 'refresh_token'],
    ]) {
      const known = (await sendForm(world, '/oauth/introspect', { token: asked }, service)).json();
      expect(known).to.deep.include({ active: true, token_type, cnf: { jkt: prover.thumbprint } });
    }
  });

  it('refreshes with the key alone, and one without it ends nothing', async () => {
    const { refresh_token } = await session();
    const thief = new Prover(world);
    expect(refusedAs(await refreshed(refresh_token))).to.equal('400 invalid_grant');
    expect(refusedAs(await refreshed(refresh_token, atToken(thief)))).to.equal('400 invalid_grant');
    const next = (await refreshed(refresh_token, atToken(prover))).json();
    expect(next.token_type).to.equal('DPoP');
    expect(refusedAs(await refreshed(refresh_token, atToken(thief))), 'a spent one').to.equal('400 invalid_grant');
    const body = { refreshToken: next.refresh_token };
    const old = await sendTo(world, 'POST', '/api/auth/token/refresh', { body });
    expect(old.json.code, 'the endpoint of before').to.equal('TOKEN_INVALID');
    expect(await me(next.access_token)).to.equal(200);
    expect(refusedAs(await refreshed(refresh_token, atToken(prover)))).to.equal('400 invalid_grant');
    expect(await me(next.access_token), 'a spent one by its own key ends the session').to.equal(401);
  });

  it('does not bind a session that began without it', async () => {
    const { refresh_token, access_token } = (await tokensFor(world)).json();
    expect(refusedAs(await refreshed(refresh_token, atToken(prover)))).to.equal('400 invalid_grant');
    const sent = await sendTo(world, 'GET', ME, { headers: prover.headers(access_token, ['GET', ME]) });
    expect([sent.status, sent.json.code]).to.deep.equal([401, 'TOKEN_INVALID']);
    expect(sent.headers['www-authenticate']).to.equal(`DPoP error="invalid_token", ${RESOURCE}`);
  });

  it('says before which key the code is for: dpop_jkt, or the proof of a pushed request', async () => {
    const form = { ...FORM, dpop_jkt: prover.thumbprint };
    const thief = new Prover(world);
    expect(refusedAs(await exchange({ code: await codeFor(world, form) }, atToken(thief)))).to.equal(
      '400 invalid_grant',
    );
    expect(refusedAs(await exchange({ code: await codeFor(world, form) }, {}))).to.equal('400 invalid_grant');
    expect(refusedAs(await exchange({ code: await codeFor(world, form) }, atToken(prover)))).to.equal('200');
    const push = (by: Prover, fields: Readonly<Record<string, string>>) =>
      sendForm(world, '/oauth/par', { ...FORM, ...fields }, { dpop: by.proof('POST', '/oauth/par') });
    expect(refusedAs(await push(thief, { dpop_jkt: prover.thumbprint }))).to.equal('400 invalid_dpop_proof');
    expect(refusedAs(await sendForm(world, '/oauth/par', { ...FORM, dpop_jkt: 'x' }))).to.equal('400 invalid_request');
    const pushed = await push(prover, {});
    expect(pushed.headers['dpop-nonce']).to.be.a('string');
    const asked = { client_id: FORM.client_id, request_uri: pushed.json().request_uri };
    const code = (await answeredAs(world, asked, await world.token('user'))).searchParams.get('code') ?? '';
    expect(refusedAs(await exchange({ code }, atToken(thief)))).to.equal('400 invalid_grant');
  });

  it('on another computer gets a session of its key by its device code', async () => {
    const { client_id } = FORM;
    const asked = (await sendForm(world, '/oauth/device', { client_id, scope: 'ledger:read' })).json();
    const body = { userCode: asked.user_code, isAllowed: true };
    await sendTo(world, 'POST', '/api/auth/device-code/answer', { token: await world.token('user'), body });
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const fields = { grant_type, client_id, device_code: asked.device_code };
    const { access_token, token_type } = (await sendForm(world, '/oauth/token', fields, atToken(prover))).json();
    expect([token_type, await me(access_token)]).to.deep.equal(['DPoP', 200]);
  });

  it('may use a proof once at the token endpoint, and none of a server of before', async () => {
    const { refresh_token } = await session();
    const proof = atToken(prover);
    const next = (await refreshed(refresh_token, proof)).json();
    expect(refusedAs(await refreshed(next.refresh_token, proof))).to.equal('400 invalid_dpop_proof');
    const before = prover.headers(next.access_token, ['GET', ME]);
    Object.assign(world.deps.programs, { proofs: new DpopProofs(world.deps) });
    const answer = await exchange({ code: 'x' }, atToken(prover));
    expect(refusedAs(answer)).to.equal('400 invalid_grant');
    const { dpop } = before;
    expect(refusedAs(await exchange({ code: 'x' }, { dpop }))).to.equal('400 invalid_dpop_proof');
    const old = prover.proof('POST', '/oauth/token', {
      payload: { nonce: new DpopProofs(world.deps).headers(NODE)['dpop-nonce'] },
    });
    expect(refusedAs(await exchange({ code: 'x' }, { dpop: old }))).to.equal('400 use_dpop_nonce');
  });
});

describe('a token that is bound to a key', () => {
  const world = worldOfAll();
  let prover: Prover;
  let token: string;
  let mcpToken: string;
  before(async () => {
    await exampleOrders(world);
    prover = new Prover(world);
    const access = { scopes: PROGRAM_SCOPE_WORDS, thumbprint: prover.thumbprint };
    token = (await programSession(world, 'systemAdmin', { ...access, clientId: 'quorate-cli' })).accessToken;
    mcpToken = (await programSession(world, 'user', { ...access, resource: 'mcp' })).accessToken;
  });

  it('alone is of no use at any operation', async () => {
    for (const { id, definition, example } of operations()) {
      if (definition.can === 'public') continue;
      const answer = await call(world, definition, example.input ?? {}, { token });
      expect([answer.status, answer.json?.code ?? answer.json?.error], id).to.be.deep.oneOf([
        [401, 'DPOP_PROOF_INVALID'],
        [401, 'invalid_token'],
      ]);
    }
  });

  it('shows what its person may see where none is asked for, by its proof alone', async () => {
    const definition = definitionOf('listRegisterCache');
    const shown = async (headers: Readonly<Record<string, string>> = {}) =>
      (await call(world, definition, {}, { headers })).json;
    expect((await shown({ authorization: `Bearer ${token}` })).code).to.equal('DPOP_PROOF_INVALID');
    expect(await shown(prover.headers(token, ['GET', definition.url]))).to.not.deep.equal(await shown());
  });

  const REFUSED: Readonly<Record<string, object>> = {
    'without the token (ath)': { ath: undefined },
    'for another token': { ath: 'x' },
    'for another method': { htm: 'POST' },
    'for another address': { htu: `${NODE}/api/auth/sessions` },
    'for another host': { htu: `https://evil.example${ME}` },
    'without an id': { jti: undefined },
    'with an id of a page': { jti: 'x'.repeat(73) },
    'of two minutes ago': { iat: 0 },
    'that is over': { exp: 1 },
  };
  for (const [name, payload] of Object.entries(REFUSED))
    it(`is refused with a proof ${name}`, async () => {
      const { status, json, headers } = await sendTo(world, 'GET', ME, {
        headers: prover.headers(token, ['GET', ME], payload),
      });
      expect([status, json.code]).to.deep.equal([401, 'DPOP_PROOF_INVALID']);
      expect(headers['www-authenticate']).to.equal(`DPoP error="invalid_dpop_proof", algs="ES256", ${RESOURCE}`);
    });

  it('is refused with a proof of another key, with two, with none, and with the scheme of others', async () => {
    const good = prover.headers(token, ['GET', ME]);
    const thief = new Prover(world);
    for (const headers of [
      thief.headers(token, ['GET', ME]),
      { ...good, dpop: `${good.dpop}, ${good.dpop}` },
      { authorization: good.authorization },
      { authorization: `Bearer ${token}` },
      { ...good, authorization: `Bearer ${token}` },
      { ...good, dpop: `${good.dpop.slice(0, -4)}AAAA` },
    ])
      expect((await sendTo(world, 'GET', ME, { headers })).json.code).to.equal('DPOP_PROOF_INVALID');
    for (const header of [{ alg: 'none' }, { typ: 'JWT' }, { jwk: { ...prover.key.jwk, d: 'AA' } }, { kid: 'k' }]) {
      const ath = createHash('sha256').update(token).digest('base64url');
      const dpop = prover.proof('GET', ME, { header, payload: { ath } });
      const answer = await sendTo(world, 'GET', ME, { headers: { ...good, dpop } });
      expect(answer.json.code, JSON.stringify(header)).to.equal('DPOP_PROOF_INVALID');
    }
    expect((await sendTo(world, 'GET', ME, { headers: good })).status, 'none of these spent it').to.equal(200);
    expect((await sendTo(world, 'GET', ME, { headers: good })).json.code, 'it again').to.equal('DPOP_PROOF_INVALID');
  });

  it('takes a nonce of this node, which it gives', async () => {
    for (const nonce of [undefined, 'x', prover.nonce('http://localhost:8080/credentials/northwind')]) {
      const headers = prover.headers(token, ['GET', ME], { nonce });
      const answer = await sendTo(world, 'GET', ME, { headers });
      expect([answer.status, answer.json.code]).to.deep.equal([401, 'DPOP_NONCE_NEEDED']);
      expect(answer.headers['www-authenticate']).to.contain('DPoP error="use_dpop_nonce", algs="ES256"');
      const again = prover.headers(token, ['GET', ME], { nonce: answer.headers['dpop-nonce'] });
      const { status, headers: told } = await sendTo(world, 'GET', ME, { headers: again });
      expect([status, typeof told['dpop-nonce']], 'and the next one').to.deep.equal([200, 'string']);
    }
    const scheme = prover.headers(token, ['GET', ME]);
    const small = { ...scheme, authorization: scheme.authorization.replace('DPoP', 'dpop') };
    expect((await sendTo(world, 'GET', `${ME}?x=1`, { headers: small })).json.code, 'no query in htu').to.not.match(
      /DPOP/,
    );
  });

  it('is asked for its proof by hubs, at each request of a connection', async () => {
    for (const hub of hubs) {
      const path = `${hub.paths[0]}/negotiate`;
      const ask = (headers: Readonly<Record<string, string>>, url = path) => sendTo(world, 'POST', url, { headers });
      expect((await ask({ authorization: `Bearer ${token}` })).json.code, hub.name).to.equal('DPOP_PROOF_INVALID');
      const { json } = await ask(prover.headers(token, ['POST', path]), `${path}?negotiateVersion=1`);
      const at = `${hub.paths[0]}?id=${json.connectionToken}`;
      const bare = await sendTo(world, 'GET', `${at}&access_token=${token}`);
      expect(bare.json.code, hub.name).to.equal('DPOP_PROOF_INVALID');
      const proven = { headers: prover.headers(token, ['DELETE', String(hub.paths[0])]) };
      expect((await sendTo(world, 'DELETE', at, proven)).json.code).to.equal('HUB_CONNECTION_UNKNOWN');
    }
  });

  it('opens a socket of a hub by the connection token that it was given with a proof', async () => {
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    const path = '/hubs/register/negotiate';
    const headers = prover.headers(token, ['POST', path]);
    const { json } = await sendTo(world, 'POST', `${path}?negotiateVersion=1`, { headers });
    const at = `${url}/hubs/register?id=${json.connectionToken}`;
    expect(await statusOf(`${at}&access_token=${token}`), 'the token alone').to.equal(401);
    expect(await statusOf(at)).to.equal(101);
    expect(await statusOf(at), 'again').to.equal(401);
  });

  it('is asked for its proof by the MCP server', async () => {
    const ask = async (headers: Readonly<Record<string, string>>) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
      const accept = 'application/json, text/event-stream';
      return sendTo(world, 'POST', '/mcp', { headers: { host: 'localhost:8080', accept, ...headers }, body });
    };
    const refused = await ask({ authorization: `Bearer ${mcpToken}` });
    expect([refused.status, refused.json.code]).to.deep.equal([401, 'DPOP_PROOF_INVALID']);
    expect(refused.headers['www-authenticate']).to.contain('/.well-known/oauth-protected-resource/mcp');
    const proof = prover.headers(mcpToken, ['POST', '/mcp']);
    expect((await ask(proof)).status).to.not.equal(401);
    expect((await ask(proof)).json.code, 'it again').to.equal('DPOP_PROOF_INVALID');
  });

  it('lacks a scope in the words of its scheme', async () => {
    const access = { scopes: [], thumbprint: prover.thumbprint };
    const { accessToken } = await programSession(world, 'systemAdmin', access);
    const headers = prover.headers(accessToken, ['GET', '/api/programs']);
    const answer = await sendTo(world, 'GET', '/api/programs', { headers });
    expect(answer.headers['www-authenticate']).to.match(/^DPoP error="insufficient_scope", scope="organisation:admin"/);
  });
});
