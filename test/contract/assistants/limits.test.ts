// How many messages one caller may send to the MCP server.
import { expect } from 'chai';
import { ask } from '../ledger/fixtures.js';
import { NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { post } from './clients.js';

describe('limits of tools', () => {
  const world = worldOfAll({ rates: { ...NO_LIMITS, api: 3 } });

  it('count the messages of a caller apart from its requests', async () => {
    const token = await world.token('administrator');
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await post(world, { method: 'tools/list', token })).status);
    expect(statuses).to.deep.equal([200, 200, 200, 429]);
    expect((await ask(world, 'getMe', {}, { token })).status).to.equal(200);
  });

  it('count the calls of tools that administer apart, half as many', async () => {
    const token = await world.token('user');
    const call = async () => {
      const params = { name: 'health_check', arguments: {} };
      const { json } = await post(world, { method: 'tools/call', params, token });
      return json.result.structuredContent;
    };
    expect((await call()).status).to.equal('Passed');
    expect((await call()).code).to.equal('RATE_LIMITED');
  });
});
