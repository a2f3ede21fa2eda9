// Runs that are looked at in one batch: each once, and for every wallet that did not seal all of what is said of it.
import { expect } from 'chai';
import { oneLookAtEach } from '../../../../../actors/workflow/checks/looked-runs.js';
import type { Transaction } from '../../../../../core/model/transaction.js';

const looked = (run: string, by: string, timestampMs: number) => ({
  transaction: { txId: run } as Transaction,
  ...{ by, timestampMs, sealed: { transaction: { txId: `${by} ${timestampMs}` } as Transaction, timestampMs } },
});

describe('runs that are looked at in a batch', () => {
  it('are looked at once, at the time of the last move, without who sealed it', () => {
    const [first, again, other] = [looked('a', 'x', 1), looked('a', 'x', 2), looked('b', 'y', 3)];
    expect(oneLookAtEach([first, again, other])).to.deep.equal([again, other]);
  });

  it('are looked at for all where two deputies confirmed the same run', () => {
    const [one, two, run] = [looked('a', 'deputy 1', 1), looked('a', 'deputy 2', 2), looked('b', 'y', 3)];
    expect(oneLookAtEach([one, two, run])).to.deep.equal([{ ...two, by: undefined }, run]);
    const three = looked('a', 'deputy 2', 4);
    expect(oneLookAtEach([one, two, three]), 'and stay so').to.deep.equal([{ ...three, by: undefined }]);
  });
});
