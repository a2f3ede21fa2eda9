// How often a register may meet damage again after its repair, and how long each repair waits.
import { expect } from 'chai';
import { RepairBackoff } from '../../../../actors/ledger/repair-backoff.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const ID = 'register';
const HOUR_MS = 60 * 60 * 1000;

function scene() {
  const clock = new VirtualClock();
  const relapses = new RepairBackoff(clock);
  /** It is opened, and meets damage at once. */
  const relapse = () => {
    relapses.opens(ID);
    return relapses.countDamage(ID);
  };
  return { clock, relapses, relapse };
}

describe('relapses of a register', () => {
  it('are answered by fewer and fewer repairs, and by none after the fifth', () => {
    const { relapse } = scene();
    const met = Array.from({ length: 6 }, relapse);
    const pauses = [0, 5000, 10_000, 20_000, 40_000].map((pauseMs) => ({ pauseMs }));
    expect(met).to.deep.equal([...pauses, 'too-often']);
    // Somebody set it ONLINE again.
    expect(relapse()).to.deep.equal({ pauseMs: 0 });
  });

  it('count once until it is opened again', () => {
    const { relapses, relapse } = scene();
    expect(relapse()).to.deep.equal({ pauseMs: 0 });
    expect([relapses.countDamage(ID), relapses.countDamage(ID)]).to.deep.equal(['known', 'known']);
    expect(relapse()).to.deep.equal({ pauseMs: 5000 });
    expect(relapses.countDamage('another')).to.deep.equal({ pauseMs: 0 });
  });

  it('are over once it was sound for an hour, however long the repair took', async () => {
    const { clock, relapses, relapse } = scene();
    for (let i = 0; i < 3; i++) relapse();
    await clock.advance(2 * HOUR_MS);
    expect(relapse(), 'it was not open meanwhile').to.deep.equal({ pauseMs: 20_000 });
    relapses.opens(ID);
    await clock.advance(HOUR_MS);
    expect(relapse()).to.deep.equal({ pauseMs: 0 });
  });

  it('are over as soon where the clock was set back meanwhile', async () => {
    const { clock, relapses, relapse } = scene();
    clock.setMs = 7 * 24 * HOUR_MS;
    for (let i = 0; i < 3; i++) relapse();
    relapses.opens(ID);
    clock.setMs = 0;
    await clock.advance(HOUR_MS);
    expect(relapse()).to.deep.equal({ pauseMs: 0 });
  });
});
