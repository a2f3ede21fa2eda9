// Links into the console: each signs its asker in, once, in a browser on the computer of the node alone. The one of a
// first start stands for the first password.
import { expect } from 'chai';
import type { ConsoleLink } from '../../../api/auth/proofs/console-links.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { CONSOLE_LINK_MS, RECENT_SIGN_IN_MS } from '../../../core/base/limits/node/accounts.js';
import { COMMAND_LINE } from '../../../core/tenant/programs/clients.js';
import { programSession } from '../programs/fixtures.js';
import { sendTo } from '../world/caller.js';
import { seedExample } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';

const HERE = { 'sec-fetch-site': 'same-origin', 'x-quorate-console': '1', origin: 'http://localhost:8080' };
const OWN = 'seven paper lanterns glow';

describe('a link into the console', () => {
  const world = worldOfAll();
  afterEach(() => seedExample(world.deps));

  type Headers = Readonly<Record<string, string | undefined>>;
  const redeem = (link: string, headers: Headers = HERE, remoteAddress = '127.0.0.1') => {
    const given = Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => !!pair[1]));
    const url = '/api/auth/console/redeem';
    return world.app.inject({ method: 'POST', url, headers: given, payload: { link }, remoteAddress });
  };
  const me = async (token: string) => (await sendTo(world, 'GET', '/api/auth/me', { token })).json;
  const ask = (token: string) => sendTo(world, 'POST', '/api/auth/console/links', { token });
  const secretOf = ({ json }: { readonly json: { readonly url: string } }) => new URL(json.url).hash.slice(7);
  const secret = async () => secretOf(await ask(await world.token('user')));

  it('signs its asker in, once, in the part of an address that no server sees', async () => {
    const answer = await ask(await world.token('user'));
    expect(answer.json.url).to.match(/^http:\/\/localhost:8080\/console#start=[\w-]{43}$/);
    const [first, second] = await Promise.all([redeem(secretOf(answer)), redeem(secretOf(answer))]);
    expect([first.statusCode, second.statusCode].sort(), 'two at once').to.deep.equal([200, 410]);
    const won = first.statusCode === 200 ? first : second;
    expect(String(won.headers['set-cookie'])).to.match(
      /^quorate-console-8080=[^;]+; Path=\/; .*HttpOnly; SameSite=Strict/,
    );
    expect(await me(won.json().accessToken)).to.include({ email: EXAMPLE.userEmail, tier: 'platform' });
  });

  const ELSEWHERE: Readonly<Record<string, readonly [Headers, string?]>> = {
    'from another computer': [HERE, '192.0.2.7'],
    'of another origin': [{ ...HERE, origin: 'https://ledger.example' }],
    'without an origin': [{ ...HERE, origin: undefined }],
    'through a proxy that names its client': [{ ...HERE, 'x-forwarded-for': '127.0.0.1' }],
    'through a proxy by the standard': [{ ...HERE, forwarded: 'for=127.0.0.1' }],
    'through a proxy that names itself': [{ ...HERE, via: '1.1 proxy' }],
  };
  for (const [how, [headers, address]] of Object.entries(ELSEWHERE))
    it(`is refused and not spent ${how}`, async () => {
      const link = await secret();
      expect((await redeem(link, headers, address)).json().code).to.equal('CONSOLE_NOT_LOCAL');
      expect((await redeem(link)).statusCode).to.equal(200);
    });

  it('is refused and not spent for a page of another site', async () => {
    const link = await secret();
    for (const headers of [
      { ...HERE, 'sec-fetch-site': 'cross-site' },
      { ...HERE, 'x-quorate-console': undefined },
    ])
      expect((await redeem(link, headers)).json().code).to.equal('FORBIDDEN');
    expect((await redeem(link)).statusCode).to.equal(200);
  });

  it('is neither made nor redeemed where others reach the node', async () => {
    const link = await secret();
    const { config } = world.deps as { config: { isAlone: boolean } };
    config.isAlone = false;
    try {
      expect((await ask(await world.token('user'))).json.code).to.equal('CONSOLE_NOT_LOCAL');
      expect((await redeem(link)).json().code).to.equal('CONSOLE_NOT_LOCAL');
    } finally {
      config.isAlone = true;
    }
    expect((await redeem(link)).statusCode).to.equal(200);
  });

  it('is over after ten minutes, with the session that asked for it, and where nobody made it', async () => {
    const late = await secret();
    world.advance(CONSOLE_LINK_MS);
    const { accessToken } = await world.session('user');
    const ended = secretOf(await ask(accessToken));
    await sendTo(world, 'POST', '/api/auth/logout', { token: accessToken });
    for (const link of [late, ended, 'x'.repeat(43)])
      expect((await redeem(link)).json().code).to.equal('CONSOLE_LINK_INVALID');
  });

  it('is given to the command line, whose browser has no scopes, and to no other program', async () => {
    const own = { clientId: COMMAND_LINE.clientId, scopes: ['account:manage'] as const };
    const { accessToken } = await programSession(world, 'user', own);
    const opened = await redeem(secretOf(await ask(accessToken)));
    const caller = await world.deps.tokens.verify(opened.json().accessToken);
    expect(caller).to.not.have.property('access', own);
    expect((await me(opened.json().accessToken)).can).to.include('listWallets');
    const other = await programSession(world, 'user', { scopes: ['ledger:read'] });
    expect((await ask(other.accessToken)).json.code).to.equal('SCOPE_MISSING');
  });

  it('takes a sign-in of late', async () => {
    const token = await world.token('user');
    world.advance(RECENT_SIGN_IN_MS + 60_000);
    expect((await ask(token)).json.code).to.equal('SIGN_IN_NOT_RECENT');
  });

  describe('of a first start', () => {
    /** As the node makes it at its start. */
    const linkOf = async (isOfStart = true): Promise<string> => {
      const { tenants, sessions, clock, consoleLinks, commit } = world.deps;
      const user = tenants.userOfEmail(EXAMPLE.userEmail)!;
      await commit(tenants.putUser({ ...user, mustChangePassword: true }));
      const identity = { subject: EXAMPLE.userId, platformUserId: user.id, organisationId: EXAMPLE.organisationId };
      const issuedAtMs = sessions.dateFor(identity, clock.now());
      const signIn = { method: 'pwd', signedInAtMs: sessions.signInDate(clock.now()) } as const;
      const link: ConsoleLink = { ...identity, tokenId: '', sessionId: '', issuedAtMs, signIn, isOfStart };
      return consoleLinks.open(link, '127.0.0.1');
    };
    const opened = async (link: string): Promise<string> => (await redeem(link)).json().accessToken;
    const change = (token: string, body: object = { newPassword: OWN }) =>
      sendTo(world, 'POST', '/api/auth/password/change', { token, body });

    it('lets its session choose a password without the first one, and do nothing else before', async () => {
      const token = await opened(await linkOf());
      expect((await sendTo(world, 'GET', '/api/v1/wallets', { token })).json.code).to.equal('PASSWORD_CHANGE_REQUIRED');
      expect((await me(token)).can).to.have.members(['logout', 'getMe', 'changePassword']);
      expect((await change(token)).status).to.equal(204);
      const login = await sendTo(world, 'POST', '/api/auth/login', {
        body: { email: EXAMPLE.userEmail, password: OWN },
      });
      expect(login.status).to.equal(200);
    });

    it('is over once the first password is', async () => {
      const link = await linkOf();
      await seedExample(world.deps);
      expect((await redeem(link)).json().code).to.equal('CONSOLE_LINK_INVALID');
    });

    it('stands for no password but the first one, and for no session but its own', async () => {
      const token = await opened(await linkOf());
      const other = await opened(await linkOf(false));
      expect((await change(other)).json.code, 'a session of another link').to.equal('LOGIN_FAILED');
      await seedExample(world.deps);
      expect((await change(token)).json.code, 'the first password is over').to.equal('LOGIN_FAILED');
    });
  });
});
