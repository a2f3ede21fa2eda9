// The cache of decoded transactions: one object for the same bytes, nothing for bad ones, and a bound.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import { TransactionCache } from '../../../../../node/network/links/transaction-cache.js';
import { aTransaction } from '../../../../support/register/a-chain.js';

describe('node/network/links/transaction-cache', () => {
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
    cache.learn(aTransaction({ n: 1 }));
    cache.learn(tx);
    expect(cache.decode(Uint8Array.from(tx.bytes))).to.equal(tx);
    expect(cache.size).to.equal(1);
    const other = aTransaction({ n: 2 });
    cache.learn(other);
    expect(cache.decode(Uint8Array.from(tx.bytes))).to.equal(tx);
    expect(cache.decode(Uint8Array.from(other.bytes))).to.equal(other);
  });

  it('keeps a bounded number of bytes of what it sent and never saw again', () => {
    const cache = new TransactionCache();
    const all = Array.from({ length: 12 }, (_, n) => aTransaction({ n, payloadBytes: 3 << 20 }));
    for (const tx of all) {
      cache.learn(tx);
      expect(cache.size).to.be.below(12);
    }
    expect(cache.decode(Uint8Array.from(all[11]!.bytes))).to.equal(all[11]);
  });

  it('keeps nothing of what is no transaction', () => {
    const cache = new TransactionCache();
    expect(isFailure(cache.decode(Buffer.from('{}')))).to.equal(true);
    expect(cache.size).to.equal(0);
  });

  it('forgets what was not used for long beyond its bytes, and never what was used', () => {
    const cache = new TransactionCache();
    const all = Array.from({ length: 24 }, (_, n) => aTransaction({ n, payloadBytes: 3 << 20 }));
    const first = cache.decode(all[0]!.bytes);
    const second = cache.decode(all[1]!.bytes);
    for (const { bytes } of all.slice(2)) {
      cache.decode(bytes);
      expect(cache.decode(all[0]!.bytes)).to.equal(first);
      expect(cache.size).to.be.below(22);
    }
    expect(cache.decode(all[1]!.bytes)).to.not.equal(second);
  });

  it('forgets what is sealed, however it came, and nothing else', () => {
    const cache = new TransactionCache();
    const [came, sent, waits] = [aTransaction({ n: 1 }), aTransaction({ n: 2 }), aTransaction({ n: 3 })];
    const decoded = cache.decode(Uint8Array.from(came.bytes));
    const other = cache.decode(Uint8Array.from(waits.bytes));
    if (isFailure(decoded)) throw new Error(decoded.issue.message);
    cache.learn(sent);
    // A copy is not what is kept here.
    cache.forget([came]);
    expect(cache.size).to.equal(3);
    cache.forget([decoded, sent, aTransaction({ n: 4 })]);
    expect(cache.size).to.equal(1);
    expect(cache.decode(Uint8Array.from(waits.bytes))).to.equal(other);
    expect(cache.decode(Uint8Array.from(came.bytes))).to.not.equal(decoded);
    expect(cache.decode(Uint8Array.from(sent.bytes))).to.not.equal(sent);
  });

  it('keeps one of two transactions of the same bytes', () => {
    const cache = new TransactionCache();
    const [one, two] = [aTransaction({ n: 1 }), aTransaction({ n: 1 })];
    cache.learn(one);
    cache.learn(two);
    expect(cache.decode(Uint8Array.from(one.bytes))).to.equal(two);
    cache.forget([one]);
    expect(cache.size).to.equal(1);
    cache.forget([two]);
    expect(cache.size).to.equal(0);
  });

  it('has as much room after what was sealed as before', () => {
    const cache = new TransactionCache();
    const kept = aTransaction({ n: 0 });
    const first = cache.decode(kept.bytes);
    for (let n = 1; n < 40; n++) {
      const tx = cache.decode(aTransaction({ n, payloadBytes: 3 << 20 }).bytes);
      if (!isFailure(tx)) cache.forget([tx]);
    }
    expect(cache.decode(Uint8Array.from(kept.bytes))).to.equal(first);
  });
});
