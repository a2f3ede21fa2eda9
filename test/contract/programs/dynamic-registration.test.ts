// Programs that register themselves (RFC 7591): by clients that others wrote, hostile documents, floods, what the page
// says of them, and when they go.
import { type AuthorizationServerMetadata, registerClient } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import * as oauth from 'oauth4webapi';
import {
  SELF_REGISTERED_KEPT_MS,
  SELF_REGISTERED_MAX,
  SELF_REGISTERED_NETWORK_MAX,
  SELF_REGISTERED_UNUSED_MS,
} from '../../../core/base/limits/node/accounts.js';
import { challengeOf } from '../../../core/tenant/programs/codes.js';
import { worldOfAll } from '../world/world-of.js';
import { answeredAs, EXCHANGE, readAs, refusedAs, sendForm, VERIFIER } from './fixtures.js';

const NODE = new URL('http://localhost:8080');
const REDIRECT = 'https://assistant.example/callback';
const DOCUMENT = { client_name: 'An assistant', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };

describe('programs that register themselves', () => {
  const world = worldOfAll({ isHeldToDocument: false });
  let sender = 0;

  /** From an address of another network each time. */
  const register = (document: unknown, remoteAddress = `198.51.${Math.floor(++sender / 250)}.${sender % 250}`) =>
    world.app.inject({
      ...{ method: 'POST', url: '/oauth/register', remoteAddress, headers: { 'content-type': 'application/json' } },
      payload: typeof document === 'string' ? document : JSON.stringify(document),
    });
  const clients = () => world.deps.programs.clients;
  const forget = () => world.deps.commit(clients().sweep(Number.MAX_SAFE_INTEGER));
  afterEach(forget);

  const fetchFn = async (input: string | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(input));
    const headers = Object.fromEntries(new Headers(init.headers));
    const method = (init.method ?? 'GET') as 'GET';
    const sent = { method, url: pathname + search, headers, ...(init.body && { payload: String(init.body) }) };
    const answer = await world.app.inject({ ...sent, remoteAddress: `203.0.113.${++sender % 250}` });
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    });
  };

  const FORM = (clientId: string) => ({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: REDIRECT, scope: 'ledger:read', state: 's' },
    ...{ code_challenge: challengeOf(VERIFIER), code_challenge_method: 'S256' },
  });

  it('get a client id and a session by it: oauth4webapi', async () => {
    const options = { [oauth.customFetch]: fetchFn as never, [oauth.allowInsecureRequests]: true };
    const found = await oauth.discoveryRequest(NODE, { algorithm: 'oauth2', ...options });
    const as = await oauth.processDiscoveryResponse(NODE, found);
    const answer = await oauth.dynamicClientRegistrationRequest(as, { ...DOCUMENT, scope: 'ledger:read' }, options);
    const own = await oauth.processDynamicClientRegistrationResponse(answer);
    expect(own).to.include({ client_name: DOCUMENT.client_name, scope: 'ledger:read' });
    expect(own).to.not.have.property('client_secret');
    const location = await answeredAs(world, FORM(own.client_id), await world.token('user'));
    const parameters = oauth.validateAuthResponse(as, own, location, 's');
    const grant = [as, own, oauth.None(), parameters, REDIRECT, VERIFIER, options] as const;
    const tokens = await oauth.processAuthorizationCodeResponse(
      ...([as, own, await oauth.authorizationCodeGrantRequest(...grant)] as const),
    );
    expect(tokens.scope).to.equal('ledger:read');
  });

  it('are registered by the client of MCP, and refused in words that it understands', async () => {
    const found = await fetchFn(`${NODE.origin}/.well-known/oauth-authorization-server`);
    const metadata = (await found.json()) as AuthorizationServerMetadata;
    expect(metadata.registration_endpoint).to.equal(`${NODE.origin}/oauth/register`);
    const made = await registerClient(NODE, { metadata, clientMetadata: DOCUMENT, fetchFn: fetchFn as never });
    expect(made.redirect_uris.map(String)).to.deep.equal([REDIRECT]);
    const secret = { ...DOCUMENT, token_endpoint_auth_method: 'client_secret_post' };
    const refused = await registerClient(NODE, { metadata, clientMetadata: secret, fetchFn: fetchFn as never })
      .then(() => undefined)
      .catch((error: Error) => error.message);
    expect(refused).to.contain('expected none');
  });

  it('are told to the person as such, and lead a browser nowhere by a faulty request', async () => {
    const { client_id: clientId } = (await register(DOCUMENT)).json();
    const token = await world.token('user');
    const { request } = (await readAs(world, FORM(clientId), token)).json();
    expect(request).to.include({ isRegistered: false, isSelfRegistered: true, name: 'An assistant' });
    const faulty = await readAs(world, { ...FORM(clientId), scope: 'nothing' }, token);
    expect([faulty.statusCode, faulty.json().code]).to.deep.equal([400, 'PROGRAM_REQUEST_INVALID']);
    expect(faulty.body).to.not.contain('assistant.example');
    const elsewhere = await readAs(world, { ...FORM(clientId), redirect_uri: 'https://thief.example/' }, token);
    expect(elsewhere.json().code).to.equal('PROGRAM_REQUEST_INVALID');
    const device = await sendForm(world, '/oauth/device', { client_id: clientId, scope: 'ledger:read' });
    expect(refusedAs(device)).to.equal('400 unauthorized_client');
  });

  it('go in an hour, but for those that a person let in', async () => {
    const [unused, used] = [(await register(DOCUMENT)).json().client_id, (await register(DOCUMENT)).json().client_id];
    const code = (await answeredAs(world, FORM(used), await world.token('user'))).searchParams.get('code') ?? '';
    const nowMs = world.deps.clock.now();
    await world.deps.commit(clients().sweep(nowMs + SELF_REGISTERED_UNUSED_MS));
    expect([clients().find(unused), clients().find(used)?.clientId]).to.deep.equal([undefined, used]);
    const form = { ...EXCHANGE, client_id: used, redirect_uri: REDIRECT, code };
    expect((await sendForm(world, '/oauth/token', form)).statusCode).to.equal(200);
    await world.deps.commit(clients().sweep(nowMs + SELF_REGISTERED_KEPT_MS + 1));
    expect(clients().find(used)).to.equal(undefined);
    expect(refusedAs(await sendForm(world, '/oauth/token', form))).to.equal('401 invalid_client');
  });

  const HOSTILE: Readonly<Record<string, readonly [document: unknown, error: string]>> = {
    'no object': ['[]', 'invalid_request'],
    'no JSON': ['{', 'invalid_request'],
    'a doubled member': ['{"client_name":"a","client_name":"b"}', 'invalid_request'],
    'more bytes than a form has': [{ ...DOCUMENT, more: 'x'.repeat(20_000) }, 'invalid_request'],
    'no address': [{ client_name: 'a' }, 'invalid_redirect_uri'],
    'no address in the list': [{ ...DOCUMENT, redirect_uris: [] }, 'invalid_redirect_uri'],
    'eleven addresses': [
      { ...DOCUMENT, redirect_uris: Array.from({ length: 11 }, (_, i) => `${REDIRECT}${i}`) },
      'invalid_redirect_uri',
    ],
    'an address twice': [{ ...DOCUMENT, redirect_uris: [REDIRECT, REDIRECT] }, 'invalid_redirect_uri'],
    'a number for an address': [{ ...DOCUMENT, redirect_uris: [1] }, 'invalid_redirect_uri'],
    'an address that runs': [{ ...DOCUMENT, redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    'plain HTTP elsewhere': [{ ...DOCUMENT, redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri'],
    'an address with a fragment': [{ ...DOCUMENT, redirect_uris: [`${REDIRECT}#a`] }, 'invalid_redirect_uri'],
    'an address with a user': [{ ...DOCUMENT, redirect_uris: ['https://u@a.example/'] }, 'invalid_redirect_uri'],
    'no name': [{ redirect_uris: [REDIRECT] }, 'invalid_client_metadata'],
    'a name that hides something': [{ ...DOCUMENT, client_name: 'a\u202eb' }, 'invalid_client_metadata'],
    'a long name': [{ ...DOCUMENT, client_name: 'a'.repeat(61) }, 'invalid_client_metadata'],
    'a secret': [{ ...DOCUMENT, token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
    keys: [{ ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    'the implicit grant': [{ ...DOCUMENT, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    'a code for another computer': [
      { ...DOCUMENT, grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] },
      'invalid_client_metadata',
    ],
    'a token as the answer': [{ ...DOCUMENT, response_types: ['token'] }, 'invalid_client_metadata'],
    'the scope of the command line': [{ ...DOCUMENT, scope: 'account:manage' }, 'invalid_client_metadata'],
    'a scope that is no text': [{ ...DOCUMENT, scope: 5 }, 'invalid_client_metadata'],
    'a statement of somebody': [{ ...DOCUMENT, software_statement: 'e30.e30.' }, 'unapproved_software_statement'],
  };
  for (const [name, [document, error]] of Object.entries(HOSTILE))
    it(`are refused with ${name}`, async () => {
      const answer = await register(document);
      expect([answer.json().error, clients().selfRegistered().length], answer.body).to.deep.equal([error, 0]);
      expect(answer.statusCode).to.be.within(400, 413);
    });

  it('keep nothing of what they say beside: neither secrets nor names that the node has', async () => {
    const more = {
      client_id: 'quorate-cli',
      client_secret: 'mine',
      organisationId: 'x',
      endsAtMs: 1e15,
      logo_uri: 'x',
    };
    const { client_id: clientId } = (await register({ ...DOCUMENT, ...more })).json();
    expect(clientId).to.match(/^self-[0-9a-f]{32}$/);
    const kept = clients().find(clientId);
    expect(kept).to.have.all.keys('clientId', 'name', 'redirectUris', 'scopes', 'network', 'createdAt', 'endsAtMs');
    expect(kept?.scopes).to.not.include('account:manage');
  });

  it('flood nobody: by network and by all, and take no room of others', async () => {
    const fill = (number: number, network: (i: number) => string) =>
      world.deps.commit(
        Array.from({ length: number }, (_, i) =>
          clients().put({
            ...{ clientId: `self-${i}`, name: 'x', redirectUris: [REDIRECT], scopes: [], network: network(i) },
            ...{ createdAt: '2026-11-30T00:00:00.000Z', endsAtMs: world.deps.clock.now() + 1000 },
          }),
        ),
      );
    await fill(SELF_REGISTERED_NETWORK_MAX, () => '198.18.0.1');
    expect(refusedAs(await register(DOCUMENT, '198.18.0.1'))).to.equal('503 temporarily_unavailable');
    expect((await register(DOCUMENT, '198.18.0.2')).statusCode).to.equal(201);
    const before = clients().count;
    await fill(SELF_REGISTERED_MAX, (i) => `n${i}`);
    expect(refusedAs(await register(DOCUMENT, '198.18.0.3'))).to.equal('503 temporarily_unavailable');
    expect(clients().count).to.equal(before);
  });

  it('are not there where the operator does not allow it', async () => {
    const config = world.deps.config as { dynamicRegistration: boolean };
    config.dynamicRegistration = false;
    try {
      expect(refusedAs(await register(DOCUMENT))).to.equal('400 access_denied');
      const metadata = await (await fetchFn(`${NODE.origin}/.well-known/oauth-authorization-server`)).json();
      expect(metadata).to.not.have.property('registration_endpoint');
    } finally {
      config.dynamicRegistration = true;
    }
  });
});
