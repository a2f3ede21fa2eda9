// A session and all that is made of it: it is switched to another organisation, refreshed and ended as one, and it ends
// by itself.
import { expect } from 'chai';
import type { Caller } from '../../../api/auth/caller.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { codeNow, withTotp } from '../factors/fixtures.js';
import { type Answer, sendTo } from '../world/caller.js';
import { ADMIN } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';

const HOUR = 3_600_000;

describe('one session', () => {
  const world = worldOfEach();

  const post = (url: string, body: object, token?: string) => sendTo(world, 'POST', url, { token, body });
  const said = ({ status, json }: Answer) => [status, json?.code];
  const me = async (token: string) => (await sendTo(world, 'GET', '/api/auth/me', { token })).status;
  const refresh = (refreshToken: string) => post('/api/auth/token/refresh', { refreshToken });
  const switched = async (token: string) =>
    (await post('/api/auth/switch-org', { organizationId: EXAMPLE.organisationId }, token)).json;
  const callerOf = async (token: string) => (await world.deps.tokens.verify(token)) as Caller;

  it('goes on in another organisation: one row of the list, one refresh token, and logout ends all of it', async () => {
    const first = await world.session('user');
    const second = await switched(first.accessToken);
    const third = await switched(second.accessToken);
    const ids = await Promise.all(
      [first, second, third].map(async (one) => (await callerOf(one.accessToken)).sessionId),
    );
    expect(new Set(ids).size).to.equal(1);
    const { sessions } = (await sendTo(world, 'GET', '/api/auth/sessions', { token: third.accessToken })).json;
    expect(sessions).to.have.length(1);
    expect((await post('/api/auth/logout', {}, first.accessToken)).status).to.equal(200);
    for (const { accessToken } of [first, second, third]) expect(await me(accessToken)).to.equal(401);
    expect(said(await refresh(third.refreshToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
  });

  it('is ended by a refresh token of before it was switched: two have it', async () => {
    const first = await world.session('user');
    const second = await switched(first.accessToken);
    expect(said(await refresh(first.refreshToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
    expect(await me(second.accessToken)).to.equal(401);
    expect(said(await refresh(second.refreshToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
  });

  it('comes back by a proof where an administrator ended it, and not from the organisation that it was in before', async () => {
    const asked = { name: 'Harbour', subdomain: 'harbour-two' };
    const owner = await world.session('systemAdmin');
    const { id: organizationId } = (await post('/api/organizations', asked, owner.accessToken)).json;
    const enter = (token: string) => post('/api/auth/switch-org', { organizationId }, token);
    const { accessToken } = await world.session('systemAdmin');
    const there = (await enter(accessToken)).json;
    world.advance(1);
    await post('/api/auth/token/revoke-organization', { organizationId }, owner.accessToken);
    expect([await me(there.accessToken), await me(accessToken)]).to.deep.equal([401, 200]);
    expect(said(await refresh(there.refreshToken))[0]).to.equal(401);
    const refused = await enter(accessToken);
    expect(said(refused)).to.deep.equal([401, 'SIGN_IN_NOT_RECENT']);
    expect(refused.json.detail).to.contain('POST /api/auth/step-up');
    world.advance(1);
    const proven = await post('/api/auth/step-up', { password: ADMIN.password }, accessToken);
    const back = await enter(proven.json.accessToken);
    expect([back.status, await me(back.json.accessToken)]).to.deep.equal([200, 200]);
    expect((await enter((await world.session('systemAdmin')).accessToken)).status, 'a login of after it').to.equal(200);
  });

  it('ends twelve hours after it began, refreshed and switched as it may be, and its access tokens with it', async () => {
    let { accessToken, refreshToken } = await world.session('user');
    for (let hour = 1; hour < 12; hour++) {
      world.advance(HOUR);
      ({ accessToken, refreshToken } = (await refresh(refreshToken)).json);
      if (hour % 4 === 0) ({ accessToken, refreshToken } = await switched(accessToken));
    }
    world.advance(HOUR / 2);
    ({ accessToken, refreshToken } = (await refresh(refreshToken)).json);
    expect((await callerOf(accessToken)).expiresAtMs - world.deps.clock.now()).to.equal(HOUR / 2);
    world.advance(HOUR / 2);
    expect(said(await refresh(refreshToken))).to.deep.equal([401, 'TOKEN_EXPIRED']);
    // For clocks that differ it is taken some minutes longer, and nothing new comes of it.
    expect(
      said(await post('/api/auth/switch-org', { organizationId: EXAMPLE.organisationId }, accessToken)),
    ).to.deep.equal([401, 'TOKEN_EXPIRED']);
    world.advance(301_000);
    expect(await me(accessToken)).to.equal(401);
  });

  it('of a device lasts thirty days, of which each day takes a refresh', async () => {
    const { accessToken: mine } = await world.session('user');
    const { code } = (await post('/api/auth/enrol-session/short-code', {}, mine)).json;
    const device = { label: 'Phone', platform: 'ios' };
    const { accessToken } = (await post('/api/auth/enrol-session/redeem-short-code', { code, device })).json;
    let { refreshToken } = await switched(accessToken);
    for (let half = 1; half < 60; half++) {
      world.advance(12 * HOUR);
      ({ refreshToken } = (await refresh(refreshToken)).json);
    }
    expect(refreshToken).to.be.a('string');
    world.advance(12 * HOUR);
    expect(said(await refresh(refreshToken))).to.deep.equal([401, 'TOKEN_EXPIRED']);
  });

  it('ends the others where it switches one-time codes on and is told so, and goes on itself', async () => {
    for (const endOtherSessions of [undefined, false, true]) {
      await withTotp(world, 'set up');
      const other = await world.session('user');
      const own = await world.session('user');
      const body = { code: codeNow(world), ...(endOtherSessions !== undefined && { endOtherSessions }) };
      const { status, json } = await post('/api/totp/verify', body, own.accessToken);
      expect(status).to.equal(200);
      const isEnded = endOtherSessions === true;
      expect(json.message).to.match(isEnded ? /All other sessions are ended/ : /DELETE .*which=others/);
      expect(await me(other.accessToken)).to.equal(isEnded ? 401 : 200);
      expect((await refresh(other.refreshToken)).status).to.equal(isEnded ? 401 : 200);
      expect(await me(own.accessToken)).to.equal(200);
      expect((await refresh(own.refreshToken)).status).to.equal(200);
      world.advance(60_000);
    }
  });

  it('ends the others by one call, also after another one did, and none by a session that is over', async () => {
    const [a, b] = [await world.session('user'), await world.session('user')];
    const others = (token: string) => sendTo(world, 'DELETE', '/api/auth/sessions?which=others', { token });
    expect((await others(a.accessToken)).status).to.equal(204);
    expect([await me(a.accessToken), await me(b.accessToken)]).to.deep.equal([200, 401]);
    expect((await others(b.accessToken)).status).to.equal(401);
    const c = await world.session('user');
    expect((await others(c.accessToken)).status).to.equal(204);
    expect([await me(a.accessToken), await me(c.accessToken)]).to.deep.equal([401, 200]);
    expect((await sendTo(world, 'DELETE', '/api/auth/sessions?which=mine', { token: c.accessToken })).status).to.equal(
      400,
    );
    expect((await sendTo(world, 'DELETE', '/api/auth/sessions', { token: c.accessToken })).status).to.equal(204);
    expect(await me(c.accessToken)).to.equal(401);
  });
});
