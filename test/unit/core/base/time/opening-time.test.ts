// What a time opens leaves a node when most clocks say that it has come, or a quorum did.
import { expect } from 'chai';
import { openingTime } from '../../../../../core/base/time/opening-time.js';

const clock = (nowMs: number, agreedMs: number | undefined) => ({ now: () => nowMs, agreed: () => agreedMs });

describe('core/base/time/opening-time', () => {
  it('is what most clocks have reached, however far the one here is ahead', () => {
    expect(openingTime(clock(900, 500), 100)).to.equal(500);
  });

  it('is that of the tip where it is later, or where nobody else can be asked', () => {
    expect(openingTime(clock(900, 500), 600)).to.equal(600);
    expect(openingTime(clock(900, undefined), 100)).to.equal(100);
  });

  it('is the time here where there are no others', () => {
    expect(openingTime({ now: () => 900 }, 100)).to.equal(900);
  });
});
