// Literals of times and durations: exact to the millisecond, for each one of a minute.
import { expect } from 'chai';
import fc from 'fast-check';
import { isFailure } from '../../../../core/base/result.js';
import { tokensOf } from '../../../../core/query/tokens.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** 2026-11-28, a day of which tables of others were loaded. */
const DAY_START_MS = Date.parse('2026-11-28T00:00:00.000Z');

describe('core/query/tokens', () => {
  const forms: readonly (readonly [string, (seconds: string) => string, number])[] = [
    ['a timestamp', (seconds) => `2026-11-28T13:24:${seconds}Z`, Date.parse('2026-11-28T13:24:00Z')],
    ['a time of day', (seconds) => `13:24:${seconds}`, Date.parse('1970-01-01T13:24:00Z')],
    ['a duration', (seconds) => `duration'P1DT2M${seconds}S'`, DAY_MS + 2 * MINUTE_MS],
    ['a negative duration', (seconds) => `duration'-PT${seconds}S'`, 0],
  ];
  for (const [name, form, startMs] of forms)
    it(`reads every millisecond of a minute in ${name}`, () => {
      const wrong = [];
      for (let ms = 0; ms < MINUTE_MS; ms++) {
        const text = form((ms / 1000).toFixed(3).padStart(6, '0'));
        const value = msOf(text);
        if (Math.abs(value) !== startMs + ms) wrong.push(`${text}: ${value}`);
      }
      expect(wrong).to.deep.equal([]);
    });

  it('reads a time as it was written, in each zone and with each number of digits', () => {
    const zones = fc.integer({ min: -14 * 60, max: 14 * 60 });
    const times = fc.integer({ min: DAY_START_MS, max: DAY_START_MS + DAY_MS - 1 });
    const digits = fc.stringMatching(/^\d{0,9}$/);
    fc.assert(
      fc.property(times, zones, digits, (ms, minutes, more) => {
        const there = new Date(ms + minutes * MINUTE_MS).toISOString().slice(0, -1);
        expect(msOf(`${there}${more}${offset(minutes)}`)).to.equal(ms);
      }),
    );
  });

  const cut: readonly (readonly [string, number])[] = [
    ['2026-11-28T00:00:00.1Z', DAY_START_MS + 100],
    ['2026-11-28T00:00:00.02Z', DAY_START_MS + 20],
    ['2026-11-28T00:00:00.018999999999Z', DAY_START_MS + 18],
    ["duration'PT999999999.999999S'", 999_999_999_999],
  ];
  for (const [text, ms] of cut) it(`reads ${text}`, () => expect(msOf(text)).to.equal(ms));
});

function msOf(text: string): number {
  const tokens = tokensOf(text);
  if (isFailure(tokens)) throw new Error(`${text}: ${JSON.stringify(tokens)}`);
  const [token] = tokens;
  if (tokens.length !== 1 || token?.kind !== 'literal') throw new Error(`${text} is not a literal`);
  return Number(token.value);
}

function offset(minutes: number): string {
  const pad = (n: number) => String(n).padStart(2, '0');
  const far = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(far / 60))}:${pad(far % 60)}`;
}
