// When a certificate is told of, to the millisecond, and what several of them say together.
import { expect } from 'chai';
import { allOf, certificateHealth } from '../../../../node/platform/certificate-health.js';

const DAY_MS = 86_400_000;
const VALIDITY = { notBeforeMs: 0, notAfterMs: 100 * DAY_MS };
const WORDS = { notValid: 'not valid', expires: (days: number) => `${days} days` };

describe('node/platform/certificate-health', () => {
  for (const [nowMs, status, reason] of [
    [-1, 'unhealthy', 'not valid'],
    [0, 'healthy', undefined],
    [86 * DAY_MS - 1, 'healthy', undefined],
    [86 * DAY_MS, 'degraded', '15 days'],
    [99.5 * DAY_MS, 'degraded', '1 days'],
    [100 * DAY_MS, 'degraded', '1 days'],
    [100 * DAY_MS + 1, 'unhealthy', 'not valid'],
  ] as const)
    it(`is ${status} at ${nowMs}`, () => {
      const { status: found, reason: why } = certificateHealth(VALIDITY, nowMs, WORDS);
      expect([found, why]).to.deep.equal([status, reason]);
    });

  it('tells of one that lives for days in its last quarter', () => {
    const days = { notBeforeMs: 0, notAfterMs: 4 * DAY_MS };
    expect(certificateHealth(days, 3 * DAY_MS - 1, WORDS).status).to.equal('healthy');
    expect(certificateHealth(days, 3 * DAY_MS, WORDS).reason).to.equal('2 days');
  });

  it('is as bad as the worst of several, with the reasons of all', () => {
    expect(allOf([])).to.deep.equal({ status: 'healthy' });
    expect(allOf([{ status: 'healthy' }, { status: 'degraded', reason: 'A.' }])).to.deep.equal({
      ...{ status: 'degraded', reason: 'A.' },
    });
    const all = allOf([
      { status: 'degraded', reason: 'A.' },
      { status: 'unhealthy', reason: 'B.' },
      { status: 'healthy', reason: 'C.' },
    ]);
    expect(all).to.deep.equal({ status: 'unhealthy', reason: 'A. B. C.' });
  });
});
