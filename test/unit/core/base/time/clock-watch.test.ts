// A wall clock is believed while it goes with the steady clocks, which cannot be set. It is believed again when those,
// peers or a person say so.
import { expect } from 'chai';
import {
  type ClockReading,
  confirmClock,
  look,
  skewNow,
  steadyTime,
  watchFrom,
} from '../../../../../core/base/time/clock-watch.js';

const DAY = 86_400_000;
const AWAY = 27 * DAY;
const T0 = Date.UTC(2026, 0, 1);

/**
 * `passed` of real time since the start of the machine, `set` added to the wall clock, and `slept` of it unseen by the
 * steady clock.
 */
function at(passed: number, { set = 0, slept = 0, boot = true } = {}): ClockReading {
  return { wallMs: T0 + passed + set, steadyMs: passed - slept, bootMs: boot ? passed : undefined };
}

describe('the watch over a clock', () => {
  it('believes a clock that goes on, and one that is slewed', () => {
    let state = watchFrom(at(0), undefined, AWAY);
    for (let second = 1; second <= 600; second++) state = look(state, at(second * 1000, { set: second * 100 }));
    expect(state.doubt).to.equal(undefined);
  });

  it('doubts one that jumps, until it is where it would be without the jump', () => {
    for (const set of [20 * DAY, 61_000, -61_000, -400 * DAY]) {
      const jumped = look(watchFrom(at(0), undefined, AWAY), at(1000, { set }));
      expect(jumped.doubt, `${set}`).to.deep.equal({ kind: 'jump', byMs: set });
      expect(steadyTime(jumped, at(5000, { set }))).to.equal(T0 + 5000);
      expect(look(jumped, at(9000, { set })).doubt).to.not.equal(undefined);
      expect(look(jumped, at(9000)).doubt).to.equal(undefined);
    }
    expect(look(watchFrom(at(0), undefined, AWAY), at(1000, { set: 59_000 })).doubt).to.equal(undefined);
  });

  it('doubts one that creeps in steps which are each too small for a jump, and believes it again where it was confirmed', () => {
    for (const step of [60_000, -60_000, 1000]) {
      let state = watchFrom(at(0), undefined, AWAY);
      let second = 0;
      while (!state.doubt && second < 2000) {
        second++;
        state = look(state, at(second * 1000, { set: second * step }));
      }
      const set = second * step;
      expect(state.doubt, `${step}`).to.deep.equal({ kind: 'drift', byMs: set });
      expect(Math.abs(set)).to.be.at.most(120_000);
      const now = second * 1000;
      expect(steadyTime(state, at(now, { set }))).to.equal(T0 + now);
      // Time alone excuses nothing: the clock stays off, or creeps on.
      expect(look(state, at(now + 30 * DAY, { set })).doubt).to.deep.equal(state.doubt);
      expect(look(state, at(now + 1000, { set: 3 * set })).doubt).to.deep.equal({ kind: 'drift', byMs: 3 * set });
      expect(look(state, at(now + 1000)).doubt, 'set right').to.equal(undefined);
      expect(look(state, at(now + 1000, { set }), true).doubt, 'peers agree').to.equal(undefined);
    }
  });

  it('believes a clock that is slewed for years, and stepped ahead after each nightly backup, and still doubts a jump', () => {
    let state = watchFrom(at(0), undefined, AWAY);
    let set = 0;
    const HOUR = DAY / 24;
    for (let hour = 1; hour <= 3 * 365 * 24; hour++) {
      set += HOUR * 0.0005 + (hour % 24 === 0 ? 30_000 : 0);
      state = look(state, at(hour * HOUR, { set }));
      if (state.doubt) break;
    }
    expect(state.doubt).to.equal(undefined);
    const later = 3 * 365 * DAY + 1000;
    expect(look(state, at(later, { set: set + 61_000 })).doubt).to.deep.include({ kind: 'jump' });
    // Without the time since boot the steady clock counts.
    let plain = watchFrom(at(0, { boot: false }), undefined, AWAY);
    for (let day = 1; day <= 365; day++) plain = look(plain, at(day * DAY, { set: day * 43_200, boot: false }));
    expect(plain.doubt).to.equal(undefined);
  });

  it('believes a machine that slept where the time since its start tells so, and doubts it elsewhere', () => {
    const woken = { slept: DAY };
    expect(look(watchFrom(at(0), undefined, AWAY), at(DAY + 1000, woken)).doubt).to.equal(undefined);
    const state = look(watchFrom(at(0, { boot: false }), undefined, AWAY), at(DAY + 1000, { ...woken, boot: false }));
    expect(state.doubt).to.deep.include({ kind: 'jump', byMs: DAY });
  });

  it('ends a doubt by the word of the peers or of a person, and doubts the next jump again', () => {
    const jumped = look(watchFrom(at(0), undefined, AWAY), at(1000, { set: DAY }));
    for (const state of [look(jumped, at(2000, { set: DAY }), true), confirmClock(at(2000, { set: DAY }))]) {
      expect(state.doubt).to.equal(undefined);
      expect(look(state, at(3000, { set: DAY })).doubt).to.equal(undefined);
      expect(look(state, at(3000)).doubt).to.deep.include({ byMs: -DAY });
    }
  });

  it('asks after a longer absence than is stated, where the machine started again meanwhile, and not after less', () => {
    const last = (awayMs: number) => ({ wallMs: T0 - awayMs, bootMs: 5000, bootId: 'before' });
    const start = { ...at(0), bootId: 'now' };
    for (const maxMs of [DAY, 27 * DAY]) {
      expect(watchFrom(start, last(maxMs), maxMs).doubt).to.equal(undefined);
      expect(watchFrom(start, last(-20 * maxMs), maxMs).doubt, 'behind').to.equal(undefined);
      const byMs = maxMs + 1;
      expect(watchFrom(start, last(byMs), maxMs).doubt).to.deep.equal({ kind: 'absence', byMs });
      expect(watchFrom(start, { wallMs: T0 - byMs }, maxMs).doubt).to.deep.equal({ kind: 'absence', byMs });
    }
    const away = watchFrom(at(0), last(200 * DAY), AWAY);
    // Going on as it is proves nothing about such a clock.
    expect(look(away, at(3_600_000)).doubt).to.deep.include({ kind: 'absence' });
    expect(look(away, at(3_600_000), true).doubt).to.equal(undefined);
    expect(steadyTime(away, at(5))).to.equal(T0 + 5);
  });

  it('doubts a start under a clock that was set since the last run, where the machine went on meanwhile', () => {
    const boot = { bootId: 'one' };
    const seen = { wallMs: T0, bootMs: 1000, ...boot };
    // A new process: its steady clock begins anew.
    const start = (awayMs: number, set = 0) => ({
      wallMs: T0 + awayMs + set,
      steadyMs: 5,
      bootMs: 1000 + awayMs,
      ...boot,
    });
    expect(watchFrom(start(200 * DAY), seen, AWAY).doubt, 'the machine went on for 200 days').to.equal(undefined);
    for (const set of [20 * DAY, 61_000, -DAY]) {
      const moved = watchFrom(start(3000, set), seen, AWAY);
      expect(moved.doubt).to.deep.equal({ kind: 'jump', byMs: set });
      expect(steadyTime(moved, start(3000, set))).to.equal(T0 + 3000);
      expect(look(moved, start(3000)).doubt, 'set right again').to.equal(undefined);
      expect(look(moved, start(3000, set), true).doubt, 'peers agree').to.equal(undefined);
    }
    expect(watchFrom(start(3000, 59_000), seen, AWAY).doubt).to.equal(undefined);
    // Another start of the machine, one whose time since then goes back, and a row of an earlier version prove nothing.
    const proveNothing = [
      { ...seen, bootId: 'two' },
      { ...seen, bootMs: 5000 },
      { wallMs: T0 },
      { wallMs: T0, bootMs: 1000 },
    ];
    for (const other of proveNothing) expect(watchFrom(start(3000, 20 * DAY), other, AWAY).doubt).to.equal(undefined);
  });

  it('follows what was compared with a peer when the clock here is set', () => {
    const skew = { skewMs: 100, at: at(0) };
    expect(skewNow(skew, at(50_000))).to.equal(100);
    expect(skewNow(skew, at(50_000, { set: DAY }))).to.equal(100 - DAY);
  });
});
