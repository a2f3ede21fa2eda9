// Signatures that versions of OpenSSL judge differently have one answer here: nodes on several versions of Node.js have
// to find the same of each transaction.
import { createHash } from 'node:crypto';
import { ed25519 as curve } from '@noble/curves/ed25519.js';
import { expect } from 'chai';
import { ed25519 } from '../../../../../core/crypto/signing/ed25519.js';

const { Point } = curve;
const ORDER = Point.Fn.ORDER;
const SECRET = 1_234_567n;
const TORSION = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
const SMALL = Array.from({ length: 8 }, (_, i) => (i === 0 ? Point.ZERO : TORSION.multiplyUnsafe(BigInt(i))));

function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

/** R and S for a nonce: S = r + k a, as a signer makes it (RFC 8032 section 5.1.6). */
function signed(
  key: Uint8Array,
  first: Uint8Array,
  { nonce, message }: { nonce: bigint; message: Uint8Array },
): Buffer {
  const digest = createHash('sha512').update(first).update(key).update(message).digest();
  const k = BigInt(`0x${Buffer.from(digest).reverse().toString('hex')}`);
  return Buffer.concat([first, littleEndian((nonce + k * SECRET) % ORDER)]);
}

async function isGood(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const found = ed25519.verifySync(key, message, signature);
  expect(await ed25519.verify(key, message, signature)).to.equal(found);
  return found;
}

describe('core/crypto/signing/ed25519', () => {
  const key = Point.BASE.multiply(SECRET).toBytes();

  it('takes what a signer makes, with any nonce but none', async () => {
    const message = Uint8Array.of(7);
    const first = Point.BASE.multiply(5n).toBytes();
    expect(await isGood(key, message, signed(key, first, { nonce: 5n, message }))).to.equal(true);
  });

  it('refuses an R of small order, under a good key and under one with a part of small order', async () => {
    for (const inKey of SMALL)
      for (const small of SMALL)
        for (let i = 0; i < 8; i++) {
          const message = Uint8Array.of(i);
          const its = Point.BASE.multiply(SECRET).add(inKey).toBytes();
          const signature = signed(its, small.toBytes(), { nonce: 0n, message });
          expect(await isGood(its, message, signature), `${inKey.toHex()} ${small.toHex()}`).to.equal(false);
        }
  });

  it('refuses a key of small order in every spelling, which any message fits', async () => {
    const spelt = SMALL.map((point) => Buffer.from(point.toBytes()));
    for (const low of [0xed, 0xee]) spelt.push(Buffer.from([low, ...new Array(30).fill(0xff), 0x7f]));
    for (const low of spelt)
      for (const sign of [0, 0x80]) {
        const small = Buffer.from(low);
        small[31] = (small[31]! & 0x7f) | sign;
        const first = Point.BASE.multiply(5n).toBytes();
        for (let i = 0; i < 16; i++)
          expect(await isGood(small, Uint8Array.of(i), Buffer.concat([first, littleEndian(5n)]))).to.equal(false);
      }
  });
});
