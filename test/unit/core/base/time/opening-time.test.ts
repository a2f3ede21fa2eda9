// What a time opens leaves a node when most clocks say that it has come, or a quorum did.
import { expect } from 'chai';
import { openingTime, sealingTime } from '../../../../../core/base/time/opening-time.js';

const clock = (nowMs: number, agreedMs: number | undefined) => ({ now: () => nowMs, agreedTimeMs: () => agreedMs });

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

describe('the time at which a docket probably seals', () => {
  it('is what most clocks have reached, however wrong the one here is, and at least that of the tip', () => {
    expect(sealingTime(clock(900, 500), 100)).to.equal(500);
    expect(sealingTime(clock(400, 400), 500)).to.equal(500);
  });

  it('is the time here where nobody else can be asked: a register that one node seals goes on', () => {
    expect(sealingTime(clock(900, undefined), 100)).to.equal(900);
    expect(sealingTime({ now: () => 900 })).to.equal(900);
  });
});
