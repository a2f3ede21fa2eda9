// Progressive lockout: when it locks, for how long, and what ends it.
import { expect } from 'chai';
import { afterFailure, type LoginRecord, lockSeconds, NO_FAILURES } from '../../../../core/tenant/lockout.js';

/** Each as soon as the lock of those before is over; gives the record and the time of the last. */
function failing(count: number): { readonly record: LoginRecord; readonly atMs: number } {
  let [record, atMs] = [NO_FAILURES, 0];
  for (let i = 0; i < count; i++) {
    atMs = record.lockedUntilMs;
    record = afterFailure(record, atMs);
  }
  return { record, atMs };
}

const afterMany = (count: number): LoginRecord => failing(count).record;

describe('core/tenant/lockout', () => {
  for (const [failures, seconds] of [
    [0, 0],
    [4, 0],
    [5, 300],
    [6, 0],
    [9, 0],
    [10, 1800],
    [14, 0],
    [15, 86_400],
    [16, 86_400],
    [24, 86_400],
  ] as const)
    it(`${failures} failures lock for ${seconds} s`, () => {
      const { record, atMs } = failing(failures);
      expect(lockSeconds(record, atMs)).to.equal(seconds);
    });

  it('25 failures lock until somebody unlocks', () =>
    expect(lockSeconds(afterMany(25), 1e15)).to.equal(Number.POSITIVE_INFINITY));
  it('a lock in force is not lifted by one more failure', () =>
    expect(lockSeconds(afterFailure(afterMany(5), 1000), 1000)).to.equal(299));
  it('a lock ends by itself, rounded up to seconds', () => {
    expect(lockSeconds(afterMany(5), 299_001)).to.equal(1);
    expect(lockSeconds(afterMany(5), 300_000)).to.equal(0);
  });
});
