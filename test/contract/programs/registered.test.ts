// Programs that administrators register, and the word of people to them.
import { expect } from 'chai';
import type { Caller } from '../../../api/auth/caller.js';
import { ProgramClients } from '../../../storage/tables/accounts/program-clients.js';
import { code, postTo, sendTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { answeredAs, EXCHANGE, FORM, readAs, refusedAs, sendForm } from './fixtures.js';

const REDIRECT = 'https://planner.example/callback';
const BODY = { name: 'Month-end planner', clientId: 'month-end-planner', redirectUris: [REDIRECT] };
const ASKED = { ...FORM, client_id: BODY.clientId, redirect_uri: REDIRECT };

describe('programs of administrators', () => {
  const world = worldOfEach();
  let admin: string;
  let token: string;
  beforeEach(async () => {
    [admin, token] = [await world.token('administrator'), await world.token('user')];
  });

  const register = async (change: object = {}, by = admin) =>
    postTo(world, '/api/programs', { ...BODY, ...change }, by);
  const listed = async (by = admin) =>
    (await sendTo(world, 'GET', '/api/programs', { token: by })).json.programs.map((one: typeof BODY) => one.clientId);

  it('are let in by the people of the organisation', async () => {
    expect((await register()).json()).to.not.have.property('clientSecret');
    const shown = (await readAs(world, ASKED, token)).json().request;
    expect(shown).to.include({ name: BODY.name, isRegistered: true, isVouchedFor: true, isCommandLine: false });
    const other = await readAs(world, ASKED, await world.token('systemAdmin'));
    expect(code(other), 'of another organisation').to.deep.equal([400, 'PROGRAM_REQUEST_INVALID']);
    expect(await listed(await world.token('systemAdmin'))).to.deep.equal([]);
    expect((await ProgramClients.open(world.kv)).find(BODY.clientId)?.redirectUris).to.deep.equal([REDIRECT]);
  });

  it("for all organisations are the operator's", async () => {
    const operator = await world.token('systemAdmin');
    expect(code(await register({ isForAll: true }))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await register({ isForAll: true }, operator)).statusCode).to.equal(201);
    expect((await readAs(world, ASKED, token)).json().request.name).to.equal(BODY.name);
    expect(await listed()).to.deep.equal([BODY.clientId]);
    const gone = await sendTo(world, 'DELETE', `/api/programs/${BODY.clientId}`, { token: admin });
    expect(gone.json.code).to.equal('PROGRAM_NOT_FOUND');
    expect((await sendTo(world, 'DELETE', `/api/programs/${BODY.clientId}`, { token: operator })).status).to.equal(204);
  });

  it('with a secret prove themselves by it at each endpoint', async () => {
    const { clientSecret } = (await register({ hasSecret: true })).json();
    const basic = { authorization: `Basic ${Buffer.from(`${BODY.clientId}:${clientSecret}`).toString('base64')}` };
    for (const [url, fields] of [
      ['/oauth/par', ASKED],
      ['/oauth/device', { client_id: BODY.clientId, scope: 'ledger:read' }],
      ['/oauth/revoke', { client_id: BODY.clientId, token: 'x' }],
    ] as const) {
      expect(refusedAs(await sendForm(world, url, fields)), url).to.equal('401 invalid_client');
      expect(refusedAs(await sendForm(world, url, { ...fields, client_secret: 'wrong' })), url).to.equal(
        '401 invalid_client',
      );
      expect((await sendForm(world, url, fields, basic)).statusCode, url).to.be.below(300);
      expect((await sendForm(world, url, { ...fields, client_secret: clientSecret })).statusCode, url).to.be.below(300);
    }
    const granted = (await answeredAs(world, ASKED, token)).searchParams.get('code') ?? '';
    const fields = { ...EXCHANGE, client_id: BODY.clientId, redirect_uri: REDIRECT, code: granted };
    const bare = await sendForm(world, '/oauth/token', fields);
    expect([refusedAs(bare), bare.headers['www-authenticate']]).to.deep.equal([
      ...['401 invalid_client', 'Basic realm="quorate"'],
    ]);
    const tokens = (await sendForm(world, '/oauth/token', fields, basic)).json();
    expect(tokens.scope).to.equal(FORM.scope);
    const fresh = { grant_type: 'refresh_token', client_id: BODY.clientId, refresh_token: tokens.refresh_token };
    expect(refusedAs(await sendForm(world, '/oauth/token', fresh))).to.equal('401 invalid_client');
    // No endpoint of before takes it without the secret.
    const old = await postTo(world, '/api/auth/token/refresh', { refreshToken: tokens.refresh_token });
    expect(code(old)).to.deep.equal([401, 'TOKEN_INVALID']);
    expect((await sendForm(world, '/oauth/token', fresh, basic)).statusCode).to.equal(200);
  });

  it('ask for the scopes that they were registered with, and never for the account', async () => {
    await register({ scopes: ['ledger:read'] });
    const { location } = (await readAs(world, { ...ASKED, scope: 'workflow:act' }, token)).json();
    expect(new URL(location).searchParams.get('error')).to.equal('invalid_scope');
    const wide = await register({ clientId: 'wide-one', scopes: ['account:manage'] });
    expect(code(wide)).to.deep.equal([400, 'SCOPE_INVALID']);
  });

  it('end their sessions when they are removed', async () => {
    await register();
    const granted = (await answeredAs(world, ASKED, token)).searchParams.get('code') ?? '';
    const fields = { ...EXCHANGE, client_id: BODY.clientId, redirect_uri: REDIRECT, code: granted };
    const tokens = (await sendForm(world, '/oauth/token', fields)).json();
    const me = async () => (await sendTo(world, 'GET', '/api/auth/me', { token: tokens.access_token })).status;
    expect(await me()).to.equal(200);
    await sendTo(world, 'DELETE', `/api/programs/${BODY.clientId}`, { token: admin });
    expect(await me()).to.equal(401);
    await register();
    expect((await readAs(world, ASKED, await world.token('user'))).json().request.isKnown, 'another one').to.equal(
      false,
    );
  });

  const BAD: Readonly<Record<string, readonly [object, number, string]>> = {
    'the name of the command line': [{ clientId: 'quorate-cli' }, 400, 'CLIENT_ID_TAKEN'],
    'a name like that of a person': [{ clientId: '019a5d00-0000-7000-8000-00000000beef' }, 400, 'CLIENT_ID_INVALID'],
    'an address of an http server': [{ redirectUris: ['http://planner.example/'] }, 400, 'REDIRECT_URI_INVALID'],
    'an address twice': [{ redirectUris: [REDIRECT, REDIRECT] }, 400, 'REDIRECT_URI_INVALID'],
    'no address': [{ redirectUris: [] }, 400, 'BODY_INVALID'],
    'a name that turns round': [{ name: 'a \u202e b' }, 400, 'BODY_INVALID'],
    'a scope that is not there': [{ scopes: ['root'] }, 400, 'BODY_INVALID'],
  };
  for (const [name, [change, status, expected]] of Object.entries(BAD))
    it(`have not ${name}`, async () => {
      const answer = await register(change);
      expect(answer.json().code).to.equal(expected);
      if (expected !== 'CLIENT_ID_TAKEN') expect(answer.statusCode).to.equal(status);
    });

  it('have a client id each', async () => {
    await register();
    expect((await register()).json().code).to.equal('CLIENT_ID_TAKEN');
    const made = (await register({ clientId: undefined })).json().clientId;
    expect(made).to.match(/^prg-[0-9a-f]{20}$/);
    expect(code(await register({}, token))).to.deep.equal([403, 'FORBIDDEN']);
  });
});

describe('the word of a person to a program', () => {
  const world = worldOfEach();
  const consents = async () =>
    (await sendTo(world, 'GET', '/api/auth/program-consents', { token: await world.token('user') })).json.consents;

  it('is remembered with its scopes, and taken back with the sessions that it gave', async () => {
    const location = await answeredAs(world, FORM, await world.token('user'));
    const tokens = (
      await sendForm(world, '/oauth/token', { ...EXCHANGE, code: location.searchParams.get('code') ?? '' })
    ).json();
    const [consent, ...others] = await consents();
    expect(others).to.deep.equal([]);
    expect(consent).to.include({
      clientId: FORM.client_id,
      isForMcp: false,
      organizationName: 'Northwind Cooperative',
    });
    expect(consent.scopes.map(({ scope }: { scope: string }) => scope)).to.deep.equal(FORM.scope.split(' '));
    const url = `/api/auth/program-consents/${consent.id}`;
    const foreign = await sendTo(world, 'DELETE', url, { token: await world.token('administrator') });
    expect(foreign.json.code).to.equal('CONSENT_NOT_FOUND');
    const own = (await world.deps.tokens.verify(tokens.access_token)) as Caller;
    expect(own.access?.scopes).to.not.include('account:manage');
    expect((await sendTo(world, 'DELETE', url, { token: tokens.access_token })).json.code).to.equal('SCOPE_MISSING');
    expect((await sendTo(world, 'DELETE', url, { token: await world.token('user') })).status).to.equal(204);
    expect((await sendTo(world, 'GET', '/api/auth/me', { token: tokens.access_token })).status).to.equal(401);
    const again = { grant_type: 'refresh_token', client_id: FORM.client_id, refresh_token: tokens.refresh_token };
    expect(refusedAs(await sendForm(world, '/oauth/token', again))).to.equal('400 invalid_grant');
    expect(await consents()).to.deep.equal([]);
  });

  it('shows in the list of sessions, with the program', async () => {
    const location = await answeredAs(world, FORM, await world.token('user'));
    await sendForm(world, '/oauth/token', { ...EXCHANGE, code: location.searchParams.get('code') ?? '' });
    const { json } = await sendTo(world, 'GET', '/api/auth/sessions', { token: await world.token('user') });
    const shown = json.sessions.find(({ clientId }: { clientId?: string }) => clientId === FORM.client_id);
    expect(shown).to.deep.include({ program: 'The command line of Quorate', scopes: FORM.scope.split(' ') });
  });
});
