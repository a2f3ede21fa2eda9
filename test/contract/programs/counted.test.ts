// The counter of request authentication (specification section 6): each request once, by the state of its token; and
// what programs got for their codes.
import { expect } from 'chai';
import type { AccessCounters } from '../../../api/deps/access-counters.js';
import { sendTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { EXCHANGE, programSession, sendForm, tokensFor } from './fixtures.js';

const ME = '/api/auth/me';

describe('the counter of request authentication', () => {
  let counted: string[] = [];
  const access: AccessCounters = {
    countAuthentication: (state) => counted.push(state),
    countGrant: (grant, outcome) => counted.push(`${grant} ${outcome}`),
  };
  const world = worldOfEach();
  beforeEach(() => Object.assign(world.deps.counters, { access }));

  it('counts each request once, by the state of its token', async () => {
    const token = await world.token('user');
    const bound = (await programSession(world, 'user', { scopes: [], thumbprint: 'A'.repeat(43) })).accessToken;
    const late = await world.token('user');
    counted = [];
    const me = (authorization?: string) =>
      sendTo(world, 'GET', ME, { headers: authorization === undefined ? {} : { authorization } });
    for (const header of [undefined, `Bearer ${token}`, `Bearer ${bound}`, `DPoP ${bound}`, 'Bearer x', 'Basic x'])
      await me(header);
    expect(counted).to.deep.equal(['none', 'bearer', 'unproven', 'unproven', 'invalid', 'invalid']);
    await sendTo(world, 'POST', '/api/auth/logout', { token, body: {} });
    counted = [];
    await me(`Bearer ${token}`);
    world.advance(2 * 3_600_000);
    await me(`Bearer ${late}`);
    await sendTo(world, 'GET', '/health', { token: late });
    expect(counted, 'where none is asked for too').to.deep.equal(['revoked', 'expired', 'expired']);
  });

  it('counts what programs got for their codes, and what they were refused', async () => {
    counted = [];
    const { refresh_token } = (await tokensFor(world)).json();
    const { client_id } = EXCHANGE;
    await sendForm(world, '/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token });
    await sendForm(world, '/oauth/token', { ...EXCHANGE, code: 'x' });
    await sendForm(world, '/oauth/token', { ...EXCHANGE, client_id: 'nobody', code: 'x' });
    await sendForm(world, '/oauth/token', { ...EXCHANGE, grant_type: 'password' });
    expect(counted.filter((one) => one.includes(' '))).to.deep.equal([
      ...['authorization_code given', 'refresh_token given'],
      ...['authorization_code invalid_grant', 'authorization_code invalid_client'],
    ]);
  });
});
