// The cache of decoded transactions: one object for the same bytes, nothing for bad ones, and a bound.
import { expect } from 'chai';
import { isIssue } from '../../../../core/base/issue.js';
import { TransactionCache } from '../../../../node/network/transaction-cache.js';
import { aTransaction } from '../../../support/a-chain.js';

describe('node/network/transaction-cache', () => {
  it('gives the same transaction for the same bytes and another for others', () => {
    const cache = new TransactionCache();
    const [one, two] = [aTransaction({ n: 1 }), aTransaction({ n: 2 })];
    const first = cache.decode(Uint8Array.from(one.bytes));
    expect(first).to.deep.include({ txId: one.txId });
    expect(cache.decode(Uint8Array.from(one.bytes))).to.equal(first);
    expect(cache.decode(two.bytes)).to.deep.include({ txId: two.txId });
    expect(cache.size).to.equal(2);
  });

  it('knows what this node sent', () => {
    const cache = new TransactionCache();
    const tx = aTransaction({ n: 1 });
    cache.learn(tx);
    cache.learn(aTransaction({ n: 1 }));
    expect(cache.decode(Uint8Array.from(tx.bytes))).to.equal(tx);
    expect(cache.size).to.equal(1);
  });

  it('keeps nothing of what is no transaction', () => {
    const cache = new TransactionCache();
    expect(isIssue(cache.decode(Buffer.from('{}')))).to.equal(true);
    expect(cache.size).to.equal(0);
  });

  it('forgets the longest unused beyond its bytes', () => {
    const cache = new TransactionCache();
    const all = Array.from({ length: 24 }, (_, n) => aTransaction({ n, payloadBytes: 3 << 20 }));
    const first = cache.decode(all[0]!.bytes);
    for (const { bytes } of all.slice(1, 20)) cache.decode(bytes);
    expect(cache.decode(all[0]!.bytes)).to.equal(first);
    for (const { bytes } of all.slice(20)) cache.decode(bytes);
    expect(cache.size).to.equal(21);
    expect(cache.decode(all[0]!.bytes)).to.equal(first);
  });
});
