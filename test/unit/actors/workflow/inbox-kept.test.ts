// Dockets kept for the inbox: bounded for the whole node, and forgotten when they are folded.
import { expect } from 'chai';
import type { SealedDocketFacts } from '../../../../actors/workflow/inbox-fold.js';
import { KeptDockets } from '../../../../actors/workflow/inbox-kept.js';
import { INBOX_KEPT_MAX } from '../../../../core/base/limits.js';

function docket(height: number, transactions: number): SealedDocketFacts {
  const many = Array.from({ length: transactions }, () => ({}));
  return {
    height,
    hash: `${height}`,
    timestampMs: 1,
    transactions: many as unknown as SealedDocketFacts['transactions'],
  };
}

describe('KeptDockets', () => {
  it('keeps dockets of each register until they are folded', () => {
    const kept = new KeptDockets();
    for (const height of [1, 2, 3]) kept.add('a', docket(height, 1));
    kept.add('b', docket(2, 1));
    kept.forget('a', 2);
    expect([1, 2, 3].map((height) => kept.at('a', height)?.hash)).to.deep.equal([undefined, undefined, '3']);
    expect(kept.at('b', 2)?.transactions.length).to.equal(1);
  });

  it('holds no more than its bound, counting empty dockets too, and has room again', () => {
    const kept = new KeptDockets();
    kept.add('a', docket(1, INBOX_KEPT_MAX));
    expect(kept.at('a', 1)).to.equal(undefined);
    for (let height = 1; height <= INBOX_KEPT_MAX + 5; height++) kept.add('a', docket(height, 0));
    expect(kept.at('a', INBOX_KEPT_MAX)).to.not.equal(undefined);
    expect(kept.at('a', INBOX_KEPT_MAX + 1)).to.equal(undefined);
    // The same docket again takes no more room.
    kept.forget('a', 10);
    for (let i = 0; i < 20; i++) kept.add('b', docket(1, 1));
    for (let height = 2; height <= 5; height++) kept.add('b', docket(height, 1));
    expect(kept.at('b', 5)).to.not.equal(undefined);
    expect(kept.at('b', 6)).to.equal(undefined);
  });
});
