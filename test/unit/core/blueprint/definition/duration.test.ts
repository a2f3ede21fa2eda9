// Durations of deadlines: one number for each text, and no text whose length depends on a date.
import { expect } from 'chai';
import { durationMs } from '../../../../../core/blueprint/definition/duration.js';

describe('durations', () => {
  it('are milliseconds', () => {
    const hour = 3_600_000;
    expect(['P1D', 'P2W', 'PT36H', 'P1DT1H1M1S', 'PT0.25S', 'PT1,5S', 'PT90M', 'P3660D'].map(durationMs)).to.deep.equal(
      [24 * hour, 336 * hour, 36 * hour, 25 * hour + 61_000, 250, 1500, 1.5 * hour, 3660 * 24 * hour],
    );
  });

  it('have no years, months, signs, zero length or length beyond ten years', () => {
    const bad = [
      '',
      'P',
      'PT',
      'P1Y',
      'P1M',
      '-P1D',
      'P-1D',
      'P0D',
      'PT0S',
      'P3661D',
      'P1DT',
      '1D',
      'P1H',
      'PT1D',
      'P1W1D',
      ' P1D',
    ];
    for (const text of [...bad, 'P1.5D', 'PT1S1M', 'P99999999D', 'PT.5S', 'p1d'])
      expect(durationMs(text), text).to.equal(undefined);
  });
});
