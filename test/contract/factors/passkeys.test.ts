// Passkeys end to end, with an authenticator in software: enrolled, used alone and as the second factor, revoked; and
// what is refused.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { entriesOf } from '../../../core/tenant/inbox/entry.js';
import { FactorStore } from '../../../storage/tables/accounts/factors.js';
import { code, type Posted, postTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { USER, withTotp } from './fixtures.js';
import { aMaker, type Said, SoftPasskey } from './soft-authenticator.js';

const MINUTE = 60_000;

describe('passkeys', () => {
  const world = worldOfEach();

  const post = (...sent: Posted) => postTo(world, ...sent);
  const login = async () =>
    (await post('/api/auth/login', { email: EXAMPLE.userEmail, password: EXAMPLE.password })).json();
  const begin = async (token: string, displayName = 'telephone') =>
    (await post('/api/passkey/register/options', { displayName }, token)).json();

  async function enrol(token: string, passkey = new SoftPasskey(), said: Said = {}) {
    const { transactionId, options } = await begin(token);
    const attestationResponse = passkey.attest(options, said);
    return post('/api/passkey/register/verify', { transactionId, attestationResponse }, token);
  }
  async function enrolled(): Promise<SoftPasskey> {
    const passkey = new SoftPasskey();
    expect((await enrol(await world.token('user'), passkey)).statusCode).to.equal(201);
    return passkey;
  }
  async function signIn(passkey: SoftPasskey, said: Said = {}, more: object = {}) {
    const { transactionId, options } = (await post('/api/auth/passkey/assertion/options', {})).json();
    const assertionResponse = passkey.assert(options, said);
    return post('/api/auth/passkey/assertion/verify', { transactionId, assertionResponse, ...more });
  }

  it('are enrolled, listed, used to sign in, and revoked', async () => {
    const token = await world.token('user');
    const passkey = new SoftPasskey();
    const shown = (await enrol(token, passkey)).json();
    expect(shown).to.deep.include({ id: passkey.id, displayName: 'telephone', deviceType: 'multiDevice' });
    expect(shown).to.not.have.any.keys('publicKey', 'counter');
    const session = (await signIn(passkey)).json();
    expect(session.isNewUser).to.equal(false);
    expect(await world.deps.tokens.verify(session.accessToken)).to.include({
      ...{ authMethod: 'passkey', email: EXAMPLE.userEmail, tier: 'platform' },
    });
    const authorization = `Bearer ${session.accessToken}`;
    const list = await world.app.inject({ url: '/api/passkey/credentials', headers: { authorization } });
    expect(list.json().maxCredentials).to.equal(10);
    expect(list.json().credentials[0].lastUsedAt).to.equal(EXAMPLE.time);
    const revoke = () =>
      world.app.inject({
        ...{ method: 'DELETE', url: `/api/passkey/credentials/${passkey.id}`, headers: { authorization } },
      });
    expect((await revoke()).statusCode).to.equal(204);
    expect(code(await revoke())).to.deep.equal([404, 'PASSKEY_NOT_FOUND']);
    expect(code(await signIn(passkey))).to.deep.equal([401, 'PASSKEY_FAILED']);
    const { inboxes } = world.deps;
    const marks = entriesOf(await inboxes.marksOf(EXAMPLE.userPlatformId), {});
    const told = await inboxes.read(EXAMPLE.userPlatformId, marks);
    expect(told.map(({ entry }) => entry.type)).to.deep.equal(['PassKeyRevoked', 'PassKeyRegistered']);
  });

  it('keep how they count and whether they are backed up', async () => {
    const passkey = await enrolled();
    await signIn(passkey, { counter: 7, isBackedUp: false });
    expect(world.deps.factors.of(USER).passkeys[0]).to.include({ counter: 7, isBackedUp: false });
    for (const counter of [7, 6, 0])
      expect(code(await signIn(passkey, { counter })), `${counter}`).to.deep.equal([401, 'PASSKEY_FAILED']);
    expect((await signIn(passkey, { counter: 8 })).statusCode).to.equal(200);
  });

  it('that do not count sign in again and again', async () => {
    const passkey = await enrolled();
    for (let i = 0; i < 2; i++) expect((await signIn(passkey, { counter: 0 })).statusCode).to.equal(200);
  });

  it('open nothing for another page, site, purpose, user or without their user', async () => {
    const passkey = await enrolled();
    const wrong: readonly Said[] = [
      { origin: 'http://localhost:9999' },
      { rpId: 'evil.example' },
      { type: 'webauthn.create' },
      { isVerified: false },
      { crossOrigin: true },
      { topOrigin: 'https://evil.example' },
      { userHandle: Buffer.from('f0000000-0000-4000-8000-000000000000').toString('base64url') },
      { userHandle: '' },
    ];
    for (const said of wrong)
      expect(code(await signIn(passkey, said)), JSON.stringify(said)).to.deep.equal([401, 'PASSKEY_FAILED']);
    expect(code(await signIn(new SoftPasskey())), 'one that nobody knows').to.deep.equal([401, 'PASSKEY_FAILED']);
  });

  it('answer a transaction once, and the challenge of it alone', async () => {
    const passkey = await enrolled();
    const options = async () => (await post('/api/auth/passkey/assertion/options', {})).json();
    const [one, two] = [await options(), await options()];
    const verify = (transactionId: string, of: typeof one) =>
      post('/api/auth/passkey/assertion/verify', { transactionId, assertionResponse: passkey.assert(of.options) });
    expect(code(await verify(one.transactionId, two))).to.deep.equal([401, 'PASSKEY_FAILED']);
    expect(code(await verify(one.transactionId, one)), 'it is over').to.deep.equal([401, 'PASSKEY_FAILED']);
    expect((await verify(two.transactionId, two)).statusCode).to.equal(200);
    expect(code(await verify(two.transactionId, two))).to.deep.equal([401, 'PASSKEY_FAILED']);
    const late = await options();
    world.advance(5 * MINUTE);
    expect(code(await verify(late.transactionId, late))).to.deep.equal([401, 'PASSKEY_FAILED']);
  });

  it('are asked for beside a password, and only for the account of the login', async () => {
    const passkey = await enrolled();
    const { loginToken, availableMethods } = await login();
    expect(availableMethods).to.deep.equal(['passkey']);
    const asked = (await post('/api/auth/verify-passkey/options', { loginToken })).json();
    expect(asked.options.allowCredentials).to.have.length(1);
    const show = (transactionId: string, options: { challenge: string }, by = passkey) =>
      post('/api/auth/verify-passkey', { loginToken, transactionId, assertionResponse: by.assert(options) });
    const alone = (await post('/api/auth/passkey/assertion/options', {})).json();
    expect(code(await show(alone.transactionId, alone.options)), 'of another purpose').to.deep.equal([
      ...[401, 'PASSKEY_FAILED'],
    ]);
    expect((await show(asked.transactionId, asked.options)).statusCode).to.equal(200);
    const again = await post('/api/auth/verify-passkey/options', { loginToken });
    expect(code(again), 'the login token is used').to.deep.equal([401, 'LOGIN_TOKEN_INVALID']);
  });

  it('of an administrator open no login of the user', async () => {
    await enrolled();
    const other = new SoftPasskey();
    await enrol(await world.token('administrator'), other);
    const { loginToken } = await login();
    const asked = (await post('/api/auth/verify-passkey/options', { loginToken })).json();
    const answer = await post('/api/auth/verify-passkey', {
      ...{ loginToken, transactionId: asked.transactionId, assertionResponse: other.assert(asked.options) },
    });
    expect(code(answer)).to.deep.equal([401, 'PASSKEY_FAILED']);
  });

  it('sign in where failed logins lock the address, and without a code', async () => {
    const passkey = await enrolled();
    await withTotp(world, 'switched on');
    await world.deps.commit([world.deps.factors.put(USER, { ...world.deps.factors.of(USER), passkeys: [] })]);
    const again = new SoftPasskey();
    await enrol(await world.token('user'), again);
    for (let i = 0; i < 25; i++)
      world.deps.attempts.countFailure({ email: EXAMPLE.userEmail, address: '127.0.0.1', isAccount: true });
    expect((await login()).code).to.equal('LOGIN_LOCKED');
    expect(code(await signIn(passkey)), 'a revoked one').to.deep.equal([401, 'PASSKEY_FAILED']);
    expect((await signIn(again)).json()).to.have.property('accessToken');
    const place = { email: EXAMPLE.userEmail, address: '127.0.0.1', isAccount: true };
    expect(world.deps.attempts.lockSeconds(place), 'the lock is lifted').to.equal(0);
  });

  it('give consumer tokens where that is asked for', async () => {
    const passkey = await enrolled();
    const session = (await signIn(passkey, {}, { tier: 'consumer' })).json();
    expect(await world.deps.tokens.verify(session.accessToken)).to.deep.include({ tier: 'consumer', roles: [] });
  });

  it('of a consumer session of staff are not enrolled, nor is its second factor changed or an identity linked', async () => {
    await withTotp(world, 'none');
    const passkey = await enrolled();
    const token = (await signIn(passkey, {}, { tier: 'consumer' })).json().accessToken;
    expect(await world.deps.tokens.verify(token)).to.include({ tier: 'consumer' });
    const asked = [
      await post('/api/passkey/register/options', {}, token),
      await post('/api/totp/setup', {}, token),
      await post('/api/auth/identities/link', {}, token),
      ...(await Promise.all(
        ['/api/totp', `/api/passkey/credentials/${passkey.id}`].map((url) =>
          world.app.inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${token}` } }),
        ),
      )),
    ];
    for (const refused of asked) expect(code(refused)).to.deep.equal([403, 'FORBIDDEN']);
  });

  describe('are not enrolled', () => {
    it('for the session of somebody else, nor twice, nor beyond ten', async () => {
      const token = await world.token('user');
      for (const other of ['administrator', 'user'] as const) {
        const { transactionId, options } = await begin(token);
        const body = { transactionId, attestationResponse: new SoftPasskey().attest(options) };
        const answer = await post('/api/passkey/register/verify', body, await world.token(other));
        expect(code(answer), other).to.deep.equal([401, 'PASSKEY_FAILED']);
      }
      const passkey = new SoftPasskey();
      await enrol(token, passkey);
      expect(code(await enrol(token, passkey))).to.deep.equal([409, 'PASSKEY_EXISTS']);
      const waiting = await begin(token);
      for (let i = 1; i < 10; i++) expect((await enrol(token)).statusCode).to.equal(201);
      expect((await post('/api/passkey/register/options', {}, token)).json().code).to.equal('PASSKEYS_FULL');
      const late = {
        transactionId: waiting.transactionId,
        attestationResponse: new SoftPasskey().attest(waiting.options),
      };
      expect(code(await post('/api/passkey/register/verify', late, token))).to.deep.equal([409, 'PASSKEYS_FULL']);
    });

    it('on the word of a maker, for whose lists the node would have to ask', async () => {
      const token = await world.token('user');
      const maker = await aMaker();
      expect(code(await enrol(token, undefined, { maker }))).to.deep.equal([401, 'PASSKEY_FAILED']);
      expect(world.deps.factors.of(USER).passkeys).to.deep.equal([]);
    });

    it('where another account has it', async () => {
      const passkey = new SoftPasskey();
      expect((await enrol(await world.token('user'), passkey)).statusCode).to.equal(201);
      expect(code(await enrol(await world.token('administrator'), passkey))).to.deep.equal([409, 'PASSKEY_EXISTS']);
      const restarted = new FactorStore(world.kv, { getSync: (key) => world.kv.getSync(key) });
      await restarted.readOwners();
      expect(restarted.ownerOf(passkey.id), 'after a restart').to.equal(USER);
      expect(restarted.ownerOf(new SoftPasskey().id)).to.equal(undefined);
    });

    it('from another page, or from bytes that are none', async () => {
      const token = await world.token('user');
      const elsewhere = [
        { origin: 'https://evil.example' },
        { crossOrigin: true },
        { topOrigin: 'https://evil.example' },
      ];
      for (const said of elsewhere)
        expect(code(await enrol(token, undefined, said))).to.deep.equal([401, 'PASSKEY_FAILED']);
      const { transactionId, options } = await begin(token);
      const good = new SoftPasskey().attest(options);
      const broken = { ...good, response: { ...good.response, attestationObject: 'AAAA' } };
      const answer = await post('/api/passkey/register/verify', { transactionId, attestationResponse: broken }, token);
      expect(code(answer)).to.deep.equal([401, 'PASSKEY_FAILED']);
    });

    it('with a sign-in of long ago', async () => {
      const token = await world.token('user');
      world.advance(11 * MINUTE);
      expect(code(await post('/api/passkey/register/options', {}, token))).to.deep.equal([401, 'SIGN_IN_NOT_RECENT']);
    });
  });

  it('are not revoked when nothing else opens the account', async () => {
    const passkey = await enrolled();
    const { passwordHash: _, ...user } = world.deps.tenants.user(USER) ?? expect.fail('no user');
    await world.deps.commit(world.deps.tenants.putUser(user));
    const { accessToken } = (await signIn(passkey)).json();
    const revoked = await world.app.inject({
      method: 'DELETE',
      url: `/api/passkey/credentials/${passkey.id}`,
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(code(revoked)).to.deep.equal([409, 'PASSKEY_LAST']);
  });

  it('are asked for alike whatever address is named', async () => {
    const keys = async (body: object) => {
      const { options } = (await post('/api/auth/passkey/assertion/options', body)).json();
      return { ...options, challenge: '' };
    };
    await enrolled();
    const nobody = await keys({});
    for (const email of [EXAMPLE.userEmail, 'nobody@x.example']) expect(await keys({ email })).to.deep.equal(nobody);
    expect(nobody).to.not.have.property('allowCredentials');
  });
});
