// The digest of heads: equal for equal heads in any order, and differing exactly in the buckets of what differs.
import { expect } from 'chai';
import fc from 'fast-check';
import { bytesToUuid } from '../../../../core/base/bytes.js';
import {
  bucketOf,
  DIGEST_BYTES,
  type DigestHead,
  differingBuckets,
  digestOf,
  emptyDigest,
  leafOf,
  toggleLeaf,
} from '../../../../core/mesh/heads-digest.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const head: fc.Arbitrary<DigestHead> = fc.record({
  registerId: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(bytesToUuid),
  height: fc.nat(),
  hash: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex),
});
const heads = fc.uniqueArray(head, { maxLength: 40, selector: ({ registerId }) => registerId });

describe('core/mesh/heads-digest', () => {
  it('is the same for the same heads in any order, and empty for none', () => {
    fc.assert(
      fc.property(heads, (all) => {
        const digest = digestOf(all);
        expect(digest).to.have.length(DIGEST_BYTES);
        expect(differingBuckets(digest, digestOf([...all].reverse()))).to.deep.equal([]);
        for (const one of all) toggleLeaf(digest, leafOf(one));
        expect(differingBuckets(digest, emptyDigest())).to.deep.equal([]);
      }),
    );
  });

  it('differs in the bucket of every head that moved, and in no other', () => {
    fc.assert(
      fc.property(heads, fc.array(fc.nat(39), { maxLength: 5 }), (all, moved) => {
        const chosen = new Set(moved.filter((i) => i < all.length));
        const other = all.map((one, i) => (chosen.has(i) ? { ...one, height: one.height + 1 } : one));
        const buckets = new Set([...chosen].map((i) => bucketOf((all[i] as DigestHead).registerId)));
        const expected = [...buckets].sort((a, b) => a - b);
        expect(differingBuckets(digestOf(all), digestOf(other))).to.deep.equal(expected);
      }),
    );
  });

  it('tells heights and hashes apart', () => {
    const one = { registerId: '00000000-1111-4222-8333-444444444444', height: 1, hash: 'ab'.repeat(32) };
    const bucket = [bucketOf(one.registerId)];
    expect(differingBuckets(digestOf([one]), digestOf([{ ...one, height: 2 }]))).to.deep.equal(bucket);
    expect(differingBuckets(digestOf([one]), digestOf([{ ...one, hash: 'ac'.repeat(32) }]))).to.deep.equal(bucket);
    expect(differingBuckets(digestOf([one]), emptyDigest())).to.deep.equal(bucket);
  });
});
