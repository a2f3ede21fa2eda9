// When promises are offered again: ever more rarely while no member takes them, and soon where the register seals or a
// member comes back.
import { expect } from 'chai';
import { Forwarder } from '../../../../actors/mesh/forwarder.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const REGISTER = 'register';
const TX = { txId: 'tx' } as Transaction;

function forwarderOf(clock: VirtualClock, promised = [{ tx: TX, acceptedAtMs: clock.now() }]) {
  const offeredAtMs: number[] = [];
  const offered: (readonly string[])[] = [];
  const from = clock.steady();
  const forwarder = new Forwarder({
    clock,
    ledger: { handle: () => ({ outstanding: () => promised }) },
    takers: () => ['peer'],
    isShared: () => true,
    offer: (_registerId, _peerIds, transactions) => {
      offeredAtMs.push(clock.steady() - from);
      offered.push(transactions.map(({ txId }) => txId));
    },
  });
  forwarder.watch(REGISTER);
  return { forwarder, offeredAtMs, offered, promised };
}

/** So many promises, one after the other. */
function many(clock: VirtualClock, count: number) {
  return Array.from({ length: count }, (_, i) => ({
    tx: { txId: `tx ${i}` } as Transaction,
    acceptedAtMs: clock.now(),
  }));
}

describe('a promise that is not sealed', () => {
  it('is offered ever more rarely, at least once a minute', async () => {
    const clock = new VirtualClock();
    const { forwarder, offeredAtMs } = forwarderOf(clock);
    await clock.advance(300_000);
    expect(offeredAtMs.slice(0, 5)).to.deep.equal([2000, 6000, 14_000, 30_000, 62_000]);
    expect(offeredAtMs.slice(5)).to.deep.equal([122_000, 182_000, 242_000]);
    forwarder.stop();
  });

  it('is offered at least once a minute where the clock was set back by days', async () => {
    const clock = new VirtualClock();
    const { forwarder, offeredAtMs } = forwarderOf(clock);
    await clock.advance(5000);
    clock.setMs = -14 * 24 * 60 * 60 * 1000;
    await clock.advance(300_000);
    expect(offeredAtMs.length).to.be.within(5, 10);
    forwarder.stop();
  });

  it('is offered within eight seconds of a seal, again and again while the register seals', async () => {
    const clock = new VirtualClock();
    const { forwarder, offeredAtMs } = forwarderOf(clock);
    await clock.advance(130_000);
    offeredAtMs.length = 0;
    for (let i = 0; i < 10; i++) {
      forwarder.onSealed(REGISTER);
      await clock.advance(3000);
    }
    expect(offeredAtMs).to.deep.equal([138_000, 146_000, 154_000]);
    offeredAtMs.length = 0;
    await clock.advance(100_000);
    expect(offeredAtMs).to.have.length.below(6);
    forwarder.stop();
  });

  it('is looked after no longer once it has ended', async () => {
    const clock = new VirtualClock();
    const { forwarder, offeredAtMs, promised } = forwarderOf(clock);
    await clock.advance(3000);
    promised.length = 0;
    await clock.advance(20_000);
    forwarder.onSealed(REGISTER);
    await clock.advance(60_000);
    expect(offeredAtMs).to.deep.equal([2000]);
    forwarder.stop();
  });

  it('is offered whole in each round, however many of the oldest wait for something else', async () => {
    const clock = new VirtualClock();
    const promised = many(clock, 2500);
    const all = promised.map(({ tx }) => tx.txId);
    const { forwarder, offeredAtMs, offered } = forwarderOf(clock, promised);
    await clock.advance(7000);
    expect(offered.map((ids) => ids.length)).to.deep.equal([1000, 1000, 500]);
    expect(offered.flat()).to.deep.equal(all);
    await clock.advance(8000);
    expect(offeredAtMs).to.deep.equal([2000, 4000, 6000, 10_000, 12_000, 14_000]);
    expect(offered.slice(3).flat()).to.deep.equal(all);
    forwarder.stop();
  });

  it('is offered first where it was not yet when a member comes back, again and again', async () => {
    const clock = new VirtualClock();
    const promised = many(clock, 2500);
    const { forwarder, offered } = forwarderOf(clock, promised);
    await clock.advance(1000);
    for (let i = 0; i < 3; i++) {
      forwarder.hurry((id) => id === REGISTER);
      await clock.advance(100);
    }
    expect(offered.map((ids) => ids.length)).to.deep.equal([1000, 1000, 1000]);
    expect(new Set(offered.flat()).size).to.equal(2500);
    forwarder.stop();
  });

  it('leaves out what has ended since its round began', async () => {
    const clock = new VirtualClock();
    const promised = many(clock, 2500);
    const { forwarder, offered } = forwarderOf(clock, promised);
    await clock.advance(3000);
    promised.splice(1000, 1000);
    await clock.advance(1500);
    expect(offered.map((ids) => [ids.length, ids[0]])).to.deep.equal([
      [1000, 'tx 0'],
      [500, 'tx 2000'],
    ]);
    forwarder.stop();
  });
});

describe('a promise in each of thousands of registers', () => {
  function crowd(clock: VirtualClock, registers: number) {
    const offers = new Map<string, number>();
    const forwarder = new Forwarder({
      clock,
      ledger: { handle: () => ({ outstanding: () => [{ tx: TX, acceptedAtMs: 0 }] }) },
      takers: () => ['peer'],
      isShared: () => true,
      offer: (registerId) => void offers.set(registerId, (offers.get(registerId) ?? 0) + 1),
    });
    for (let n = 0; n < registers; n++) forwarder.watch(`r${n}`);
    const total = () => [...offers.values()].reduce((sum, count) => sum + count, 0);
    return { forwarder, offers, total };
  }

  it('is offered by few of them a second while no member takes anything, and by each in its turn', async () => {
    const clock = new VirtualClock();
    const { forwarder, offers, total } = crowd(clock, 4000);
    await clock.advance(15_000);
    expect(total()).to.be.within(128, 500);
    await clock.advance(250_000);
    expect([offers.size, total()]).to.deep.equal([4000, 4000 + (total() - offers.size)]);
    expect(total()).to.be.below(7000);
    forwarder.stop();
  });

  it('is offered by many as soon as they seal, or a member comes back', async () => {
    const clock = new VirtualClock();
    const { forwarder, total } = crowd(clock, 4000);
    await clock.advance(15_000);
    const before = total();
    for (let n = 0; n < 100; n++) forwarder.onSealed(`r${n}`);
    await clock.advance(1100);
    expect(total() - before).to.be.within(400, 500);
    const then = total();
    forwarder.hurry(() => true);
    await clock.advance(1100);
    expect(total() - then).to.be.within(1000, 1100);
    forwarder.stop();
  });
});
