// The newest dockets of a register as they come: each once, in order, told some times a second, and not without end.
import { expect } from 'chai';
import { DOCKETS_KEPT, type DocketCard, DocketRing } from '../../../../console/live/docket-ring.js';
import { aroundEach } from '../../../support/base/blocks.js';
import { Dice } from '../../../support/base/dice.js';

function docket(number: number): DocketCard {
  return { number } as DocketCard;
}

/** Newest first. */
function dockets(from: number, to: number): readonly DocketCard[] {
  return Array.from({ length: to - from + 1 }, (_, i) => docket(to - i));
}

describe('console dockets', () => {
  const frames: (() => void)[] = [];
  const rests: (() => void)[] = [];
  const frame = (): void => {
    for (const draw of frames.splice(0)) draw();
  };
  const rest = (): void => {
    for (const goOn of rests.splice(0)) goOn();
  };
  const before = { frame: globalThis.requestAnimationFrame, timer: globalThis.setTimeout };
  aroundEach(
    async () => {
      frames.length = 0;
      rests.length = 0;
      globalThis.requestAnimationFrame = (draw) => frames.push(() => draw(0));
      globalThis.setTimeout = ((goOn: () => void) => rests.push(goOn)) as never;
    },
    async () => {
      globalThis.requestAnimationFrame = before.frame;
      globalThis.setTimeout = before.timer;
    },
  );

  it('come once and in order, whatever a stream repeats', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const dice = new Dice(`ring ${seed}`);
      const first = dice.integer(0, 500);
      const ring = new DocketRing(first === 0 ? [] : dockets(0, first - 1));
      let newest = first - 1;
      for (let step = 0; step < 200; step++) {
        const from = Math.max(0, newest + 1 - dice.integer(0, 5));
        newest = Math.max(newest, from + dice.integer(0, 3));
        for (let number = from; number <= newest; number++) ring.add(docket(number));
        expect(ring.next).to.equal(newest + 1);
        if (dice.chance(0.5)) frame();
        if (dice.chance(0.5)) rest();
      }
      for (let i = 0; i < 2; i++) {
        frame();
        rest();
      }
      const kept = ring.dockets().map(({ number }) => number);
      expect(kept, `seed ${seed}`).to.eql(
        dockets(Math.max(0, newest + 1 - DOCKETS_KEPT), newest).map((one) => one.number),
      );
    }
  });

  it('are told with a frame, and as another array', () => {
    const ring = new DocketRing([]);
    let told = 0;
    const end = ring.listen(() => told++);
    const read = ring.dockets();
    for (let number = 0; number < 10; number++) ring.add(docket(number));
    expect([frames.length, told, ring.dockets() === read]).to.eql([1, 0, true]);
    frame();
    expect([told, ring.dockets().length, ring.dockets() === read]).to.eql([1, 10, false]);
    rest();
    ring.add(docket(3));
    expect(frames.length, 'a known one').to.equal(0);
    end();
    ring.add(docket(10));
    frame();
    expect(told).to.equal(1);
  });

  it('rest between two tellings, and none is kept back behind the rest', () => {
    const ring = new DocketRing([]);
    ring.add(docket(0));
    frame();
    ring.add(docket(1));
    expect([frames.length, ring.dockets().length], 'while it rests').to.eql([0, 1]);
    rest();
    expect(frames.length, 'behind the rest').to.equal(1);
    frame();
    expect(ring.dockets().length).to.equal(2);
    rest();
    expect(frames.length, 'where no docket came').to.equal(0);
    ring.add(docket(2));
    expect(frames.length, 'at once, behind a rest').to.equal(1);
  });
});
