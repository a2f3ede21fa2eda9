// When promises are offered again: ever more rarely while nobody takes them, and soon where the register seals or a member comes back.
import { expect } from 'chai';
import { Forwarder } from '../../../../actors/mesh/forwarder.js';
import type { Transaction } from '../../../../core/transaction/types.js';
import { VirtualClock } from '../../../support/virtual-clock.js';

const REGISTER = 'register';
const TX = { txId: 'tx' } as Transaction;

function forwarderOf(clock: VirtualClock) {
  const offeredAtMs: number[] = [];
  const promised = [{ tx: TX, acceptedAtMs: clock.now() }];
  const from = clock.now();
  const forwarder = new Forwarder({
    clock,
    ledger: { outstanding: () => promised },
    takers: () => ['peer'],
    isShared: () => true,
    offer: () => void offeredAtMs.push(clock.now() - from),
  });
  forwarder.watch(REGISTER);
  return { forwarder, offeredAtMs, promised };
}

describe('what is promised and not sealed', () => {
  it('is offered ever more rarely, at least once a minute', async () => {
    const clock = new VirtualClock();
    const { forwarder, offeredAtMs } = forwarderOf(clock);
    await clock.advance(300_000);
    expect(offeredAtMs.slice(0, 5)).to.deep.equal([2000, 6000, 14_000, 30_000, 62_000]);
    expect(offeredAtMs.slice(5)).to.deep.equal([122_000, 182_000, 242_000]);
    forwarder.stop();
  });

  it('is offered within eight seconds of a seal, again and again while the register seals', async () => {
    const clock = new VirtualClock();
    const { forwarder, offeredAtMs } = forwarderOf(clock);
    await clock.advance(130_000);
    offeredAtMs.length = 0;
    for (let i = 0; i < 10; i++) {
      forwarder.sealed(REGISTER);
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
    forwarder.sealed(REGISTER);
    await clock.advance(60_000);
    expect(offeredAtMs).to.deep.equal([2000]);
    forwarder.stop();
  });
});
