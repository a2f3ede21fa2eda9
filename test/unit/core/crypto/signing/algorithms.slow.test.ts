// Every signature algorithm: what verifies, what must not, and agreement with other stacks.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as nativeSign,
  verify as nativeVerify,
} from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { concat, fromHex, toHex, utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import {
  generate,
  isSignatureAlgorithm,
  type KeyPair,
  keyPairFromPrivate,
  publicKeyProblem,
  SIGNATURE_ALGORITHMS,
  sign,
  verify,
  verifySync,
} from '../../../../../core/crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../../../../core/model/transaction.js';

const entropy = sha256('entropy of the algorithm tests');
const message = utf8('a message');
const digest = sha256(message);

const SIZES: Record<SignatureAlgorithm, readonly [publicKey: number, signature: number]> = {
  ED25519: [32, 64],
  NISTP256: [65, 64],
  'RSA-4096': [550, 512],
  'ML-DSA-65': [1952, 3309],
  'ED25519+ML-DSA-65': [1984, 3373],
  'NISTP256+ML-DSA-65': [2017, 3373],
  'RSA-4096+ML-DSA-65': [2502, 3821],
};
/** First 16 hex digits of SHA-256 over public key ‖ signature of `digest`: a change would change every wallet. */
const GOLDEN: Record<SignatureAlgorithm, string> = {
  ED25519: 'd2d9e84fd1e30d82',
  NISTP256: 'bd9c70921e2c9c80',
  'RSA-4096': 'e998887ee4b41041',
  'ML-DSA-65': 'bb088193e58ed11f',
  'ED25519+ML-DSA-65': 'ac3f18168911db9b',
  'NISTP256+ML-DSA-65': '6d1627068950025a',
  'RSA-4096+ML-DSA-65': 'da2966907e29447b',
};

const pairs = new Map<SignatureAlgorithm, KeyPair>();
/** Made once for all tests: an RSA key takes a second. */
function pairOf(algorithm: SignatureAlgorithm): KeyPair {
  const pair = pairs.get(algorithm) ?? generate(algorithm, entropy);
  pairs.set(algorithm, pair);
  return pair;
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = copy[at]! ^ 1;
  return copy;
}

describe('algorithms', () => {
  it('names are a closed list', () => {
    expect(SIGNATURE_ALGORITHMS).to.deep.equal(Object.keys(SIZES));
    for (const name of ['ed25519', 'RSA', '', 'toString', '__proto__', null, 7])
      expect(isSignatureAlgorithm(name), String(name)).to.equal(false);
  });

  for (const algorithm of Object.keys(SIZES) as SignatureAlgorithm[])
    describe(algorithm, () => {
      it('signs and verifies, both ways, with keys and signatures of the stated sizes', async () => {
        const { publicKey, privateKey } = pairOf(algorithm);
        const signature = sign(algorithm, privateKey, digest);
        expect([publicKey.length, signature.length]).to.deep.equal(SIZES[algorithm]);
        expect(verifySync(algorithm, publicKey, digest, signature)).to.equal(true);
        expect(await verify(algorithm, publicKey, digest, signature)).to.equal(true);
        expect(publicKeyProblem(algorithm, publicKey)).to.equal(undefined);
      }).timeout(60_000);

      it('gives the same keys and signatures forever', () => {
        const pair = pairOf(algorithm);
        expect(keyPairFromPrivate(algorithm, Uint8Array.from(pair.privateKey))).to.deep.equal(pair);
        const signature = sign(algorithm, pair.privateKey, digest);
        expect(toHex(sign(algorithm, Uint8Array.from(pair.privateKey), digest))).to.equal(toHex(signature));
        expect(toHex(sha256(concat(pair.publicKey, signature))).slice(0, 16)).to.equal(GOLDEN[algorithm]);
      }).timeout(60_000);

      it('refuses a change of any part', async () => {
        const { publicKey, privateKey } = pairOf(algorithm);
        const signature = sign(algorithm, privateKey, digest);
        const changed: [Uint8Array, Uint8Array, Uint8Array][] = [
          [publicKey, flip(digest, 0), signature],
          [publicKey, digest, flip(signature, 3)],
          [publicKey, digest, flip(signature, signature.length - 33)],
          [publicKey, digest, signature.subarray(1)],
          [publicKey, digest, concat(signature, Uint8Array.of(0))],
          [flip(publicKey, publicKey.length - 20), digest, signature],
          [publicKey.subarray(1), digest, signature],
          [publicKey, digest.subarray(1), signature],
          [publicKey, concat(digest, digest), signature],
          [publicKey, digest, new Uint8Array(signature.length)],
          [new Uint8Array(publicKey.length), digest, signature],
        ];
        for (const [key, hash, value] of changed) {
          expect(verifySync(algorithm, key, hash, value)).to.equal(false);
          expect(await verify(algorithm, key, hash, value)).to.equal(false);
        }
      }).timeout(60_000);

      it('answers false to garbage of the right size, and never throws or rejects', async () => {
        const [keyLength, signatureLength] = SIZES[algorithm];
        const exactly = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
        await fc.assert(
          fc.asyncProperty(exactly(keyLength), exactly(32), exactly(signatureLength), async (key, hash, value) => {
            if (algorithm.startsWith('NISTP256')) key[0] = 4;
            expect(verifySync(algorithm, key, hash, value)).to.equal(false);
            expect(await verify(algorithm, key, hash, value)).to.equal(false);
          }),
          { numRuns: 20 },
        );
      });

      it('a public key of another length has a problem', () => {
        for (const length of [0, 31, 64, SIZES[algorithm][0] + 1])
          expect(publicKeyProblem(algorithm, new Uint8Array(length))?.code).to.equal('VAL_SIG_003');
      });
    });

  it('an unknown algorithm verifies nothing and says so', async () => {
    const unknown = 'toString' as SignatureAlgorithm;
    expect(verifySync(unknown, digest, digest, digest)).to.equal(false);
    expect(await verify(unknown, digest, digest, digest)).to.equal(false);
    expect(publicKeyProblem('RSA', digest)).to.deep.include({ code: 'ALGORITHM_UNSUPPORTED', path: '' });
  });

  it('a composite needs both halves over the same digest', async () => {
    const { publicKey, privateKey } = pairOf('ED25519+ML-DSA-65');
    const good = sign('ED25519+ML-DSA-65', privateKey, digest);
    const other = sign('ED25519+ML-DSA-65', privateKey, sha256('another'));
    const mixed = [concat(good.subarray(0, 64), other.subarray(64)), concat(other.subarray(0, 64), good.subarray(64))];
    for (const signature of mixed) {
      expect(verifySync('ED25519+ML-DSA-65', publicKey, digest, signature)).to.equal(false);
      expect(await verify('ED25519+ML-DSA-65', publicKey, digest, signature)).to.equal(false);
    }
    expect(verifySync('ED25519', publicKey.subarray(0, 32), digest, good.subarray(0, 64))).to.equal(true);
    expect(verifySync('ML-DSA-65', publicKey.subarray(32), digest, good.subarray(64))).to.equal(true);
  });

  it('a digest of another length is a programmer error when signing', () => {
    expect(() => sign('ED25519', pairOf('ED25519').privateKey, utf8('short'))).to.throw('32-byte digest');
    expect(() => generate('ED25519', new Uint8Array(31))).to.throw('32 bytes of entropy');
    expect(() => sign('ED25519', new Uint8Array(31), digest)).to.throw('32 bytes');
    expect(() => sign('RSA-4096', new Uint8Array(64), digest)).to.throw('a stored private key is readable');
  });

  it('a private key that was wiped or replaced in place no longer signs with its old value', () => {
    const { privateKey, publicKey } = keyPairFromPrivate('ED25519', sha256('to be wiped'));
    const before = sign('ED25519', privateKey, digest);
    expect(verifySync('ED25519', publicKey, digest, before)).to.equal(true);
    privateKey.fill(0);
    expect(verifySync('ED25519', publicKey, digest, sign('ED25519', privateKey, digest))).to.equal(false);
  });
});

describe('algorithms as other stacks sign', () => {
  it('Ed25519: the digest is the message', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
    expect(verifySync('ED25519', raw, digest, nativeSign(null, digest, privateKey))).to.equal(true);
  });

  it('P-256: SHA-256 with ECDSA over the preimage is a signature of the digest, and the other way round', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(26);
    const theirs = nativeSign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    expect(verifySync('NISTP256', raw, digest, theirs)).to.equal(true);
    const scalar = Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url');
    const ours = sign('NISTP256', scalar, digest);
    expect(nativeVerify('sha256', message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, ours)).to.equal(true);
  });

  it('RSA: SHA-256 with RSASSA-PKCS1-v1_5 over the preimage is the signature of the digest, byte for byte', () => {
    const pair = pairOf('RSA-4096');
    const privateKey = createPrivateKey({ key: pair.privateKey as Buffer, format: 'der', type: 'pkcs8' });
    const publicKey = createPublicKey({ key: pair.publicKey as Buffer, format: 'der', type: 'spki' });
    const ours = sign('RSA-4096', pair.privateKey, digest);
    expect(toHex(ours)).to.equal(toHex(nativeSign('sha256', message, privateKey)));
    expect(nativeVerify('sha256', message, publicKey, ours)).to.equal(true);
    expect(verifySync('RSA-4096', pair.publicKey, digest, nativeSign('sha512', message, privateKey))).to.equal(false);
  }).timeout(60_000);
});

describe('public keys that may not be registered', () => {
  const problem = (algorithm: SignatureAlgorithm, key: Uint8Array) =>
    publicKeyProblem(algorithm, key)?.message ?? 'good';

  it('Ed25519: the points of small order, with either sign bit', () => {
    const ys = [
      '00'.repeat(32),
      '01' + '00'.repeat(31),
      'ec' + 'ff'.repeat(30) + '7f',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    ];
    for (const y of ys) {
      const key = fromHex(y);
      expect(problem('ED25519', key), y).to.contain('small order');
      key[31] = key[31]! | 0x80;
      expect(problem('ED25519', key), y).to.contain('small order');
    }
  });

  it('Ed25519: y at or above the field prime, and values that are no point', () => {
    for (let low = 0xed; low <= 0xff; low++)
      for (const high of ['7f', 'ff'])
        expect(problem('ED25519', fromHex(low.toString(16) + 'ff'.repeat(30) + high)), `${low} ${high}`).to.match(
          /canonical|small order/,
        );
    expect(problem('ED25519', fromHex('02' + '00'.repeat(31)))).to.contain('canonical');
    // Asked again, the answer comes from the cache.
    expect(problem('ED25519', fromHex('02' + '00'.repeat(31)))).to.contain('canonical');
  });

  it('P-256: compressed, off the curve, or with coordinates beyond the field', () => {
    const good = pairOf('NISTP256').publicKey;
    expect(problem('NISTP256', good)).to.equal('good');
    expect(problem('NISTP256', flip(good, 64))).to.contain('not a point');
    expect(problem('NISTP256', concat(Uint8Array.of(2), good.subarray(1)))).to.contain('uncompressed');
    expect(problem('NISTP256', concat(Uint8Array.of(4), new Uint8Array(64)))).to.contain('not a point');
    expect(problem('NISTP256', concat(Uint8Array.of(4), new Uint8Array(64).fill(255)))).to.contain('not a point');
  });

  it('RSA: another size, another exponent, another key type, or bytes that are no key', () => {
    const good = pairOf('RSA-4096').publicKey;
    expect(problem('RSA-4096', good)).to.equal('good');
    const small = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'der', type: 'spki' });
    expect(problem('RSA-4096', small)).to.contain('550 bytes');
    // The last three bytes are the exponent 65537; 65539 keeps the length.
    const exponent = Uint8Array.from(good);
    exponent[exponent.length - 1] = 3;
    expect(problem('RSA-4096', exponent)).to.contain('exponent 65537');
    expect(problem('RSA-4096', flip(good, 0))).to.contain('exponent 65537');
    const even = Uint8Array.from(good);
    even[even.length - 6] = even[even.length - 6]! & 0xfe;
    expect(problem('RSA-4096', even)).to.contain('even');
    const short = Uint8Array.from(good);
    short[good.length - 5 - 512] = 0x7f;
    expect(problem('RSA-4096', short)).to.contain('4096-bit');
  });

  it('composites: either half', () => {
    const { publicKey } = pairOf('ED25519+ML-DSA-65');
    expect(problem('ED25519+ML-DSA-65', publicKey)).to.equal('good');
    expect(problem('ED25519+ML-DSA-65', concat(new Uint8Array(32), publicKey.subarray(32)))).to.contain('small order');
  });
});
