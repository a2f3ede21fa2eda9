// The way of a POST to the event that a hub tells, counted on real call stacks: from the request to the hub over all
// that is waited for; and the three ways off it, to the check of the signature, to the docket and to the disk. A
// function that only forwards makes the way longer, and this test fail.
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { expect } from 'chai';
import { Assembly } from '../../../actors/docket/assembly.js';
import { platformCheck } from '../../../actors/verifier.js';
import type { HubCounters } from '../../../api/deps/hub-counters.js';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { CallTrace, callsNow } from '../../support/base/call-stacks.js';
import { aWorld, type World } from '../world/world.js';
import { anOrder, ask, exampleOrders, type Orders, WAIT } from './fixtures.js';

const CALLS_MAX = 60;
const ACTION_CALLS_MAX = 60;

/** The ways off the main one: how many calls they take until what they lead to, behind the call where they leave it. */
const LEAVES: Readonly<Record<string, RegExp>> = { check: /^Intake\.submit$/, docket: /drain$/, disk: /^$/ };

describe('the way of a POST to its hub event', () => {
  const trace = new CallTrace();
  const ways: Record<string, readonly string[]> = {};
  const { build } = Assembly.prototype;
  let isCounted = false;
  let world: World;
  let at: Orders;
  let listener: { stop(): Promise<void> };

  const note = (name: string) => {
    if (isCounted) ways[name] ??= callsNow();
  };

  before(async () => {
    const check: typeof platformCheck = (task) => {
      note('check');
      return platformCheck(task);
    };
    world = await aWorld({ check, isHeldToDocument: false });
    at = await exampleOrders(world);
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    const token = await world.token('user');
    const connection = new HubConnectionBuilder()
      .withUrl(`${url}/hubs/register`, { accessTokenFactory: () => token })
      .configureLogging(LogLevel.None)
      .build();
    listener = connection;
    await connection.start();
    connection.on('DocketSealed', () => undefined);
    await connection.invoke('SubscribeToRegister', at.registerId);
    const write = world.kv.write.bind(world.kv);
    world.kv.write = (ops) => {
      note('disk');
      return write(ops);
    };
    Assembly.prototype.build = function (...given) {
      note('docket');
      return build.apply(this, given);
    };
    const countEvent = () => {
      if (isCounted) ways['hub'] ??= trace.callsToHere();
    };
    const hubs: HubCounters = { countEvent, countConnection: () => undefined, cut: () => undefined };
    Object.assign(world.deps.counters, { hubs });
  });
  after(async () => {
    trace.stop();
    Assembly.prototype.build = build;
    await listener.stop();
    await world.close();
  });

  /** The calls of the main way and of those off it. */
  async function callsOf(operation: string, parts: object, opening: RegExp): Promise<readonly number[]> {
    for (const name of Object.keys(ways)) delete ways[name];
    isCounted = true;
    trace.start();
    const answer = await ask(world, operation, parts, { as: 'administrator', headers: WAIT });
    trace.stop();
    isCounted = false;
    expect(answer.status, answer.text).to.equal(200);
    const { hub = [], ...off } = ways;
    expect(hub.join(' '), 'the whole way').to.match(opening);
    const detours = Object.entries(LEAVES).map(([name, leaves]) => {
      const calls = off[name] ?? [];
      const from = calls.findIndex((call) => leaves.test(call));
      return from < 0 ? calls.length : from;
    });
    return [hub.length, ...detours];
  }

  it(`of a signed transaction is at most ${CALLS_MAX} calls`, async () => {
    const parts = { params: { registerId: at.registerId }, body: anOrder(world, at) };
    const all = await callsOf('submitTransaction', parts, /HubHost\.tell.*Intake\.submit.*admitSubmission.*onRequest/);
    expect(Math.min(...all), 'each way is seen').to.be.greaterThan(0);
    expect(sum(all), all.join(' + ')).to.be.at.most(CALLS_MAX);
  });

  it(`of an action is at most ${ACTION_CALLS_MAX} calls`, async () => {
    const body = {
      ...{ blueprintId: LEDGER.blueprintId, actionId: '0', senderWallet: EXAMPLE.walletAddress },
      ...{ registerAddress: at.registerId, payloadData: { amount: 3 } },
    };
    const all = await callsOf('submitAction', { body }, /HubHost\.tell.*Intake\.submit.*submitMove.*onRequest/);
    expect(sum(all), all.join(' + ')).to.be.at.most(ACTION_CALLS_MAX);
  });
});

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0);
}
