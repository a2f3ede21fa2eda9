// What happens when orders, failures, deletions and restarts of a register cross, and what a seat that does not seal may keep.
import { expect } from 'chai';
import type { Registry } from '../../../actors/registry.js';
import { memoryKv } from '../../../storage/memory.js';
import { chainBlueprint, step } from '../../support/ledger-line.js';
import {
  anAction,
  foundedRegister,
  type LedgerWorld,
  ledgerWorld,
  mustState,
  REGISTER_ID,
  submitted,
} from '../../support/ledger-world.js';

describe('crossing calls of the ledger', () => {
  it('leaves no row behind for a promise that is sealed before the restarted register has read it', async () => {
    let gate = Promise.resolve();
    const world = await ledgerWorld({
      alter: (parts) => {
        const entries = parts.outbox.entries.bind(parts.outbox);
        parts.outbox.entries = async function* () {
          await gate;
          yield* entries();
        };
        return parts;
      },
    });
    const pin = await chainBlueprint(world);
    const start = step(world, pin, { actionId: '0', instanceId: 'i1' });
    const child = step(world, pin, { actionId: '1', instanceId: 'i1', previousTransactionId: start.txId });
    expect(await submitted(world, child)).to.include({ status: 'pending' });
    let open = () => {};
    gate = new Promise((resolve) => (open = resolve));
    failNow(world);
    await world.clock.advance(1_000);
    expect(await submitted(world, start)).to.include({ status: 'sealed' });
    expect(await submitted(world, child)).to.include({ status: 'sealed' });
    expect(world.outbox.size).to.equal(1);
    open();
    await world.clock.settle();
    expect(world.outbox.get(child.txId)).to.equal(undefined);
    expect(world.outbox.size).to.equal(0);
  });

  it('answers an order that a failure of the register overtakes, and opens it as ordered', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    kv.hold();
    void submitted(world, anAction(world, pin, 1));
    await world.clock.settle();
    const stopped = world.ledger.control(REGISTER_ID, 'stop');
    let answered = false;
    void stopped.then(() => (answered = true));
    await world.clock.settle();
    kv.sync(1);
    await world.clock.settle();
    failNow(world);
    kv.release();
    await world.clock.advance(1_000);
    expect(answered).to.equal(true);
    expect(world.ledger.seat(REGISTER_ID)).to.include({ state: 'Stopped' });
  });

  it('keeps both of two changes of a register that cross', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    await foundedRegister(world);
    const changes = [
      world.ledger.control(REGISTER_ID, 'pause'),
      world.ledger.update(REGISTER_ID, { description: 'another' }),
      world.ledger.update(REGISTER_ID, { advertise: true }),
    ];
    await world.clock.settle();
    await Promise.all(changes);
    const again = await ledgerWorld({ kv, clock: world.clock });
    expect(again.ledger.register(REGISTER_ID)).to.include({ seat: 'Paused', description: 'another', advertise: true });
  });

  it('deletes a register although a change of it crosses the deletion', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const removed = world.ledger.remove(REGISTER_ID);
    const changed = world.ledger.update(REGISTER_ID, { description: 'another' });
    const seen: boolean[] = [];
    for (let over = false; !over; await new Promise((resolve) => setImmediate(resolve))) {
      seen.push(world.registers.byId(REGISTER_ID) !== undefined && world.registers.byId(REGISTER_ID)?.purging !== true);
      over = world.registers.byId(REGISTER_ID) === undefined;
    }
    await removed;
    expect(await changed).to.include({ code: 'REGISTER_NOT_FOUND' });
    // Once its deletion had begun it did not come back.
    expect(seen).to.deep.equal([...seen].sort().reverse());
  });

  it('refuses what is promised while its register is being deleted', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    await world.ledger.control(REGISTER_ID, 'pause');
    kv.hold();
    const removed = world.ledger.remove(REGISTER_ID);
    await world.clock.settle();
    void world.ledger.submit(anAction(world, pin, 1), { priority: 'Normal', waitMs: 0 });
    await world.clock.settle();
    kv.sync(1);
    await world.clock.settle();
    kv.release();
    await world.clock.settle();
    await removed;
    expect(world.outbox.size).to.equal(0);
    expect(world.outbox.get(anAction(world, pin, 1).txId)).to.equal(undefined);
  });

  it('follows the order that a seat had when its loss of votes is accepted', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    await world.ledger.control(REGISTER_ID, 'pause');
    expect(await submitted(world, anAction(world, pin, 1))).to.include({ status: 'pending' });
    await world.ledger.stop();
    const again = await ledgerWorld({ kv, clock: world.clock, fence: 'restored' });
    expect(again.ledger.seat(REGISTER_ID)).to.include({ state: 'Fenced' });
    expect(await again.ledger.control(REGISTER_ID, 'accept-amnesia')).to.include({ state: 'Paused' });
    await again.clock.settle();
    expect(mustState(again)).to.include({ height: 1 });
    await again.ledger.control(REGISTER_ID, 'resume');
    await again.clock.settle();
    expect(mustState(again)).to.include({ height: 2 });
  });

  it('keeps no more bytes in memory for a paused seat than its pool may have', async () => {
    const world = await ledgerWorld({ poolLimits: { bytesMax: 4_000 } });
    const pin = await foundedRegister(world);
    await world.ledger.control(REGISTER_ID, 'pause');
    const statuses: string[] = [];
    for (let n = 0; n < 20; n++) statuses.push((await submitted(world, anAction(world, pin, n))).status);
    const accepted = statuses.filter((status) => status === 'pending').length;
    expect(accepted * anAction(world, pin, 1).bytes.length).to.be.within(1, 8_000);
    expect(statuses.at(-1)).to.equal('refused');
    await world.ledger.control(REGISTER_ID, 'resume');
    await world.clock.settle();
    for (let minute = 0; minute < 3; minute++) {
      await world.ledger.sweep();
      await world.clock.settle();
    }
    expect(mustState(world).txCount).to.equal(2 + accepted);
    expect(await submitted(world, anAction(world, pin, 30))).to.include({ status: 'sealed' });
  });
});

/** Makes the open register fail, as a bug in one of its drivers would. */
function failNow(world: LedgerWorld): void {
  const registry = Reflect.get(world.ledger, 'registry') as Registry;
  registry.peek(REGISTER_ID)?.driver?.pool.fail(new Error('a failure of this test'));
}
