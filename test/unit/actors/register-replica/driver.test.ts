// One open register with fakes around it: a seat that changes waits for the disk before it is opened again, and a fault
// of the ledger itself opens nothing.
import { expect } from 'chai';
import { noTransport } from '../../../../actors/docket/no-transport.js';
import { ReplicaDriver, type ReplicaPorts } from '../../../../actors/register-replica/driver.js';
import { POOL_LIMITS } from '../../../../core/pool/pool.js';
import type { Journal } from '../../../../storage/engine/journal.js';
import {
  anAction,
  foundedRegister,
  keysOf,
  ledgerWorld,
  promptVerifier,
  QUIET,
  REGISTER_ID,
} from '../../../support/node/ledger-world.js';

async function opened() {
  const world = await ledgerWorld();
  const pin = await foundedRegister(world);
  await world.ledger.stop();
  const log: string[] = [];
  const drains: (() => void)[] = [];
  const journal = Object.create(world.store.journal, {
    whenDrained: { value: () => new Promise<void>((resolve) => drains.push(resolve)) },
  }) as Journal;
  const ports: ReplicaPorts = {
    ...{ clock: world.clock, chain: world.chain, outbox: world.outbox, journal, log: QUIET, metrics: null },
    random: { bytes: (length) => Buffer.alloc(length), number: () => 0.5 },
    ...{ verifier: promptVerifier, keys: keysOf('seat'), transport: noTransport },
    evidence: { waiting: () => [], drop: () => undefined, sealOps: () => [] },
    budget: () => true,
    onMisbehaved: (_id, { name }) => log.push(name),
    onForgotten: () => log.push('Forgotten'),
    announceSealed: (_id, { docket }) => log.push(`sealed ${docket.header.height}`),
    announceRefused: () => log.push('refused'),
    announceAbandoned: () => log.push('abandoned'),
    onAccepted: () => log.push('accepted'),
    ...{ isBehind: () => false, hearsMost: () => true, isLeft: () => false },
    rulesAfter: () => undefined,
    fail: (error) => log.push(`failed: ${error instanceof Error ? error.message : error}`),
  };
  const driver = new ReplicaDriver(
    {
      record: world.registers.byId(REGISTER_ID)!,
      fence: () => undefined,
      timers: { roundMs: 500, resendMs: 250, roundMsMax: 30_000 },
      backlogBytesMax: 1 << 20,
      docketTransactionsMax: () => 1000,
      poolLimits: POOL_LIMITS,
      place: () => undefined,
    },
    ports,
  );
  await world.clock.settle();
  const { height } = driver.state();
  return { world, driver, log, drains, pin, height };
}

describe('actors/register-replica/driver', () => {
  it('opens its seat again only when the disk has all that the earlier one wrote', async () => {
    const { world, driver, log, drains } = await opened();
    const first = driver.docket.driver;
    expect([driver.seat.now.state, first === undefined]).to.deep.equal(['Running', false]);
    void driver.seat.order({ type: 'STOP' });
    await world.clock.settle();
    expect([drains.length, driver.docket.driver === first, driver.seat.now.state]).to.deep.equal([1, true, 'Stopping']);
    drains[0]?.();
    await world.clock.settle();
    expect([driver.docket.driver === first, driver.seat.now.state]).to.deep.equal([false, 'Stopped']);
    expect(log).to.deep.equal([]);
    await driver.stop();
  });

  it('builds nothing with a seat that is stopped, and promises what it is brought', async () => {
    const { world, driver, log, drains, pin, height } = await opened();
    void driver.seat.order({ type: 'STOP' });
    await world.clock.settle();
    drains[0]?.();
    await world.clock.settle();
    const outcome = driver.pool.intake.submit(anAction(world, pin, 1), { priority: 'Normal', waitMs: 0 });
    await world.clock.settle();
    expect(await outcome).to.include({ status: 'pending' });
    expect([log, driver.state().height, driver.idle]).to.deep.equal([['accepted'], height, false]);
    await driver.stop();
  });

  it('seals with a seat that runs, and tells of it once', async () => {
    const { world, driver, log, pin, height } = await opened();
    const outcome = driver.pool.intake.submit(anAction(world, pin, 1), { priority: 'Normal', waitMs: 1000 });
    await world.clock.settle();
    expect(await outcome).to.include({ status: 'sealed', height: height + 1 });
    expect([log, driver.docket.figures.sealed]).to.deep.equal([['accepted', `sealed ${height + 1}`], 1]);
    await driver.stop();
  });

  it('opens nothing after a fault that puts the ledger in doubt', async () => {
    const { world, driver, drains } = await opened();
    void driver.seat.order({ type: 'FAULT', reason: 'FORK' });
    await world.clock.settle();
    for (const drained of drains) drained();
    await world.clock.settle();
    expect([driver.docket.driver, driver.seat.now.state]).to.deep.equal([undefined, 'Faulted']);
    await driver.stop();
  });

  it('opens no seat again that was closed while it waited for the disk', async () => {
    const { world, driver, log, drains } = await opened();
    const first = driver.docket.driver;
    const ordered = driver.seat.order({ type: 'STOP' });
    await world.clock.settle();
    await driver.stop();
    await ordered;
    drains[0]?.();
    await world.clock.settle();
    expect([driver.docket.driver === first, driver.isClosed, log]).to.deep.equal([true, true, []]);
  });
});
