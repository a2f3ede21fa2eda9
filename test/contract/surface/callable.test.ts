// The list of what a caller may do (getMe) is what the surface lets in: each operation is asked by each persona, by
// services and programs with few scopes, and by a session whose password has to be changed.
import { expect } from 'chai';
import { isAnsweredAt } from '../../../api/define.js';
import { callableBy } from '../../../api/dispatch/callable.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { isFailure } from '../../../core/base/result.js';
import { SCOPES } from '../../../core/tenant/services/principal.js';
import { exampleOrders } from '../ledger/fixtures.js';
import { programSession } from '../programs/fixtures.js';
import { badQuery, call, operations, sendTo } from '../world/caller.js';
import { type Persona, tokenOfService } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';

const FIRST = 'nine paper boats drift';

describe('what a caller may do', () => {
  const world = worldOfAll();
  before(() => exampleOrders(world));

  const persona = (name: Persona) => () => world.token(name);
  const TOKENS: Readonly<Record<string, () => Promise<string>>> = {
    'an administrator of the node': persona('systemAdmin'),
    'an administrator': persona('administrator'),
    'a user': persona('user'),
    'a citizen': persona('citizen'),
    'a service with each scope': persona('service'),
    'a service with one scope': () =>
      tokenOfService(world.deps, { clientId: 'narrow', serviceName: 'Narrow', scope: [SCOPES.design] }),
    'a program without a scope': async () => (await programSession(world, 'systemAdmin', { scopes: [] })).accessToken,
    'a program with two scopes': async () =>
      (await programSession(world, 'systemAdmin', { scopes: ['ledger:read', 'workflow:act'] })).accessToken,
    'a program of a user': async () =>
      (await programSession(world, 'user', { scopes: ['organisation:admin', 'blueprint:design'] })).accessToken,
    'somebody with a first password': async () => {
      const [email, url] = ['dora@acme.example', `/api/organizations/${EXAMPLE.organisationId}/users`];
      const body = { email, displayName: 'Dora', roles: ['Designer'], password: FIRST };
      await sendTo(world, 'POST', url, { token: await world.token('administrator'), body });
      return (await sendTo(world, 'POST', '/api/auth/login', { body: { email, password: FIRST } })).json.accessToken;
    },
  };

  for (const [who, tokenOf] of Object.entries(TOKENS))
    it(`is told to ${who}, as each operation answers`, async () => {
      const token = await tokenOf();
      const { can } = (await sendTo(world, 'GET', '/api/auth/me', { token })).json as {
        readonly can: readonly string[];
      };
      const letIn: string[] = [];
      for (const { id, definition, example } of operations()) {
        if (definition.can === 'public' || !isAnsweredAt(definition, 'public')) continue;
        // A bad query shows that the call was let in, and changes nothing.
        const input = { ...example.input, query: badQuery(definition) };
        const { status } = await call(world, definition, input, { token });
        if (status !== 403 && status !== 401) letIn.push(id);
      }
      expect([...can].sort()).to.deep.equal(letIn.sort());
    });

  it('is nothing of the API for a program whose token is for the MCP server', async () => {
    const scopes = ['ledger:read', 'workflow:act'] as const;
    const { accessToken } = await programSession(world, 'user', { scopes, resource: 'mcp' });
    const caller = await world.deps.tokens.verify(accessToken);
    expect(isFailure(caller) ? caller.issue : callableBy(caller)).to.deep.equal([]);
  });
});
