// Orders, failures, deletions and restarts of a register that cross, and the bytes that a seat which does not seal may
// keep.
import { expect } from 'chai';
import type { Registry } from '../../../../actors/ledger/registry.js';
import type { RegisterRecords } from '../../../../actors/register-records.js';
import { TRANSACTION_AGE_MAX_MS } from '../../../../core/base/limits/ledger/transactions.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { issueOf } from '../../../support/base/results.js';
import { chainBlueprint, step } from '../../../support/node/ledger-line.js';
import {
  anAction,
  foundedRegister,
  keyOf,
  keysOf,
  type LedgerWorld,
  ledgerWorld,
  mustState,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from '../../../support/node/ledger-world.js';

describe('crossing calls of the ledger', () => {
  it('leaves no row behind for a promise that is sealed before the restarted register has read it', async () => {
    const { world, close } = await gatedWorld();
    const pin = await chainBlueprint(world);
    const start = step(world, pin, { actionId: '0', instanceId: 'i1' });
    const child = step(world, pin, { actionId: '1', instanceId: 'i1', previousTransactionId: start.txId });
    expect(await submitted(world, child)).to.include({ status: 'pending' });
    const open = close();
    failNow(world);
    await world.clock.advance(1_000);
    expect(await submitted(world, start)).to.include({ status: 'sealed' });
    expect(await submitted(world, child)).to.include({ status: 'sealed' });
    expect(world.outbox.size).to.equal(1);
    open();
    await world.clock.settle();
    expect(world.outbox.get(REGISTER_ID, child.txId)).to.equal(undefined);
    expect(world.outbox.size).to.equal(0);
  });

  it('refuses no promise whose seal is on its way to the disk when the restarted register reads it', async () => {
    const kv = memoryKv();
    const { world, close } = await gatedWorld(kv);
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    const promised = anAction(world, pin, 1);
    expect(await submitted(world, promised)).to.include({ status: 'pending' });
    const sealed = await sealedElsewhere(world);

    const open = close();
    failNow(world);
    await world.clock.advance(1_000);
    kv.hold();
    const adopted = world.ledger.adopt(REGISTER_ID, sealed);
    await world.clock.settle();
    open();
    await world.clock.settle();
    kv.release();
    await world.clock.settle();
    expect(await adopted).to.equal('sealed');
    expect(world.told.filter(({ type }) => type === 'transaction-refused')).to.deep.equal([]);
    expect(world.outbox.refusal(promised.txId)).to.equal(undefined);
    expect(world.outbox.size).to.equal(0);
    expect(world.ledger.receipt(REGISTER_ID, promised.txId)).to.include({ status: 'sealed' });
  });

  it('says nothing of the clock to who brings what is promised, while the register opened again has not read it yet', async () => {
    const { world, close } = await gatedWorld();
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    const [promised, other] = [anAction(world, pin, 1), anAction(world, pin, 2)];
    expect(await submitted(world, promised)).to.include({ status: 'pending' });
    await world.clock.advance(TRANSACTION_AGE_MAX_MS + 1000);
    const open = close();
    failNow(world);
    await world.clock.advance(1_000);
    expect(await submitted(world, promised)).to.include({ status: 'pending', known: true });
    expect(await submitted(world, other)).to.include({ status: 'refused', definitive: false });
    open();
    await world.clock.settle();
    expect(await submitted(world, promised)).to.include({ status: 'pending', known: true });
  });

  it('says a last word behind the write of the docket that proves it', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    const { header, payload } = anAction(world, pin, 1);
    const { payloadHash: _hash, senderWallet: _sender, ...rest } = header;
    const expiresAt = new Date(world.clock.now() + 500).toISOString();
    const late = signedTransaction(keyOf('late'), { ...rest, expiresAt }, payload);
    await world.clock.advance(1000);
    kv.hold();
    const sealed = submitted(world, anAction(world, pin, 2));
    await world.clock.settle();
    let told: unknown;
    const refused = submitted(world, late).then((outcome) => (told = outcome));
    await world.clock.settle();
    expect(told, 'the docket may still be lost').to.equal(undefined);
    kv.release();
    expect(await sealed).to.include({ status: 'sealed' });
    expect(await refused).to.deep.include({ status: 'refused', definitive: true });
  });

  it('says no last word about what expired here while the validator of another node may have sealed it in time', async () => {
    const validator = await ledgerWorld();
    const pin = await foundedRegister(validator);
    const genesis = (await validator.chain.sealedDocket(1, 0))!;
    const observer = await ledgerWorld({ clock: validator.clock, keys: keysOf('observer') });
    await observer.ledger.follow({ genesis, advertise: false });
    await observer.ledger.adopt(REGISTER_ID, (await validator.chain.sealedDocket(1, 1))!);
    const expiresAt = new Date(validator.clock.now() + 60_000).toISOString();
    const expiring = (sequence: number) => {
      const { header, payload } = anAction(validator, pin, sequence);
      const { payloadHash: _hash, senderWallet: _sender, ...rest } = header;
      return signedTransaction(keyOf(`sender ${sequence}`), { ...rest, expiresAt }, payload);
    };
    const [sealedInTime, lost] = [expiring(1), expiring(2)];
    for (const tx of [sealedInTime, lost])
      expect(await submitted(observer, tx!)).to.deep.include({ status: 'pending' });
    expect(await submitted(validator, sealedInTime!)).to.deep.include({ status: 'sealed' });
    await validator.clock.advance(120_000);
    await observer.ledger.sweep();
    await validator.clock.settle();
    expect(observer.ledger.receipt(REGISTER_ID, sealedInTime!.txId)).to.include({ status: 'pending' });
    expect(await observer.ledger.adopt(REGISTER_ID, (await validator.chain.sealedDocket(1, 2))!)).to.equal('sealed');
    expect(observer.ledger.receipt(REGISTER_ID, sealedInTime!.txId)).to.include({ status: 'sealed' });
    await submitted(validator, anAction(validator, pin, 3));
    expect(await observer.ledger.adopt(REGISTER_ID, (await validator.chain.sealedDocket(1, 3))!)).to.equal('sealed');
    await observer.ledger.sweep();
    await validator.clock.settle();
    expect(observer.ledger.receipt(REGISTER_ID, lost!.txId)).to.include({ status: 'refused', definitive: true });
  });

  it('opens a register again that cannot read its store while its seat starts', async () => {
    let broken = 0;
    const world = await ledgerWorld({
      alter: (parts) => {
        const view = parts.chain.view.bind(parts.chain);
        parts.chain.view = (reg) => {
          if (broken-- > 0) throw new Error('the store gave no answer');
          return view(reg);
        };
        return parts;
      },
    });
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    const promised = anAction(world, pin, 1);
    expect(await submitted(world, promised)).to.include({ status: 'pending' });
    broken = 1;
    const resumed = world.ledger.seating.control(REGISTER_ID, 'resume');
    await world.clock.advance(1_000);
    await resumed;
    expect(world.ledger.figures().restarts).to.equal(1);
    expect(world.ledger.receipt(REGISTER_ID, promised.txId)).to.include({ status: 'sealed' });
  });

  it('answers an order that a failure of the register overtakes, and opens it as ordered', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    kv.hold();
    void submitted(world, anAction(world, pin, 1));
    await world.clock.settle();
    const stopped = world.ledger.seating.control(REGISTER_ID, 'stop');
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

  it('signs nothing while a fence is on its way to the disk, nor where the register is being opened meanwhile', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    await foundedRegister(world);
    await world.ledger.stop();
    const again = await ledgerWorld({ kv, clock: world.clock });
    await again.ledger.start();
    kv.hold();
    const opened = again.ledger.seating.process(REGISTER_ID);
    const fenced = again.ledger.seating.raise(REGISTER_ID, 'rollback');
    await again.clock.settle();
    expect(again.ledger.seat(REGISTER_ID)).to.include({ state: 'Fenced' });
    expect(issueOf(await opened)).to.include({ code: 'VALIDATOR_FENCED' });
    kv.release();
    await again.clock.settle();
    expect(await fenced).to.include({ state: 'Fenced', reason: 'rollback' });
    expect(again.ledger.seat(REGISTER_ID)).to.include({ state: 'Fenced', reason: 'rollback' });

    expect(await again.ledger.seating.control(REGISTER_ID, 'accept-amnesia')).to.include({ state: 'Running' });
    kv.hold();
    const second = again.ledger.seating.raise(REGISTER_ID, 'another copy');
    expect(again.ledger.seat(REGISTER_ID)).not.to.include({ state: 'Running' });
    kv.release();
    await again.clock.settle();
    expect(await second).to.include({ state: 'Fenced', reason: 'another copy' });
  });

  it('keeps both of two changes of a register that cross', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    await foundedRegister(world);
    const changes = [
      world.ledger.seating.control(REGISTER_ID, 'pause'),
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
    expect(issueOf(await changed)).to.include({ code: 'REGISTER_NOT_FOUND' });
    // Once its deletion had begun it did not come back.
    expect(seen).to.deep.equal([...seen].sort().reverse());
  });

  it('refuses what is promised while its register is being deleted', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
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
    expect(world.outbox.get(REGISTER_ID, anAction(world, pin, 1).txId)).to.equal(undefined);
  });

  it('follows the order that a seat had when its loss of votes is accepted', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    expect(await submitted(world, anAction(world, pin, 1))).to.include({ status: 'pending' });
    await world.ledger.stop();
    const again = await ledgerWorld({ kv, clock: world.clock, fence: 'restored' });
    expect(again.ledger.seat(REGISTER_ID)).to.include({ state: 'Fenced' });
    expect(await again.ledger.seating.control(REGISTER_ID, 'accept-amnesia')).to.include({ state: 'Paused' });
    await again.clock.settle();
    expect(mustState(again)).to.include({ height: 1 });
    await again.ledger.seating.control(REGISTER_ID, 'resume');
    await again.clock.settle();
    expect(mustState(again)).to.include({ height: 2 });
  });

  it('gives no final miss of a register that it decides alone until the loss of its votes is accepted', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    await foundedRegister(world);
    await world.ledger.stop();
    const again = await ledgerWorld({ kv, clock: world.clock, fence: 'restored' });
    const miss = () =>
      again.ledger.reads.surely(
        REGISTER_ID,
        () => 'miss',
        (result) => result === 'miss',
      );
    expect(again.ledger.register(REGISTER_ID)?.status).to.equal('RECOVERY');
    expect(again.ledger.register(REGISTER_ID)?.statusReason).to.match(/dockets may be missing.*accept-amnesia/);
    expect(await miss()).to.equal('behind');
    // Another node of the mesh is no member, and no order makes it whole.
    again.ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: 1 });
    await again.ledger.update(REGISTER_ID, { status: 'OFFLINE' });
    await again.ledger.update(REGISTER_ID, { status: 'ONLINE' });
    await again.clock.settle();
    expect(again.ledger.register(REGISTER_ID)?.status).to.equal('RECOVERY');
    await again.ledger.seating.control(REGISTER_ID, 'accept-amnesia');
    expect(again.ledger.register(REGISTER_ID)?.status).to.equal('ONLINE');
    expect(await miss()).to.equal('miss');
  });

  it('is ONLINE after the order to be so, also where it is open while its record says OFFLINE', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    // Somebody had it opened while that was on its way to the disk.
    await (Reflect.get(world.ledger, 'records') as RegisterRecords).offline(REGISTER_ID);
    await world.ledger.update(REGISTER_ID, { status: 'ONLINE' });
    await world.clock.settle();
    expect(world.ledger.register(REGISTER_ID)?.status).to.equal('ONLINE');
    await world.ledger.stop();
  });

  it('follows the last of two orders, also while the first is on its way to the disk', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const statusAfter = async (...orders: ('ONLINE' | 'OFFLINE')[]) => {
      await Promise.all(orders.map((status) => world.ledger.update(REGISTER_ID, { status })));
      await world.clock.settle();
      return world.ledger.register(REGISTER_ID)?.status;
    };
    expect(await statusAfter('OFFLINE', 'ONLINE')).to.equal('ONLINE');
    expect(await statusAfter('OFFLINE')).to.equal('OFFLINE');
    expect(await statusAfter('ONLINE', 'OFFLINE')).to.equal('OFFLINE');
    expect(await statusAfter('ONLINE', 'ONLINE')).to.equal('ONLINE');
    await world.ledger.stop();
  });

  it('keeps no more bytes in memory for a paused seat than its pool may have', async () => {
    const world = await ledgerWorld({ poolLimits: { bytesMax: 4_000 } });
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    const statuses: string[] = [];
    for (let n = 0; n < 20; n++) statuses.push((await submitted(world, anAction(world, pin, n))).status);
    const accepted = statuses.filter((status) => status === 'pending').length;
    expect(accepted * anAction(world, pin, 1).bytes.length).to.be.within(1, 8_000);
    expect(statuses.at(-1)).to.equal('refused');
    await world.ledger.seating.control(REGISTER_ID, 'resume');
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

/** The next docket of the world's register, sealed by the seat of a copy of its disk. */
async function sealedElsewhere({ kv, clock }: LedgerWorld) {
  const copy = memoryKv();
  for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(255) }))
    await copy.write([{ key, value }]);
  const twin = await ledgerWorld({ kv: copy, clock });
  await twin.ledger.seating.control(REGISTER_ID, 'resume');
  await clock.settle();
  return (await twin.chain.sealedDocket(1, mustState(twin).height))!;
}

/** A ledger that reads no promise again after `close`, which gives the function that lets it go on. */
async function gatedWorld(kv = memoryKv()): Promise<{ world: LedgerWorld; close: () => () => void }> {
  let gate = Promise.resolve();
  const world = await ledgerWorld({
    kv,
    alter: (parts) => {
      const entries = parts.outbox.entries.bind(parts.outbox);
      parts.outbox.entries = async function* (registerId) {
        await gate;
        yield* entries(registerId);
      };
      return parts;
    },
  });
  const close = () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    return () => open();
  };
  return { world, close };
}
