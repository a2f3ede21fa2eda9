// A node guards its clock: no docket while it is in doubt, one line for each doubt, degraded health, and what ends it.
import { expect } from 'chai';
import { CLOCK_AWAY_DAYS } from '../../../../core/base/limits/ledger/clocks.js';
import type { Log } from '../../../../core/base/ports.js';
import type { ClockReading } from '../../../../core/base/time/clock-watch.js';
import { awayMaxOf, ClockGuard, clockHealth, lastSeenOps } from '../../../../node/observe/clock-guard.js';

const DAY = 86_400_000;
const T0 = Date.UTC(2026, 0, 1);

function world(seenMs?: number, awayMaxMs = 27 * DAY) {
  const now = { passed: 0, set: 0, agree: undefined as boolean | undefined, heard: undefined as number | undefined };
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const log = { debug: write, info: write, warn: write, error: write, child: () => log } as Log;
  const read = (): ClockReading => ({ wallMs: T0 + now.passed + now.set, steadyMs: now.passed });
  const guard = new ClockGuard(
    { log, read, peersAgree: () => now.agree, lastSyncMs: () => now.heard, awayMaxMs },
    seenMs === undefined ? undefined : { wallMs: seenMs },
  );
  const part = clockHealth(() => guard);
  return { now, lines, guard, part };
}

describe('node/observe/clock-guard', () => {
  it('lets nothing be built after a jump, says so once, and lets it again when the clock is right', () => {
    const { now, lines, guard, part } = world();
    expect(guard.maySeal()).to.equal(true);
    expect(part.check()).to.deep.equal({ status: 'healthy' });
    now.passed = 5000;
    now.set = 20 * DAY;
    expect(guard.maySeal()).to.equal(false);
    expect(guard.maySeal()).to.equal(false);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain('jumped by 20 days ahead').and.contain('quorate clock confirm');
    expect(part.check()).to.deep.equal({ status: 'degraded', reason: lines[0] });
    expect(guard.view()).to.deep.include({ believed: false, offByMs: 20 * DAY });
    // Others are judged by the time that it would be, and a time in doubt is not remembered.
    expect(guard.judgeNow()).to.equal(T0 + 5000);
    expect(lastSeenOps(guard)).to.deep.equal([]);
    now.set = 0;
    expect(guard.maySeal()).to.equal(true);
    expect(part.check().status).to.equal('healthy');
    expect(lines[1]).to.contain('believed again');
    expect(lastSeenOps(guard)).to.have.length(1);
  });

  it('shows an operator the clock of this moment, whichever part looked at it last', () => {
    const { now, guard } = world();
    now.set = DAY;
    expect(guard.view()).to.deep.include({ believed: false, offByMs: DAY }).and.have.property('reason');
    now.set = 0;
    expect(guard.view()).to.deep.include({ believed: true }).and.not.have.any.keys('offByMs', 'reason');
  });

  it('names what ends a doubt: a clock that may be right all the while ends no absence', () => {
    const { now, guard } = world(T0 - 30 * DAY);
    expect(guard.view().reason).to.contain('until the time service of this machine').and.not.contain('clock is right');
    now.passed = 60_000;
    now.heard = T0 + 60_000;
    expect(guard.view()).to.deep.include({ believed: true });
    now.set = DAY;
    expect(guard.view().reason).to.contain('until the clock is right').and.not.contain('time service');
  });

  it('believes the new time when the linked nodes do, or an operator', () => {
    const { now, guard } = world();
    now.set = -DAY;
    now.agree = false;
    expect(guard.maySeal()).to.equal(false);
    now.agree = true;
    expect(guard.maySeal()).to.equal(true);
    now.set = 0;
    now.agree = undefined;
    expect(guard.maySeal()).to.equal(false);
    expect(guard.confirm()).to.deep.include({ believed: true });
    expect(guard.maySeal()).to.equal(true);
  });

  it('builds nothing under a clock that creeps ahead, and tells by how much', () => {
    const { now, lines, guard } = world();
    for (let second = 1; second <= 2000; second++) {
      now.passed = second * 1000;
      now.set = second * 30_000;
      guard.maySeal();
    }
    expect(guard.maySeal()).to.equal(false);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain('moved in small steps by 90 seconds ahead');
    expect(guard.judgeNow()).to.equal(T0 + 2_000_000);
    expect(lastSeenOps(guard)).to.deep.equal([]);
    expect(guard.confirm()).to.deep.include({ believed: true });
  });

  it('says at the start that it was away, or is behind its last run', () => {
    expect(world(T0 - 3 * DAY).lines[0]).to.contain('ran last more than a day ago');
    const behind = world(T0 + 3 * DAY);
    expect(behind.lines[0]).to.contain('behind the last run');
    expect(behind.guard.maySeal()).to.equal(true);
    expect(behind.part.check().reason).to.contain('3 days behind the last run');
    const years = world(T0 - 1000 * DAY);
    expect(years.guard.maySeal()).to.equal(false);
    expect(years.lines[0]).to.contain('away for 1000 days');
    expect(world(T0 - 1000).lines).to.deep.equal([]);
  });

  it('builds nothing after an absence that nothing proves, and tells it in log and health, until peers or an operator agree', () => {
    for (const awayMaxMs of [awayMaxOf({ enabled: true }, { clockAwayDays: 27 }), 2 * DAY]) {
      const { now, lines, guard, part } = world(T0 - 3 * DAY, awayMaxMs);
      now.passed = 60_000;
      expect(guard.maySeal()).to.equal(false);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.contain('away for 3 days').and.contain('quorate clock confirm');
      expect(part.check()).to.deep.equal({ status: 'degraded', reason: lines[0] });
      expect(guard.view()).to.deep.include({ believed: false, reason: lines[0] });
      expect(lastSeenOps(guard), 'the next start asks too').to.deep.equal([]);
      now.agree = false;
      expect(guard.maySeal()).to.equal(false);
      now.agree = true;
      expect(guard.maySeal()).to.equal(true);
      expect(lastSeenOps(guard)).to.have.length(1);
    }
    const asked = world(T0 - 3 * DAY, DAY);
    expect(asked.guard.confirm()).to.deep.include({ believed: true });
  });

  it('believes the time service of the machine after an absence, unless peers say otherwise, and not after a jump', () => {
    const { now, guard } = world(T0 - 20 * DAY, DAY);
    now.heard = T0 - 2 * DAY;
    expect(guard.maySeal(), 'it heard the time too long ago').to.equal(false);
    Object.assign(now, { heard: T0 + 2 * DAY, passed: 2000 });
    expect(guard.maySeal(), 'the clock was set back since').to.equal(false);
    Object.assign(now, { heard: T0, passed: 4000, agree: false });
    expect(guard.maySeal()).to.equal(false);
    Object.assign(now, { passed: 6000, agree: undefined });
    expect(guard.maySeal()).to.equal(true);
    Object.assign(now, { set: 2 * DAY, heard: T0 + 2 * DAY, passed: 8000 });
    expect(guard.maySeal()).to.equal(false);
  });

  it('leaves a lone node alone that was off for a weekend, and asks after a week or what the operator states', () => {
    const lone = (clockAwayDays: number) => awayMaxOf({ enabled: false }, { clockAwayDays });
    const byDefault = lone(CLOCK_AWAY_DAYS);
    expect(world(T0 - 2.7 * DAY, byDefault).guard.maySeal()).to.equal(true);
    expect(world(T0 - 7 * DAY, byDefault).guard.maySeal()).to.equal(false);
    expect(world(T0 - 300 * DAY, lone(365)).guard.maySeal()).to.equal(true);
    expect(world(T0 - 3 * DAY, lone(2)).guard.maySeal()).to.equal(false);
    // Peers answer by themselves, so a node that has some asks at once.
    expect(world(T0 - 2 * DAY, awayMaxOf({ enabled: true }, { clockAwayDays: 365 })).guard.maySeal()).to.equal(false);
    expect(world(T0 - DAY, awayMaxOf({ enabled: true }, { clockAwayDays: 365 })).guard.maySeal()).to.equal(true);
  });

  it('says that the head of a register is ahead, until the time has come', () => {
    const { now, lines, guard, part } = world();
    guard.onSealed('r', T0 + 1000);
    expect(part.check().status).to.equal('healthy');
    guard.onSealed('r', T0 + 20 * DAY);
    guard.onSealed('r', T0 + 20 * DAY + 1);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain('The tip of a register is ahead of the clock');
    expect(part.check().reason).to.contain('The heads of 1 registers are ahead').and.contain('20 days');
    expect(part.counts?.()).to.deep.equal({ inDoubt: 0, headsAhead: 1 });
    // Governance resets the time in a docket that still is of the future itself.
    guard.onSealed('r', T0 + 20 * DAY + 2, () => T0);
    expect(part.counts?.()).to.deep.equal({ inDoubt: 0, headsAhead: 0 });
    guard.onSealed('r', T0 + 20 * DAY + 3);
    now.passed = 21 * DAY;
    expect(part.check().status).to.equal('healthy');
  });

  it('says it of heads too that were sealed before the clock was set back', () => {
    const { now, guard, part } = world();
    guard.onSealed('r', T0 + 1000);
    guard.onSealed('s', T0 + 1000);
    now.set = -DAY;
    expect(part.check().reason).to.contain('The heads of 2 registers are ahead');
    expect(guard.view().headsAhead).to.equal(2);
    // The next docket of one is ahead as well; the time of the other was taken back.
    guard.onSealed('r', T0 + 1001);
    guard.onSealed('s', T0 + 1001, () => T0 - DAY);
    expect(guard.view().headsAhead).to.equal(1);
    now.set = 0;
    expect(guard.view().headsAhead).to.equal(0);
  });
});
