// Names of bytes in a cache.
import { expect } from 'chai';
import fc from 'fast-check';
import { cacheKey } from '../../../../../core/crypto/keys/cache-key.js';

describe('core/crypto/keys/cache-key', () => {
  it('is one to one, whatever view the bytes are seen through', () => {
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
