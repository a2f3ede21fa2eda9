// The budgets: the figures of docs/protocol.md 16, and buckets that never give more than their rate.
import { expect } from 'chai';
import fc from 'fast-check';
import { budgetOf, fullBucket, type PeerBudget, take } from '../../../../core/mesh/budget.js';
import { CERTIFICATE_BYTES_MAX, DOCKET_WIRE_BYTES_MAX } from '../../../../proto/codec/limits.js';

const NOW = 1_000_000;
const MIB = 1024 * 1024;

describe('core/mesh/budget', () => {
  it('gives guests the rates of the table, and members twenty times the offers and votes', () => {
    const table: readonly (readonly [PeerBudget, number, number])[] = [
      ['votes', 500, 20],
      ['round-changes', 20, 1],
      ['offer-transactions', 1000, 20],
      ['offer-bytes', 16 * MIB, 20],
      ['range-bytes', 50 * MIB, 1],
      ['answer-bytes', 16 * MIB, 1],
      ['file-bytes', 50 * MIB, 1],
      ['heads', 100, 1],
      ['wallets', 10, 1],
      ['hello', 1, 1],
    ];
    for (const [budget, perSecond, factor] of table) {
      expect(budgetOf(budget, 'guest').perSecond, budget).to.equal(perSecond);
      expect(budgetOf(budget, 'member').perSecond, budget).to.equal(perSecond * factor);
    }
    expect(budgetOf('offer-transactions', 'member').perSecond, 'what the loopback bench passes').to.be.greaterThan(
      6000,
    );
  });

  it('has room for the largest docket in an answer, or that one could never be told', () => {
    for (const standing of ['member', 'guest'] as const)
      expect(budgetOf('answer-bytes', standing).burst).to.be.greaterThan(DOCKET_WIRE_BYTES_MAX + CERTIFICATE_BYTES_MAX);
  });

  it('gives a burst at once, then the rate, and takes nothing when it refuses', () => {
    const row = { perSecond: 10, burst: 20 };
    const bucket = fullBucket(row, NOW);
    expect(take(bucket, row, { amount: 20, nowMs: NOW })).to.equal(true);
    expect(take(bucket, row, { amount: 1, nowMs: NOW })).to.equal(false);
    expect(take(bucket, row, { amount: 2, nowMs: NOW + 199 })).to.equal(false);
    expect(take(bucket, row, { amount: 2, nowMs: NOW + 200 })).to.equal(true);
    expect(take(bucket, row, { amount: 21, nowMs: NOW + 60_000 }), 'more than any burst').to.equal(false);
    expect(take(bucket, row, { amount: 20, nowMs: NOW + 60_000 }), 'and took nothing').to.equal(true);
    expect(take(bucket, row, { amount: 1, nowMs: NOW }), 'a clock that went back').to.equal(false);
  });

  it('never gives more than burst and rate together', () => {
    const step = fc.record({ ms: fc.nat(3000), amount: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const row = { perSecond: 7, burst: 20 };
        const bucket = fullBucket(row, NOW);
        let nowMs = NOW;
        let taken = 0;
        for (const { ms, amount } of steps) {
          nowMs += ms;
          if (take(bucket, row, { amount, nowMs })) taken += amount;
          expect(taken).to.be.at.most(row.burst + ((nowMs - NOW) * row.perSecond) / 1000 + 1e-6);
        }
      }),
    );
  });
});
