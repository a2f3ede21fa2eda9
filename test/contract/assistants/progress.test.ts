// Progress and cancellation of tools: a client hears what its call does, and one that goes away leaves no half of it
// behind.
import { expect } from 'chai';
import { buildDispatcher } from '../../../api/dispatch/build.js';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { groups } from '../../../api/groups/index.js';
import { type ToolAsked, ToolCalls } from '../../../api/mcp/calling.js';
import type { ToolResult } from '../../../api/mcp/results.js';
import { tools } from '../../../api/mcp/tools/table.js';
import { StandingGrants } from '../../../api/oauth/standing-grants.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { rehearsing } from '../blueprints/rehearsing.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { connected } from './clients.js';

describe('progress of tools', () => {
  const world = worldOfAll();
  const { aDraft } = rehearsing(() => world);

  for (const isOlder of [false, true])
    it(`is told to a client of ${isOlder ? '2025' : 'the newest revision'} that asks for it`, async () => {
      const client = await connected(world, { isOlder });
      const blueprintId = await aDraft(DEFINITION);
      const told: { readonly progress: number; readonly message?: string | undefined }[] = [];
      const request = { name: 'rehearsal_start', arguments: { blueprintId } };
      const { structuredContent } = await client.callTool(request, { onprogress: (update) => told.push(update) });
      expect(structuredContent).to.include({ status: 'InProgress' });
      expect(told[0]?.message).to.match(/rehearsal/i);
      expect(told.map(({ progress }) => progress)).to.deep.equal(told.map((_, i) => i + 1));
      await client.close();
    });

  it('ends with a cancellation: no further operation begins, and the answer of the person counts still', async () => {
    await exampleOrders(world);
    const { random, clock, log } = world.deps;
    const idempotency = new Idempotency({ kv: world.kv, queued: world.kv, random, key: new Uint8Array(32) });
    const built = buildDispatcher(world.deps, groups, { idempotency, rates: NO_LIMITS });
    const caller = (await world.deps.tokens.verify(await world.token('administrator'))) as never;
    const called: string[] = [];
    let onCall: (id: string) => void = () => undefined;
    const calls = new ToolCalls(tools, {
      ...{
        random,
        clock,
        log,
        repeats: built.repeats,
        limit: undefined,
        adminLimit: undefined,
        confirmationRoot: built.confirmationRoot,
        grants: new StandingGrants(world.deps),
      },
      operations: new Map(built.operations.map((one) => [one.operation.id, one])),
      dispatcher: {
        call: (id, ...rest) => {
          called.push(id);
          onCall(id);
          return built.dispatcher.call(id, ...rest);
        },
      },
    });
    const use = (signal: AbortSignal, state?: string) =>
      calls.call(
        {
          ...{ name: 'register_create', input: { name: 'Cancelled' }, state, canAsk: true },
          responses: { confirm: { action: 'accept', content: { confirm: true } } },
        },
        { caller, traceId: 'trace', address: '192.0.2.7', headers: {}, watch: { signal } },
      );
    const count = async () => (await ask(world, 'countRegisters', {})).json.count as number;
    const before = await count();
    const { state } = (await use(new AbortController().signal)) as ToolAsked;
    called.length = 0;
    const cancelling = new AbortController();
    onCall = (id) => id === 'initiateRegister' && cancelling.abort();
    const cancelled = (await use(cancelling.signal, state)) as ToolResult;
    expect(cancelled.structuredContent).to.include({ code: 'CALL_CANCELLED' });
    expect([called, await count()]).to.deep.equal([['initiateRegister'], before]);
    const founded = (await use(new AbortController().signal, state)) as ToolResult;
    expect(founded.structuredContent, JSON.stringify(founded)).to.include({ status: 'Passed' });
    expect(await count()).to.equal(before + 1);
  });
});
