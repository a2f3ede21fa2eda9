// When another server says to come again, in both forms that there are.
import { expect } from 'chai';
import { retryAfterMs } from '../../../../../core/base/time/retry-after.js';

const SENT = Date.parse('2026-11-27T10:00:00Z');

describe('core/base/time/retry-after', () => {
  it('is a number of seconds, or a date by the clock that wrote it, and never before now', () => {
    const found = ['0', '120', 'Fri, 27 Nov 2026 10:00:05 GMT', 'Fri, 27 Nov 2026 09:00:00 GMT'].map((text) =>
      retryAfterMs(text, SENT),
    );
    expect(found).to.deep.equal([0, 120_000, 5000, 0]);
    expect(retryAfterMs('7', Number.NaN)).to.equal(7000);
  });

  it('is nothing where it is no time, or its date cannot be measured', () => {
    for (const text of [null, undefined, '', 'soon', '-1', '1.5', '9999999999', '2026-11-27T10:00:05Z'])
      expect(retryAfterMs(text, SENT), String(text)).to.equal(undefined);
    expect(retryAfterMs('Fri, 99 Nov 2026 10:00:05 GMT', SENT)).to.equal(undefined);
    expect(retryAfterMs('Fri, 27 Nov 2026 10:00:05 GMT', Number.NaN)).to.equal(undefined);
  });
});
