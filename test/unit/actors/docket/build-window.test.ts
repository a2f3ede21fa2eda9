// When the docket of a lone validator is built: at once, or a few milliseconds later where submissions are made or
// verified.
import { expect } from 'chai';
import { BuildWindow, type BuildWish } from '../../../../actors/docket/build-window.js';
import { Timers } from '../../../../actors/docket/timers.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const WAITS = { txId: 'a'.repeat(64) } as Transaction;
const WISH = { type: 'build', height: 1, windowMs: 100 } as unknown as BuildWish;

function world(full?: Journal) {
  const clock = new VirtualClock();
  const now = { arriving: false, expects: false, full: false, shared: false, writing: false, sure: true, alone: true };
  const told: string[] = [];
  const built: number[] = [];
  const kept = new Set<string>();
  const window = new BuildWindow({
    pool: { arriving: () => now.arriving, all: () => [WAITS], keep: (txId) => void kept.add(txId) },
    expects: () => now.expects,
    mayBuild: () => now.sure,
    journal: full ?? { backlogBytes: 0, whenDrained: async () => undefined },
    backlogBytesMax: 1,
    timers: new Timers(clock),
    isAlone: () => now.alone,
    isFull: () => now.full,
    isShared: () => now.shared,
    isWriting: () => now.writing,
    pause: (isPaused) => void told.push(isPaused ? 'pause' : 'resume'),
    build: () => void built.push(clock.now()),
    fail: (error) => {
      throw error;
    },
  });
  const begun = clock.now();
  return { clock, now, window, kept, told, times: () => built.map((at) => at - begun) };
}

describe('build window', () => {
  it('of a lone validator is none where nothing is on its way', () => {
    const { window, times } = world();
    window.open(WISH);
    expect(times()).to.deep.equal([0]);
  });

  it('of a lone validator is shorter where organisations share the register', async () => {
    const { clock, now, window, times } = world();
    now.arriving = true;
    now.shared = true;
    window.open(WISH);
    await clock.advance(2);
    expect(times()).to.deep.equal([2]);
  });

  it('is none where as many wait as a docket may hold', () => {
    for (const alone of [true, false]) {
      const { now, window, times } = world();
      now.arriving = true;
      now.alone = alone;
      window.open(WISH);
      expect(times()).to.deep.equal([]);
      window.end();
      now.full = true;
      window.open(WISH);
      expect(times().at(-1)).to.equal(0);
    }
  });

  it('of several validators is none where transactions come one by one', async () => {
    const { clock, now, window, times } = world();
    now.alone = false;
    window.open(WISH);
    expect(times()).to.deep.equal([0]);
    // The last docket had company, or another one is being verified: this one waits for it.
    window.onSealed(2);
    window.open(WISH);
    expect(times()).to.have.length(1);
    await clock.advance(100);
    expect(times()).to.deep.equal([0, 100]);
    window.onSealed(1);
    window.open(WISH);
    expect(times()).to.have.length(3);
    now.arriving = true;
    window.open(WISH);
    expect(times()).to.have.length(3);
    await clock.advance(100);
    expect(times()).to.deep.equal([0, 100, 100, 200]);
  });

  for (const what of ['arriving', 'expects'] as const)
    it(`waits a few milliseconds while a submission is ${what === 'arriving' ? 'verified' : 'made'}, and no longer`, async () => {
      const { clock, now, window, times } = world();
      now[what] = true;
      window.open(WISH);
      await clock.advance(11);
      expect(times()).to.deep.equal([]);
      await clock.advance(1);
      expect(times()).to.deep.equal([12]);
    });

  it('waits while the disk is nearly full, asks nothing meanwhile, and goes on by itself', async () => {
    let hasRoom = (): void => undefined;
    let asked = 0;
    const reserve = {
      isLow: true,
      room: () => {
        asked += 1;
        return new Promise<void>((resolve) => (hasRoom = resolve));
      },
    };
    const { window, times } = world(new Journal(memoryKv(), { onFatal: () => undefined, reserve }));
    window.open(WISH);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect([times(), asked]).to.deep.equal([[], 1]);
    reserve.isLow = false;
    hasRoom();
    await new Promise((resolve) => setImmediate(resolve));
    expect(times()).to.deep.equal([0]);
  });

  it('lasts for as long as the clock of the node is in doubt', async () => {
    const { clock, now, window, kept, told, times } = world();
    now.sure = false;
    window.open(WISH);
    await clock.advance(10_000);
    expect(times()).to.deep.equal([]);
    // The caller is told that its transaction waits, instead of waiting for a seal that may not come.
    expect([...kept]).to.deep.equal([WAITS.txId]);
    now.sure = true;
    await clock.advance(1000);
    expect(times()).to.have.length(1);
    expect(told, 'nobody has its rounds').to.deep.equal([]);
  });

  it('gives the rounds of a seat among others away while its clock is in doubt, and no order of the operator back', async () => {
    const { clock, now, window, told, times } = world();
    Object.assign(now, { sure: false, alone: false });
    window.open(WISH);
    await clock.advance(3000);
    expect([told, times()]).to.deep.equal([['pause'], []]);
    window.order(false);
    expect(told.at(-1)).to.equal('pause');
    window.order(true);
    now.sure = true;
    await clock.advance(1000);
    expect(told.at(-1)).to.equal('pause');
    window.order(false);
    expect(told.at(-1)).to.equal('resume');
    Object.assign(now, { sure: false });
    window.open(WISH);
    await clock.advance(1000);
    now.sure = true;
    await clock.advance(1000);
    expect(told.slice(-2)).to.deep.equal(['pause', 'resume']);
  });

  it('ends when the last of them has come', async () => {
    const { clock, now, window, times } = world();
    now.expects = true;
    window.open(WISH);
    await clock.advance(2);
    now.expects = false;
    window.gather();
    expect(times()).to.deep.equal([2]);
    await clock.advance(20);
    expect(times()).to.have.length(1);
  });

  it('does not open while a seal is being written', () => {
    const { now, window, times } = world();
    now.writing = true;
    window.open(WISH);
    expect(times()).to.deep.equal([]);
    now.writing = false;
    window.gather();
    expect(times()).to.deep.equal([0]);
  });
});
