// The bounded cache: what it keeps and what it drops.
import { expect } from 'chai';
import fc from 'fast-check';
import { BoundedCache, cacheKey } from '../../../../../core/crypto/keys/cache.js';

describe('bounded cache', () => {
  it('never holds more than twice its bound, and always what was used last', () => {
    const max = 8;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 40 })), { maxLength: 300 }), (steps) => {
        const cache = new BoundedCache<number>(max);
        const recent: number[] = [];
        for (const [write, n] of steps) {
          const found = cache.get(String(n));
          if (found !== undefined) expect(found).to.equal(n);
          if (write) cache.set(String(n), n);
          if (write || found !== undefined) recent.push(n);
          expect(cache.size).to.be.at.most(2 * max);
        }
        for (const n of new Set(recent.slice(-max))) expect(cache.get(String(n))).to.equal(n);
      }),
    );
  });

  it('keys of bytes are one to one, whatever view the bytes are seen through', () => {
    const whole = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(cacheKey(whole)).to.have.lengthOf(256);
    expect(cacheKey(whole.subarray(3, 9))).to.equal(cacheKey(Buffer.from([3, 4, 5, 6, 7, 8])));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }), (a, b) => {
        expect(cacheKey(a) === cacheKey(b)).to.equal(Buffer.compare(a, b) === 0);
      }),
    );
  });
});
