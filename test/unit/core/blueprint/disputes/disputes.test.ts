// The last time of what pauses make later: what is told of it is what the ledger judges.
import { expect } from 'chai';
import { lastTimeOf, pauseAt } from '../../../../../core/blueprint/disputes/disputes.js';
import type { Dispute, Disputing } from '../../../../../core/blueprint/state/dispute.js';

const dispute = (sinceMs: number, untilMs?: number): Dispute => ({
  ...{ action: 1, gone: {}, objection: 'ab'.repeat(32), sinceMs },
  ...(untilMs !== undefined && { untilMs }),
});

describe('core/blueprint/disputes/disputes', () => {
  it('knows no last time in a stop that began before it, and the last one of what was over then', () => {
    expect(lastTimeOf({}, 100)).to.equal(100);
    expect(lastTimeOf({ pausedMs: 30 }, 100)).to.equal(130);
    expect(lastTimeOf({ dispute: dispute(90, 120), pausedMs: 30 }, 100)).to.equal(130);
    expect(lastTimeOf({ dispute: dispute(100) }, 100)).to.equal(undefined);
    expect(lastTimeOf({ dispute: dispute(101) }, 100)).to.equal(100);
    expect(lastTimeOf({ dispute: dispute(101), pausedMs: 1 }, 100)).to.equal(undefined);
  });

  it('says the same as the rule by which the ledger judges, at each time of a dispute', () => {
    for (const endMs of [0, 5, 10, 15, 20])
      for (const pausedMs of [0, 4, 9])
        for (const untilMs of [undefined, 14])
          for (let atMs = 10; atMs < 50; atMs++) {
            const instance: Disputing = { dispute: dispute(10, untilMs), pausedMs };
            const isLate = atMs > endMs + pauseAt(instance, atMs);
            const lastMs = lastTimeOf(instance, endMs);
            expect(lastMs !== undefined && atMs > lastMs, JSON.stringify({ endMs, ...instance, atMs })).to.equal(
              isLate,
            );
          }
  });
});
