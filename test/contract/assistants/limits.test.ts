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
});
