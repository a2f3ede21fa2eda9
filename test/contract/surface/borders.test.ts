// Rights that end at the border of an organisation, and guesses that no parallel request multiplies.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { good } from '../../support/base/good.js';
import { REGISTER_ID } from '../../support/node/ledger-world.js';
import { type Posted, postTo } from '../world/caller.js';
import { ADMIN } from '../world/personas.js';
import { aWorld, NO_LIMITS } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';

describe('borders between organisations', () => {
  const world = worldOfEach();

  const post = (...sent: Posted) => postTo(world, ...sent);

  const lock = (email: string, device?: string) =>
    world.deps.attempts.lockSeconds({ email, address: '127.0.0.1', device, isAccount: true });

  it('let no founder of an organisation lift the lock of a stranger', async () => {
    const user = await world.token('user');
    const founded = await post('/api/organizations', { name: 'Mallory', subdomain: 'mallory' }, user);
    expect(founded.statusCode, founded.body).to.equal(201);
    const { id } = founded.json<{ id: string }>();
    const switched = await post('/api/auth/switch-org', { organizationId: id }, user);
    const token = switched.json<{ accessToken: string }>().accessToken;
    const person = { email: ADMIN.email, displayName: 'Root', roles: ['User'] };
    const invited = await post(`/api/organizations/${id}/users`, person, token);
    expect(invited.statusCode, invited.body).to.equal(201);
    const { code } = invited.json<{ code: string }>();
    const joined = await post('/api/invitations/accept', { code }, await world.token('systemAdmin'));
    expect(joined.statusCode, joined.body).to.equal(200);
    for (let i = 0; i < 5; i++) await post('/api/auth/login', { email: ADMIN.email, password: `guess number ${i}` });
    expect(lock(ADMIN.email)).to.equal(300);
    const unlock = await post(`/api/organizations/${id}/users/${joined.json<{ id: string }>().id}/unlock`, {}, token);
    expect([unlock.statusCode, unlock.json<{ code: string }>().code]).to.deep.equal([403, 'FORBIDDEN']);
    expect(lock(ADMIN.email)).to.equal(300);
  });

  it('let only the operator of the node accept what the whole node lost', async () => {
    const url = `/api/admin/validators/${REGISTER_ID}/accept-amnesia`;
    const refused = await post(url, {}, await world.token('administrator'));
    expect([refused.statusCode, refused.json<{ code: string }>().code]).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('let only the operator of the node say that its clock is right, and only who manages validators read it', async () => {
    const read = async (token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return (await world.app.inject({ method: 'GET', url: '/api/admin/clock', headers })).statusCode;
    };
    const confirm = async (token?: string) => (await post('/api/admin/clock/confirm', {}, token)).statusCode;
    expect([await read(), await confirm()]).to.deep.equal([401, 401]);
    const [user, service, admin, root] = await Promise.all(
      (['user', 'service', 'administrator', 'systemAdmin'] as const).map((persona) => world.token(persona)),
    );
    expect([await read(user), await confirm(user)]).to.deep.equal([403, 403]);
    expect([await read(service), await confirm(service)]).to.deep.equal([200, 403]);
    expect([await read(admin), await confirm(admin)]).to.deep.equal([200, 403]);
    expect([await read(root), await confirm(root)]).to.deep.equal([200, 200]);
  });

  it('count every guess of the current password, also those made at once', async () => {
    const token = await world.token('user');
    const guess = (i: number) =>
      post(
        '/api/auth/password/change',
        { currentPassword: `guess number ${i}`, newPassword: 'nine quiet harbours sleep' },
        token,
      );
    await Promise.all([1, 2, 3, 4, 5, 6].map(guess));
    const caller = good(await world.deps.tokens.verify(token));
    // The place of a caller is its session: its address has no lock.
    expect(lock(EXAMPLE.userEmail, caller.sessionId)).to.equal(300);
    expect(lock(EXAMPLE.userEmail)).to.equal(0);
  });

  it('count a heavy call among the requests of its caller, and give its place to no refused caller', async () => {
    const limited = await aWorld({ rates: { ...NO_LIMITS, api: 2, heavy: 1 } });
    const bearer = `Bearer ${await limited.token('user')}`;
    const make = (authorization?: string) =>
      limited.app.inject({
        method: 'POST',
        url: '/api/wallets',
        payload: { title: 'Mine', keyType: 'ED25519' },
        headers: authorization === undefined ? {} : { authorization },
      });
    const [stranger, first] = await Promise.all([make(), make(bearer)]);
    expect([stranger?.statusCode, first?.statusCode]).to.deep.equal([401, 201]);
    expect((await make(bearer)).statusCode).to.equal(201);
    expect((await make(bearer)).statusCode).to.equal(429);
    await limited.close();
  });
});
