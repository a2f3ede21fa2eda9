// One program against the port of operations, once over HTTP with the published client and once in the process of the
// node: it finds the same values and the same failures.
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { QuorateClient } from '../../../api/client/published/client.js';
import type { OperationCalls } from '../../../api/client/published/operation-calls.js';
import { buildDispatcher } from '../../../api/dispatch/build.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { groups } from '../../../api/groups/index.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

const NO_REGISTER = '00000000-0000-4000-8000-00000000dead';

function shown(found: Result<unknown>): unknown {
  return isFailure(found) ? found.issues.map(({ code, path, message }) => ({ code, path, message })) : found;
}

/** The program. It knows no transport. */
async function program({ call }: OperationCalls): Promise<unknown> {
  const me = await call('getMe');
  const organisations = await call('listOrganizations', { query: { pageSize: 1 } });
  const register = await call('getRegister', { params: { registerId: NO_REGISTER } });
  const name = isFailure(register) ? register.issue.code : register.name;
  const late = await call('getRegister', { params: { registerId: NO_REGISTER } }, { atLeastHeight: -1 });
  const wallet = await call('createWallet', { body: { name: 7 } } as never);
  const key = { idempotencyKey: 'one-program' };
  const drafts = [await call('createServicePrincipal', { body: {} } as never, key)];
  const metadata = await call('getODataMetadata', {}, { headers: { Accept: 'application/xml' } });
  return [me, organisations, register, late, wallet, ...drafts, metadata].map(shown).concat(name);
}

describe('the port of operations', () => {
  const world = worldOfAll();
  before(async () => {
    await world.app.listen({ host: '127.0.0.1', port: 0 });
  });

  it('is fulfilled by the client and by the node in its own process', async () => {
    const token = await world.token('administrator');
    const { port } = world.app.server.address() as AddressInfo;
    const client = new QuorateClient({ url: `http://127.0.0.1:${port}`, token, retry: false });
    const { random } = world.deps;
    const idempotency = new Idempotency({ kv: world.kv, queued: world.kv, random, key: new Uint8Array(32) });
    const { dispatcher } = buildDispatcher(world.deps, groups, { idempotency, rates: NO_LIMITS });
    const inside = dispatcher.callsOf({ token, traceId: 'trace', address: '192.0.2.7' });
    const over = (await program(client)) as readonly { readonly organizationId?: string }[];
    expect(over[0]?.organizationId).to.equal(EXAMPLE.organisationId);
    expect(JSON.stringify(over)).to.contain('REGISTER_NOT_FOUND').and.to.contain('HEADER_INVALID');
    expect(await program(inside)).to.deep.equal(over);
  });

  it('throws nothing that a node may answer, and says where it was not reached', async () => {
    const client = new QuorateClient({ url: 'http://127.0.0.1:1', retry: false });
    const found = await client.call('getHealth');
    expect(isFailure(found) && found.issue.code).to.equal('NODE_UNAVAILABLE');
  });
});
