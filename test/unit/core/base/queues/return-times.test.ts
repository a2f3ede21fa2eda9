// When refused clients come again: few in any second however many there are, at once where few were refused, and never
// later than the most that a client is told.
import { expect } from 'chai';
import { TAKEN_FOR_REFUSED } from '../../../../../core/base/limits/node/overload.js';
import { ReturnTimes } from '../../../../../core/base/queues/return-times.js';

const SECONDS_MAX = 30;
/** In which so many places pass at 600 taken a second. */
const secondsOf = (refused: number) => (refused * TAKEN_FOR_REFUSED) / 600;

/** So many are taken a second, for so many seconds from 0. */
function busy(perSecond: number, seconds: number): ReturnTimes {
  const times = new ReturnTimes(SECONDS_MAX, 0);
  for (let ms = 0; ms <= seconds * 1000; ms += 1000 / perSecond) times.take(ms);
  return times;
}

describe('times of return', () => {
  it('are a second where few were refused', () => {
    expect(new ReturnTimes(SECONDS_MAX, 0).refuse(0)).to.equal(1);
    expect(busy(600, 3).refuse(3000)).to.equal(1);
  });

  it('spread a crowd that comes at once, so many a second for each that is taken', () => {
    const times = busy(600, 3);
    const told = Array.from({ length: 1000 }, () => times.refuse(3000));
    for (let second = 1; second <= 10; second++)
      expect(told.filter((one) => one === second).length).to.be.closeTo(600 / TAKEN_FOR_REFUSED, 1);
  });

  it('are never later than the most that a client is told', () => {
    const times = busy(600, 3);
    for (let i = 0; i < 10_000; i++) times.refuse(3000);
    expect(times.refuse(3000)).to.equal(SECONDS_MAX);
  });

  it('do not take a node that is kept from its work for a slow one', () => {
    const times = busy(600, 3);
    const told = Array.from({ length: 1000 }, (_, i) => times.refuse(3000 + 4 * i));
    expect(Math.max(...told)).to.be.at.most(secondsOf(1000));
  });

  it('become later where less is taken than before', () => {
    const times = busy(600, 3);
    let told = 0;
    for (let i = 0; i < 1000; i++) told = times.refuse(300_000);
    expect(told).to.equal(SECONDS_MAX);
  });

  it('are a second again when those who were told have come', () => {
    const times = busy(600, 3);
    for (let i = 0; i < 1000; i++) times.refuse(3000);
    expect(times.refuse(3500 + 1000 * secondsOf(1000))).to.equal(1);
  });
});
