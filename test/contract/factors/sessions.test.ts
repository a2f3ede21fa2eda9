// The sessions of an account, as its owner sees and ends them.
import { expect } from 'chai';
import type { Caller } from '../../../api/auth/caller.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { SESSIONS_SHOWN_MAX } from '../../../core/base/limits/node/accounts.js';
import { sendTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

describe('the sessions of an account', () => {
  const world = worldOfEach();

  const list = async (token: string) => (await sendTo(world, 'GET', '/api/auth/sessions', { token })).json.sessions;
  const end = async (id: string, token: string) => {
    const { status, json } = await sendTo(world, 'DELETE', `/api/auth/sessions/${id}`, { token });
    return [status, json?.code];
  };
  const idOf = async (token: string) => ((await world.deps.tokens.verify(token)) as Caller).sessionId;

  it('are shown newest first, with what they began by, and those of others are not', async () => {
    const first = await world.session('user');
    world.advance(1000);
    const second = await world.token('user');
    await world.token('administrator');
    const shown = await list(second);
    expect(shown.map(({ id }: { id: string }) => id)).to.deep.equal([
      await idOf(second),
      await idOf(first.accessToken),
    ]);
    expect(shown[0]).to.include({ method: 'pwd', isCurrent: true, program: null, isConsumer: false });
    expect(shown[1]).to.include({ isCurrent: false });
    expect(JSON.stringify(shown)).to.not.contain(first.refreshToken.split('.')[1]);
  });

  it('end at once, with their refresh tokens, and are shown no more', async () => {
    const other = await world.session('user');
    const token = await world.token('user');
    const id = await idOf(other.accessToken);
    expect(await end(id, token)).to.deep.equal([204, undefined]);
    expect(await end(id, token), 'again').to.deep.equal([404, 'SESSION_NOT_FOUND']);
    expect((await sendTo(world, 'GET', '/api/auth/me', { token: other.accessToken })).status).to.equal(401);
    const body = { refreshToken: other.refreshToken };
    expect((await sendTo(world, 'POST', '/api/auth/token/refresh', { body })).status).to.equal(401);
    expect(await list(token)).to.have.length(1);
  });

  it('end together, also one that stands behind more than are shown, and a login after it stands', async () => {
    const hidden = await world.session('user');
    for (let made = 0; made < SESSIONS_SHOWN_MAX; made++) {
      world.advance(1);
      await world.session('user');
    }
    const token = await world.token('user');
    const other = await world.token('administrator');
    const id = await idOf(hidden.accessToken);
    expect((await list(token)).map((one: { id: string }) => one.id))
      .to.have.length(SESSIONS_SHOWN_MAX)
      .and.not.include(id);
    expect((await sendTo(world, 'DELETE', '/api/auth/sessions', { token })).status).to.equal(204);
    const statusOf = async (one: string) => (await sendTo(world, 'GET', '/api/auth/me', { token: one })).status;
    expect([await statusOf(hidden.accessToken), await statusOf(token), await statusOf(other)]).to.deep.equal([
      401, 401, 200,
    ]);
    const body = { refreshToken: hidden.refreshToken };
    expect((await sendTo(world, 'POST', '/api/auth/token/refresh', { body })).json.code).to.equal('TOKEN_REVOKED');
    expect(await list(await world.token('user'))).to.have.length(1);
  });

  it('keep the name of their program in another organisation', async () => {
    const token = await world.token('user');
    const family = world.deps.sessions.family(await idOf(token));
    if (!family) throw new Error('no session');
    await world.deps.commit([world.deps.sessions.putFamily({ ...family, program: 'quorate on laptop' })]);
    const body = { organizationId: EXAMPLE.organisationId };
    const switched = await sendTo(world, 'POST', '/api/auth/switch-org', { token, body });
    expect((await list(switched.json.accessToken))[0]).to.include({ program: 'quorate on laptop', isCurrent: true });
  });

  it('of somebody else are not there', async () => {
    const token = await world.token('user');
    const id = await idOf(await world.token('administrator'));
    expect(await end(id, token)).to.deep.equal([404, 'SESSION_NOT_FOUND']);
    expect(await end('x'.repeat(22), token)).to.deep.equal([404, 'SESSION_NOT_FOUND']);
    expect((await end('short', token))[0]).to.equal(400);
  });

  it('that are over are shown no more, and their rows go', async () => {
    await world.token('user');
    const { platformUserId, organisationId } = (await world.deps.tokens.verify(await world.token('user'))) as Caller;
    const { sessions, commit, clock } = world.deps;
    const bounds = { limit: 10, readMax: 10 };
    const count = async () => (await sessions.ofUser(platformUserId, { nowMs: clock.now(), ...bounds })).length;
    expect(await count()).to.equal(2);
    await commit(await sessions.sweep(clock.now()));
    const before = sessions.standing;
    await commit([sessions.revoke(`org:${organisationId}`, clock.now())]);
    expect(await count()).to.equal(0);
    await commit(await sessions.sweep(clock.now()));
    expect(sessions.standing, 'an ended session is none').to.be.most(before - 2);
    world.advance(1000);
    await world.token('user');
    expect(await count()).to.equal(1);
    world.advance(8 * 24 * 60 * 60_000);
    expect(await count()).to.equal(0);
    await commit(await sessions.sweep(clock.now()));
    expect(sessions.standing).to.equal(0);
    expect(sessions.family(await idOf(await world.token('user')))).to.not.equal(undefined);
  });
});
