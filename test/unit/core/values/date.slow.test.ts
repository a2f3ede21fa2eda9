// Dates against somebody who counts days one by one, through all of the years; durations and offsets at each of their
// bounds.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  type Calendar,
  calendarOf,
  HOLIDAYS_MAX,
  workdaysBetween,
  workdaysFrom,
} from '../../../../core/values/calendar.js';
import {
  addMonths,
  DAY_MS,
  type Day,
  dayAt,
  dayOf,
  dayPlus,
  dayText,
  durationOf,
  instantOf,
  instantPlus,
  instantText,
  monthsBetween,
  offsetOf,
  weekdayOf,
} from '../../../../core/values/date.js';

const LAST = '9999-12-31';
const day = (text: string) => dayOf(text) as Day;

/** Every date in its order, by the rules that a child learns: thirty days has September. */
function* counted(): Generator<string> {
  for (let year = 1; year <= 9999; year++) {
    const isLeap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
    for (let month = 1; month <= 12; month++) {
      const length = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
      const start = `${'0'.repeat(4 - String(year).length)}${year}-${month < 10 ? '0' : ''}${month}-`;
      for (let date = 1; date <= length; date++) yield `${start}${date < 10 ? '0' : ''}${date}`;
    }
  }
}

const days = fc.integer({ min: 0, max: day(LAST) });

describe('date: days', () => {
  it('are numbered without a gap through all years, each with one spelling and its weekday', () => {
    let next = 0;
    let weekday = 1;
    for (const text of counted()) {
      if (dayOf(text) !== next || dayText(next) !== text || weekdayOf(next) !== weekday)
        expect.fail(`${text}: ${dayOf(text)}`);
      next++;
      weekday = weekday === 7 ? 1 : weekday + 1;
    }
    expect(next).to.equal(day(LAST) + 1);
    expect(weekdayOf(day('2026-11-23'))).to.equal(1);
    expect(weekdayOf(day('2000-02-29'))).to.equal(2);
  });

  it('refuse what is no date', () => {
    for (const text of [
      '',
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-01',
      '2026-01-00',
      '2026-04-31',
      '0000-01-01',
      '10000-01-01',
      '2026-1-1',
      '2026-01-01T00:00:00.000Z',
      ' 2026-01-01',
      '-001-01-01',
      '２０２６-01-01',
    ])
      expect(dayOf(text), text).to.equal(undefined);
    expect(dayOf('2000-02-29')).to.not.equal(undefined);
  });
});

describe('date: times', () => {
  it('are what the platform says they are', () => {
    const epoch = instantOf('1970-01-01T00:00:00.000Z') as number;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: (day(LAST) + 1) * DAY_MS - 1 }), (instant) => {
        const text = instantText(instant);
        expect(instantOf(text)).to.equal(instant);
        expect(new Date(instant - epoch).toISOString()).to.equal(text);
      }),
      { numRuns: 5000 },
    );
  });

  it('have one spelling', () => {
    for (const text of [
      '2026-01-01T24:00:00.000Z',
      '2026-01-01T23:60:00.000Z',
      '2026-01-01T23:59:60.000Z',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000+00:00',
      '2026-01-01 00:00:00.000Z',
      '2026-02-30T00:00:00.000Z',
      '2026-01-01t00:00:00.000z',
    ])
      expect(instantOf(text), text).to.equal(undefined);
    expect(instantText(instantOf('9999-12-31T23:59:59.999Z') as number)).to.equal('9999-12-31T23:59:59.999Z');
  });

  it('have a date at an offset, and in no zone with a summer', () => {
    const at = (text: string, zone: string) => {
      const found = dayAt(instantOf(text) as number, offsetOf(zone) as number);
      return found === undefined ? undefined : dayText(found);
    };
    expect(at('2026-01-31T23:00:00.000Z', 'UTC')).to.equal('2026-01-31');
    expect(at('2026-01-31T23:00:00.000Z', '+01:00')).to.equal('2026-02-01');
    expect(at('2026-03-01T04:59:59.999Z', '-05:00')).to.equal('2026-02-28');
    expect(at('9999-12-31T23:00:00.000Z', '+01:00')).to.equal(undefined);
    expect(at('0001-01-01T00:00:00.000Z', '-00:01')).to.equal(undefined);
    expect([
      offsetOf('+14:00'),
      offsetOf('-14:00'),
      offsetOf('Z'),
      offsetOf('+00:00'),
      offsetOf('-00:00'),
    ]).to.deep.equal([840, -840, 0, 0, 0]);
    for (const zone of ['+14:01', '+15:00', '+01:60', '01:00', '+1:00', 'CET', 'Europe/Berlin', ''])
      expect(offsetOf(zone), zone).to.equal(undefined);
  });
});

describe('date: durations', () => {
  it('are months, or weeks, or days and a time', () => {
    const cases: readonly (readonly [string, number, number])[] = [
      ['P1Y', 12, 0],
      ['P1Y6M', 18, 0],
      ['-P1M', -1, 0],
      ['P2W', 0, 14 * DAY_MS],
      ['P3D', 0, 3 * DAY_MS],
      ['PT1H30M', 0, 5_400_000],
      ['P1DT0.5S', 0, DAY_MS + 500],
      ['-PT1.005S', 0, -1005],
      ['P9999Y', 9999 * 12, 0],
      ['P0D', 0, 0],
    ];
    for (const [text, months, ms] of cases) expect(durationOf(text), text).to.deep.equal({ months, ms });
    for (const text of [
      '',
      'P',
      'PT',
      'P1',
      '1D',
      'P1M1D',
      'P1Y1D',
      'P1W1D',
      'P-1D',
      'P1.5D',
      'PT1.0001S',
      'PT1,5S',
      '+P1D',
      'P10000Y',
      'P119989M',
      'P3652060D',
      `P${'0'.repeat(80)}1D`,
      'P1DT',
      'p1d',
    ])
      expect(durationOf(text), text).to.equal(undefined);
    expect(durationOf('P3652059D')).to.not.equal(undefined);
  });

  it('end at the last day of a shorter month', () => {
    const plus = (text: string, by: string) => {
      const found = dayPlus(day(text), durationOf(by) as NonNullable<ReturnType<typeof durationOf>>);
      return found === undefined ? undefined : dayText(found);
    };
    expect(plus('2026-01-31', 'P1M')).to.equal('2026-02-28');
    expect(plus('2024-01-31', 'P1M')).to.equal('2024-02-29');
    expect(plus('2024-02-29', 'P1Y')).to.equal('2025-02-28');
    expect(plus('2024-02-29', '-P4Y')).to.equal('2020-02-29');
    expect(plus('2026-03-31', '-P1M')).to.equal('2026-02-28');
    expect(plus('2026-12-31', 'P1D')).to.equal('2027-01-01');
    expect(plus('2026-01-01', '-P1M')).to.equal('2025-12-01');
    expect(plus('2026-01-01', 'P2W')).to.equal('2026-01-15');
    expect(plus('2026-01-01', 'PT24H')).to.equal('2026-01-02');
    expect(plus('2026-01-01', 'PT23H')).to.equal(undefined);
    expect(plus(LAST, 'P1D')).to.equal(undefined);
    expect(plus('9999-12-01', 'P1M')).to.equal(undefined);
    expect(plus('0001-01-31', '-P1M')).to.equal(undefined);
    expect(plus('0001-01-01', '-P1D')).to.equal(undefined);
    const moved = instantPlus(instantOf('2026-01-31T10:00:00.000Z') as number, { months: 1, ms: 0 });
    expect(instantText(moved as number)).to.equal('2026-02-28T10:00:00.000Z');
    expect(instantPlus(instantOf('9999-12-31T23:59:59.999Z') as number, { months: 0, ms: 1 })).to.equal(undefined);
    expect(instantPlus(0, { months: 0, ms: -1 })).to.equal(undefined);
  });

  it('in whole months are the most that fit between two days', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -3000, max: 3000 }), (from, apart) => {
        const to = Math.min(Math.max(from + apart, 0), day(LAST));
        const step = to >= from ? 1 : -1;
        // One month after the other, until the next would pass the day.
        let months = 0;
        for (;;) {
          const next = addMonths(from, months + step);
          if (next === undefined || (step > 0 ? next > to : next < to)) break;
          months += step;
        }
        expect(monthsBetween(from, to), `${dayText(from)} ${dayText(to)}`).to.equal(months);
      }),
      { numRuns: 3000 },
    );
    expect(monthsBetween(day('2026-01-31'), day('2026-02-28'))).to.equal(1);
    expect(monthsBetween(day('2026-02-28'), day('2026-01-31'))).to.equal(0);
    expect(monthsBetween(day('0001-01-01'), day(LAST))).to.equal(9999 * 12 - 1);
  });
});

describe('date: working days', () => {
  const holidays = ['2026-12-25', '2026-12-26', '2027-01-01', '2026-12-25'];
  const calendar = calendarOf({ weekend: [6, 7], holidays }) as Calendar;

  it('are counted without weekends and holidays, the first day left out', () => {
    const between = (a: string, b: string) => workdaysBetween(day(a), day(b), calendar);
    expect(between('2026-11-23', '2026-11-23')).to.equal(0);
    expect(between('2026-11-23', '2026-11-27')).to.equal(4);
    expect(between('2026-11-27', '2026-11-30')).to.equal(1);
    expect(between('2026-11-28', '2026-11-29')).to.equal(0);
    expect(between('2026-12-24', '2026-12-28')).to.equal(1);
    expect(between('2026-12-28', '2026-12-24')).to.equal(-1);
  });

  it('are those that somebody finds who looks at each day', () => {
    const isOff = (one: Day, { weekend }: Calendar, free: ReadonlySet<string>) =>
      weekend.has(weekdayOf(one)) || free.has(dayText(one));
    fc.assert(
      fc.property(
        days,
        fc.nat(800),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }),
        fc.array(fc.nat(800), { maxLength: 40 }),
        (from, apart, weekend, off) => {
          const to = Math.min(from + apart, day(LAST));
          const dates = off.map((after) => dayText(Math.min(from + after, day(LAST))));
          const made = calendarOf({ weekend, holidays: dates }) as Calendar;
          let count = 0;
          for (let one = from + 1; one <= to; one++) if (!isOff(one, made, new Set(dates))) count++;
          expect(workdaysBetween(from, to, made)).to.equal(count);
          expect(workdaysBetween(to, from, made)).to.equal(0 - count);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are added as somebody does it who goes from day to day', () => {
    const isWork = (one: Day, { weekend, holidays: off }: Calendar) =>
      !weekend.has(weekdayOf(one)) && !off.includes(one);
    fc.assert(
      fc.property(
        fc.integer({ min: day('2026-01-01'), max: day('2027-12-31') }),
        fc.integer({ min: -60, max: 60 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }),
        (from, count, weekend) => {
          const made = calendarOf({ weekend, holidays }) as Calendar;
          let [found, left] = [from, Math.abs(count)];
          while (left > 0) {
            found += Math.sign(count);
            if (isWork(found, made)) left--;
          }
          expect(workdaysFrom(from, count, made)).to.equal(found);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('need a calendar of the right form, within its bounds', () => {
    const wrong = [
      undefined,
      null,
      [],
      {},
      { weekend: [], holidays: 1 },
      { weekend: [0], holidays: [] },
      { weekend: [8], holidays: [] },
      { weekend: [6, 6], holidays: [] },
      { weekend: [1, 2, 3, 4, 5, 6, 7], holidays: [] },
      { weekend: [], holidays: ['2026-02-29'] },
      { weekend: [], holidays: [7] },
      { weekend: [], holidays: Array.from({ length: HOLIDAYS_MAX + 1 }, () => '2026-01-01') },
    ];
    for (const data of wrong) expect(calendarOf(data), JSON.stringify(data)?.slice(0, 60)).to.be.a('string');
    const most = { weekend: [], holidays: Array.from({ length: HOLIDAYS_MAX }, (_, i) => dayText(i)) };
    expect(calendarOf(most)).to.be.an('object');
  });
});
