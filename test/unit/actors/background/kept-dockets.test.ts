// Dockets kept for the inbox: bounded for the whole node, and forgotten when they are folded.
import { expect } from 'chai';
import { KeptDockets } from '../../../../actors/background/kept-dockets.js';
import type { SealedDocketFacts } from '../../../../actors/background/sealed-docket-facts.js';
import { INBOX_KEPT_BYTES } from '../../../../core/base/limits/node/inbox.js';

function docket(height: number, transactions: number, size = 0): SealedDocketFacts {
  const many = Array.from({ length: transactions }, () => ({ bytes: { length: size } }));
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

  it('holds no more bytes than its bound, and has room again', () => {
    const kept = new KeptDockets();
    kept.add('a', docket(1, 1, INBOX_KEPT_BYTES));
    expect(kept.at('a', 1)).to.equal(undefined);
    const size = INBOX_KEPT_BYTES / 8;
    for (let height = 1; height <= 10; height++) kept.add('a', docket(height, 2, size / 2));
    expect([7, 8].map((height) => kept.at('a', height)?.height)).to.deep.equal([7, undefined]);
    // The same docket again takes no more room, and what is folded gives its room back.
    kept.forget('a', 2);
    for (let i = 0; i < 20; i++) kept.add('b', docket(1, 1, size));
    for (let height = 2; height <= 5; height++) kept.add('b', docket(height, 1, size));
    expect([2, 3].map((height) => kept.at('b', height)?.height)).to.deep.equal([2, undefined]);
  });

  it('counts empty dockets too', () => {
    const kept = new KeptDockets();
    const most = INBOX_KEPT_BYTES / 100;
    for (let height = 1; height <= most; height++) kept.add('a', docket(height, 0));
    expect(kept.at('a', most)).to.equal(undefined);
  });
});
