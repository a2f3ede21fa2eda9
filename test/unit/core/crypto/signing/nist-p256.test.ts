// The rearranged verification equation against noble's plain one, its corner cases included.
import { p256 } from '@noble/curves/nist.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { concat, fromHex, toHex } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { nistP256, signEs256, verifyEs256 } from '../../../../../core/crypto/signing/nist-p256.js';

const N = p256.Point.Fn.ORDER;
const bytesOf = (n: bigint) => fromHex(n.toString(16).padStart(64, '0'));
const modulo = (n: bigint) => ((n % N) + N) % N;
const invert = (n: bigint) => p256.Point.Fn.inv(modulo(n));
const noble = (key: Uint8Array, digest: Uint8Array, signature: Uint8Array) =>
  p256.verify(signature, digest, key, { prehash: false, lowS: false });

const d = 0x1234567890abcdefn;
const publicKey = nistP256.publicKeyOf(bytesOf(d));
const k = 0xfedcba987654321n;
const r = modulo(p256.Point.BASE.multiply(k).toAffine().x);

describe('nist-p256', () => {
  it('agrees with noble on any key and digest, for both forms of s and for any flipped bit', () => {
    const scalar = fc.bigInt({ min: 1n, max: N - 1n });
    const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(scalar, digests, fc.nat({ max: 511 }), (secret, digest, bit) => {
        const key = nistP256.publicKeyOf(bytesOf(secret));
        const signature = nistP256.sign(bytesOf(secret), digest);
        const s = BigInt(`0x${toHex(signature.subarray(32))}`);
        expect(nistP256.verifySync(key, digest, signature)).to.equal(true);
        expect(nistP256.verifySync(key, digest, concat(signature.subarray(0, 32), bytesOf(N - s)))).to.equal(true);
        const changed = Uint8Array.from(signature);
        changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
        expect(nistP256.verifySync(key, digest, changed)).to.equal(noble(key, digest, changed));
      }),
      { numRuns: 30 },
    );
  }).timeout(60_000);

  it('gives the public key that noble gives, and signs whole messages so that noble takes it, short scalars too', () => {
    const scalar = fc.oneof(fc.bigInt({ min: 1n, max: N - 1n }), fc.bigInt({ min: 1n, max: 70_000n }));
    fc.assert(
      fc.property(scalar, fc.uint8Array({ maxLength: 200 }), (secret, message) => {
        const privateKey = bytesOf(secret);
        const key = nistP256.publicKeyOf(privateKey);
        expect(toHex(key)).to.equal(toHex(p256.getPublicKey(privateKey, false)));
        const signature = signEs256({ publicKey: key, privateKey }, message);
        expect(noble(key, sha256(message), signature)).to.equal(true);
        expect(verifyEs256(key, message, signature)).to.equal(true);
        expect(verifyEs256(key, concat(message, Uint8Array.of(0)), signature)).to.equal(false);
      }),
      { numRuns: 30 },
    );
  }).timeout(60_000);

  it('a digest that is zero modulo the order verifies like any other', () => {
    const s = modulo(invert(k) * (r * d));
    for (const digest of [bytesOf(0n), bytesOf(N)]) {
      const signature = concat(bytesOf(r), bytesOf(s));
      expect(noble(publicKey, digest, signature)).to.equal(true);
      expect(nistP256.verifySync(publicKey, digest, signature)).to.equal(true);
      expect(nistP256.verifySync(publicKey, digest, concat(bytesOf(r), bytesOf(modulo(s + 1n))))).to.equal(false);
    }
  });

  it('a digest whose multiple of G is the public key itself (a doubling) verifies', () => {
    const z = modulo(r * d);
    const s = modulo(invert(k) * (z + r * d));
    const signature = concat(bytesOf(r), bytesOf(s));
    expect(noble(publicKey, bytesOf(z), signature)).to.equal(true);
    expect(nistP256.verifySync(publicKey, bytesOf(z), signature)).to.equal(true);
    expect(nistP256.verifySync(publicKey, bytesOf(z), concat(bytesOf(r), bytesOf(modulo(s + 1n))))).to.equal(false);
  });

  it('a sum at infinity is no signature, whatever s is', () => {
    const z = modulo(-(r * d));
    for (const s of [1n, 2n, N - 1n]) {
      const signature = concat(bytesOf(r), bytesOf(s));
      expect(nistP256.verifySync(publicKey, bytesOf(z), signature)).to.equal(false);
    }
  });

  it('r and s outside 1..n-1 are refused', () => {
    for (const value of [0n, N, N + 1n, 2n ** 256n - 1n])
      for (const signature of [concat(bytesOf(value), bytesOf(1n)), concat(bytesOf(1n), bytesOf(value))])
        expect(nistP256.verifySync(publicKey, bytesOf(1n), signature)).to.equal(false);
  });

  it('a private key that is no scalar is a programmer error', () => {
    for (const scalar of [0n, N]) expect(() => nistP256.publicKeyOf(bytesOf(scalar))).to.throw('scalar of the group');
  });
});
