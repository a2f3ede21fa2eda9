// Envelopes for recipients: who can open one, and what tampering gives.
import { expect } from 'chai';
import fc from 'fast-check';
import { fromHex, toHex, utf8 } from '../../../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../../../core/base/hash.js';
import { isFailure } from '../../../../../core/base/result.js';
import { encryptTo, openWith } from '../../../../../core/crypto/encryption/envelope.js';
import { generate, type KeyPair, keyPairFromPrivate } from '../../../../../core/crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../../../../core/model/transaction.js';
import { issuesOf } from '../../../../support/base/results.js';

const RECEIVERS = [
  'ED25519',
  'NISTP256',
  'RSA-4096',
  'ED25519+ML-DSA-65',
  'NISTP256+ML-DSA-65',
  'RSA-4096+ML-DSA-65',
] as const;
const aad = utf8('register 1, action 2');
const entropy = sha256('entropy of the envelope tests');
const pairs = new Map<SignatureAlgorithm, KeyPair>();

function pairOf(algorithm: SignatureAlgorithm): KeyPair {
  const pair = pairs.get(algorithm) ?? generate(algorithm, sha256(`receiver ${algorithm}`));
  pairs.set(algorithm, pair);
  return pair;
}

function sealed(algorithm: SignatureAlgorithm, plaintext: Uint8Array, from = entropy): Uint8Array {
  const result = encryptTo(pairOf(algorithm), plaintext, aad, from);
  if (isFailure(result)) throw new Error(result.issue.message);
  return result;
}

function opened(pair: KeyPair, bytes: Uint8Array, context = aad): string {
  const result = openWith(pair, bytes, context);
  return isFailure(result) ? result.issue.code : toHex(result);
}

describe('envelope', () => {
  for (const algorithm of RECEIVERS)
    it(`${algorithm}: a text that is sealed to a wallet opens with it, and with nothing else`, () => {
      const plaintext = utf8('a payload, longer than an RSA block would carry. '.repeat(40));
      const bytes = sealed(algorithm, plaintext);
      expect(opened(pairOf(algorithm), bytes)).to.equal(toHex(plaintext));
      expect(opened(pairOf(algorithm), bytes, utf8('another context'))).to.equal('CIPHERTEXT_INVALID');
      for (const other of RECEIVERS)
        if (other !== algorithm) expect(opened(pairOf(other), bytes), other).to.equal('CIPHERTEXT_INVALID');
      expect(opened(pairOf('ML-DSA-65'), bytes)).to.equal('CIPHERTEXT_INVALID');
    }).timeout(60_000);

  it('an empty payload and empty context are sealed like any other', () => {
    const result = encryptTo(pairOf('ED25519'), new Uint8Array(0), new Uint8Array(0), entropy);
    if (isFailure(result)) throw new Error(result.issue.message);
    expect(issuesOf(openWith(pairOf('ED25519'), result, new Uint8Array(0)))).to.have.lengthOf(0);
  });

  it('every single changed byte is noticed', () => {
    for (const algorithm of ['ED25519', 'NISTP256'] as const) {
      const bytes = sealed(algorithm, utf8('secret'));
      for (let i = 0; i < bytes.length; i++) {
        const changed = Uint8Array.from(bytes);
        changed[i] = changed[i]! ^ 0x01;
        expect(opened(pairOf(algorithm), changed), `byte ${i}`).to.equal('CIPHERTEXT_INVALID');
      }
    }
  });

  it('cut, extended and random bytes are refused without throwing', () => {
    const bytes = sealed('NISTP256', utf8('secret'));
    for (let length = 0; length < bytes.length; length++)
      expect(opened(pairOf('NISTP256'), bytes.subarray(0, length))).to.equal('CIPHERTEXT_INVALID');
    expect(opened(pairOf('NISTP256'), Buffer.concat([bytes, Buffer.of(0)]))).to.equal('CIPHERTEXT_INVALID');
    fc.assert(
      fc.property(
        fc.constantFrom(...RECEIVERS),
        fc.nat({ max: 4 }),
        fc.uint8Array({ maxLength: 700 }),
        (algorithm, wrap, rest) => {
          const length = Buffer.of(0, rest.length >> 1);
          const garbage = Buffer.concat([Buffer.of(1, wrap), length, rest]);
          expect(opened(pairOf(algorithm), garbage)).to.equal('CIPHERTEXT_INVALID');
        },
      ),
      { numRuns: 60 },
    );
  }).timeout(60_000);

  it('an ephemeral X25519 key of small order is refused', () => {
    const bytes = Uint8Array.from(sealed('ED25519', utf8('secret')));
    bytes.fill(0, 4, 36);
    expect(opened(pairOf('ED25519'), bytes)).to.equal('CIPHERTEXT_INVALID');
  });

  it('other entropy gives other bytes throughout; the same gives the same for curve keys', () => {
    const first = sealed('ED25519', utf8('secret'));
    expect(toHex(sealed('ED25519', utf8('secret')))).to.equal(toHex(first));
    const second = sealed('ED25519', utf8('secret'), sha256('other'));
    expect(toHex(second.subarray(4, 36))).to.not.equal(toHex(first.subarray(4, 36)));
    expect(toHex(second.subarray(-22))).to.not.equal(toHex(first.subarray(-22)));
    expect(() => encryptTo(pairOf('ED25519'), first, aad, new Uint8Array(31))).to.throw('32 bytes of entropy');
  });

  it('a wallet that only signs, and a bad key, cannot receive', () => {
    const quantum = encryptTo(pairOf('ML-DSA-65'), utf8('x'), aad, entropy);
    expect(isFailure(quantum) && quantum.issue.code).to.equal('ALGORITHM_UNSUPPORTED');
    const bad = encryptTo({ algorithm: 'ED25519', publicKey: new Uint8Array(32) }, utf8('x'), aad, entropy);
    expect(isFailure(bad) && bad.issue.code).to.equal('VAL_SIG_003');
  });

  it('the layout is pinned: stored payloads stay readable', () => {
    const pair = keyPairFromPrivate('ED25519', fromHex('11'.repeat(32)));
    const curve = encryptTo(pair, utf8('pinned'), aad, entropy);
    expect(isFailure(curve) ? curve.issue.code : sha256Hex(curve)).to.equal(
      '53c1147e46c4214e63fd66e519716c85157aa3206da262d84319f8180d8984f0',
    );
    const scalar = keyPairFromPrivate('NISTP256', fromHex('11'.repeat(32)));
    const p256 = encryptTo(scalar, utf8('pinned'), aad, entropy);
    expect(isFailure(p256) ? p256.issue.code : sha256Hex(p256)).to.equal(
      '4ea90c13393b91ca63300b8758a81d3970ff55e7541fd423d6d16c1b269e1623',
    );
  });
});
