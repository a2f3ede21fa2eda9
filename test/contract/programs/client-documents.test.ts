// Programs that a document at their client id describes: fetched once a person is asked, within bounds.
import { expect } from 'chai';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import type { OutgoingAnswer, OutgoingCall } from '../../../core/outgoing/ports.js';
import { OutgoingHttp } from '../../../node/outgoing/http.js';
import { code } from '../world/caller.js';
import { SILENT } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';
import { answeredAs, EXCHANGE, FORM, readAs, refusedAs, sendForm } from './fixtures.js';

const ID = 'https://p.example/client.json';
const REDIRECT = 'https://p.example/cb';
const ASKED = { ...FORM, client_id: ID, redirect_uri: REDIRECT };
const DOCUMENT = { client_id: ID, client_name: 'A planner', redirect_uris: [REDIRECT] };

describe('a program that a document describes', () => {
  const world = worldOfEach();
  let token: string;
  let calls: OutgoingCall[];
  beforeEach(async () => {
    token = await world.token('user');
    calls = [];
  });

  /** The server of the program answers so. */
  const serve = (document: object | string, { status = 200, headers = {} }: Partial<OutgoingAnswer> = {}) =>
    Object.assign(world.deps, {
      outgoing: {
        request: async (call: OutgoingCall) => {
          calls.push(call);
          const text = typeof document === 'string' ? document : JSON.stringify(document);
          return {
            ...{ status, headers: { 'content-type': 'application/json', ...headers } },
            ...{ body: new TextEncoder().encode(text), url: call.url, address: '192.0.2.1' },
          };
        },
      },
    });

  it('is shown by its name, beside the host that says so', async () => {
    serve(DOCUMENT);
    const shown = (await readAs(world, ASKED, token)).json().request;
    expect(shown).to.include({
      ...{ name: 'A planner', describedBy: 'p.example', redirectsTo: 'p.example', isOwnComputer: false },
      ...{ isRegistered: false, isCommandLine: false, isVouchedFor: true },
    });
    expect(calls[0]).to.include({
      ...{ url: ID, redirectsMax: 0, bytesMax: 64 * 1024, timeoutMs: 5000, purpose: 'client-document' },
    });
    const location = await answeredAs(world, ASKED, token);
    const exchanged = await sendForm(world, '/oauth/token', {
      ...{ ...EXCHANGE, client_id: ID, redirect_uri: REDIRECT, code: location.searchParams.get('code') ?? '' },
    });
    expect(exchanged.json().scope).to.equal(FORM.scope);
    expect(calls, 'once').to.have.length(1);
  });

  it('is asked for no document by a stranger', async () => {
    serve(DOCUMENT);
    const pushed = await sendForm(world, '/oauth/par', ASKED);
    expect([pushed.statusCode, calls.length]).to.deep.equal([201, 0]);
    await sendForm(world, '/oauth/device', { client_id: ID, scope: 'ledger:read' });
    await sendForm(world, '/oauth/token', { ...EXCHANGE, client_id: ID, code: 'x' });
    expect(calls).to.deep.equal([]);
    const { request_uri } = pushed.json();
    const shown = (await readAs(world, { client_id: ID, request_uri }, token)).json().request;
    expect([shown.name, calls.length]).to.deep.equal(['A planner', 1]);
  });

  it('is remembered as its headers say, a day at the most', async () => {
    const times = async (headers: Readonly<Record<string, string>>, afterMs: number) => {
      const id = `https://p.example/${Object.values(headers).join()}${afterMs}`.replaceAll(/[=, ]/g, '-');
      serve({ ...DOCUMENT, client_id: id }, { headers });
      calls = [];
      const asked = { ...ASKED, client_id: id };
      expect((await readAs(world, asked, token)).statusCode).to.equal(200);
      world.advance(afterMs);
      token = await world.token('user');
      await readAs(world, asked, token);
      return calls.length;
    };
    const hour = 3_600_000;
    expect(await times({ 'cache-control': 'max-age=7200' }, hour)).to.equal(1);
    expect(await times({ 'cache-control': 'max-age=7200' }, 2 * hour)).to.equal(2);
    expect(await times({ 'cache-control': 'max-age=99999999' }, 23 * hour)).to.equal(1);
    expect(await times({ 'cache-control': 'max-age=99999999' }, 24 * hour)).to.equal(2);
    expect(await times({ 'cache-control': 'no-store, max-age=7200' }, hour)).to.equal(2);
    expect(await times({}, hour)).to.equal(2);
    expect(await times({}, 29_000)).to.equal(1);
  });

  const BAD: Readonly<Record<string, readonly [object | string, Partial<OutgoingAnswer>?]>> = {
    'of another program': [{ ...DOCUMENT, client_id: 'https://q.example/client.json' }],
    'with a secret': [{ ...DOCUMENT, client_secret: 'x' }],
    'that asks to prove itself by keys': [{ ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' }],
    'that is not JSON': ['<html>'],
    'of another media type': [DOCUMENT, { headers: { 'content-type': 'text/html' } }],
    'that is not there': [DOCUMENT, { status: 404 }],
    'that is elsewhere': [DOCUMENT, { status: 302, headers: { location: 'http://127.0.0.1/' } }],
  };
  for (const [name, [document, answer]] of Object.entries(BAD))
    it(`is not believed by a document ${name}`, async () => {
      serve(document, answer);
      expect(code(await readAs(world, ASKED, token))).to.deep.equal([400, 'CLIENT_DOCUMENT_INVALID']);
      await readAs(world, ASKED, token);
      expect(calls, 'not asked for again at once').to.have.length(1);
    });

  it('is refused as the guard of outgoing requests refuses its address', async () => {
    const request = async () => fail(issue('OUTGOING_REFUSED', '', 'The target may not be called.'));
    Object.assign(world.deps, { outgoing: { request } });
    const answer = await readAs(world, ASKED, token);
    expect(answer.statusCode).to.be.within(400, 502);
    expect(answer.json().code).to.match(/^OUTGOING_/);
  });

  it('is looked for at no address of this computer or network', async () => {
    const outgoing = new OutgoingHttp({ allowedHosts: [], log: SILENT, steady: () => 0 });
    Object.assign(world.deps, { outgoing });
    for (const client_id of [
      'https://127.0.0.1/c',
      'https://[::1]/c',
      'https://10.0.0.1/c',
      'https://169.254.169.254/c',
    ]) {
      const answer = await readAs(world, { ...ASKED, client_id }, token);
      expect(answer.json().code, client_id).to.equal('OUTGOING_REFUSED');
    }
  });

  it('gets answers at the addresses of its document alone, and no rights over the account', async () => {
    serve(DOCUMENT);
    for (const redirect_uri of ['https://p.example/cb2', 'https://q.example/cb', 'http://127.0.0.1:1/'])
      expect(code(await readAs(world, { ...ASKED, redirect_uri }, token)), redirect_uri).to.deep.equal([
        ...[400, 'PROGRAM_REQUEST_INVALID'],
      ]);
    const wide = await readAs(world, { ...ASKED, scope: 'account:manage' }, token);
    expect(code(wide)).to.deep.equal([400, 'PROGRAM_REQUEST_INVALID']);
  });

  it('is shown to who types its code, by the name of its document', async () => {
    serve(DOCUMENT);
    const asked = await sendForm(world, '/oauth/device', { client_id: ID, scope: 'ledger:read' });
    const { app } = world;
    const read = await app.inject({
      ...{ method: 'POST', url: '/api/auth/device-code/read', payload: { userCode: asked.json().user_code } },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(read.json()).to.include({ program: 'A planner', clientId: ID });
    expect(refusedAs(asked)).to.equal('200');
  });
});
