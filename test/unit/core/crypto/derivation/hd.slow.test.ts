// Key derivation from a seed: known keys, and paths that are refused.
import { expect } from 'chai';
import fc from 'fast-check';
import { toHex } from '../../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../../core/base/hash.js';
import { isFailure } from '../../../../../core/base/result.js';
import {
  DEFAULT_PATH,
  deriveKeyPair,
  PURPOSE_PATHS,
  parsePath,
  resolvePath,
} from '../../../../../core/crypto/derivation/hd.js';
import { seedOf } from '../../../../../core/crypto/derivation/mnemonic.js';
import { HARDENED } from '../../../../../core/crypto/derivation/slip10.js';
import { addressOf } from '../../../../../core/crypto/keys/address.js';
import { publicKeyProblem, sign, verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../../../../core/model/transaction.js';
import { issuesOf } from '../../../../support/base/results.js';

const WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const seed = seedOf(WORDS);

/** Addresses at the default path of the best known test mnemonic: what every later release must recover. */
const GOLDEN: Record<SignatureAlgorithm, string> = {
  ED25519: 'qr1qplqtt7t754hn066pgt8ezeyr4yfd08cqskvvnfszqmd6fj57rkcwsqpejg',
  NISTP256: 'qr1qx4uyg50nhwespsf2t0eqm4kkf670enwlykvx529hmjazj4057skvdd5dld',
  'RSA-4096': 'qr1qfa7qpqve35qkea34ksdg855xd0z9xasyne8nzxa5ymw7gglretywsglhca',
  'ML-DSA-65': 'qr1zpy92r394wjkgzy928xqtafpzj68pelg0gdykj2mfaktpvj94f2nje826wz',
  'ED25519+ML-DSA-65': 'qr1yz8au5pz6rqjs964rdayvrk70vmvuwfwrkrupsqf2xrau5z5kqy3cnge4lc',
  'NISTP256+ML-DSA-65': 'qr1y8ndu5msetxsu4my0mfwf0qtmyqaykcj3rydlw4zrmc72r2mqsmp7cc7hj5',
  'RSA-4096+ML-DSA-65': 'qr1yf9tfx4ryqpvy80f4q5dzzyj3grgs5zx0u35xjc6896lra0r0ajf2cdfp2a',
};

describe('hd', () => {
  for (const [algorithm, address] of Object.entries(GOLDEN) as [SignatureAlgorithm, string][])
    it(`${algorithm}: the words give the same wallet in every release, and it signs`, () => {
      const pair = deriveKeyPair(algorithm, seed, DEFAULT_PATH);
      expect(addressOf(algorithm, pair.publicKey)).to.equal(address);
      expect(publicKeyProblem(algorithm, pair.publicKey)).to.equal(undefined);
      const digest = new Uint8Array(32).fill(1);
      expect(verifySync(algorithm, pair.publicKey, digest, sign(algorithm, pair.privateKey, digest))).to.equal(true);
    }).timeout(60_000);

  it('the RSA private key is pinned to the last byte', () => {
    const { privateKey } = deriveKeyPair('RSA-4096', seed, DEFAULT_PATH);
    expect(sha256Hex(privateKey)).to.equal('b14a7a6388363cc811e6b082e653159ce51b06c67d49ba03bf0fca039c19b82f');
  }).timeout(60_000);

  it('another path, seed or passphrase is another key', () => {
    for (const algorithm of ['ED25519', 'NISTP256', 'ML-DSA-65'] as const) {
      const keys = [
        deriveKeyPair(algorithm, seed, DEFAULT_PATH),
        deriveKeyPair(algorithm, seed, "m/44'/0'/0'/0/1"),
        deriveKeyPair(algorithm, seed, "m/44'/0'/1'/0/0"),
        deriveKeyPair(algorithm, seedOf(WORDS, 'TREZOR'), DEFAULT_PATH),
      ].map(({ privateKey }) => toHex(privateKey));
      expect(new Set(keys).size, algorithm).to.equal(keys.length);
    }
  });

  it('Ed25519 hardens every step; P-256 keeps the two kinds apart', () => {
    const key = (algorithm: SignatureAlgorithm, path: string) => toHex(deriveKeyPair(algorithm, seed, path).privateKey);
    expect(key('ED25519', "m/44'/0'/0'/0/0")).to.equal(key('ED25519', "m/44'/0'/0'/0'/0'"));
    expect(key('NISTP256', "m/44'/0'/0'/0/0")).to.not.equal(key('NISTP256', "m/44'/0'/0'/0'/0'"));
  });

  it('a composite is the two keys of the same path', () => {
    const both = deriveKeyPair('ED25519+ML-DSA-65', seed, DEFAULT_PATH).privateKey;
    const classical = deriveKeyPair('ED25519', seed, DEFAULT_PATH).privateKey;
    const quantum = deriveKeyPair('ML-DSA-65', seed, DEFAULT_PATH).privateKey;
    expect(toHex(both)).to.equal(toHex(classical) + toHex(quantum));
  });

  it('an unresolved path is a programmer error, for every algorithm', () => {
    for (const algorithm of Object.keys(GOLDEN) as SignatureAlgorithm[])
      expect(() => deriveKeyPair(algorithm, seed, 'quorate:docket-signing'), algorithm).to.throw('resolved before');
  });
});

describe('derivation paths', () => {
  it('parse to indexes, hardened ones above 2^31', () => {
    expect(issuesOf(parsePath(DEFAULT_PATH))).to.deep.equal([44 + HARDENED, HARDENED, HARDENED, 0, 0]);
    expect(issuesOf(parsePath('m'))).to.deep.equal([]);
    expect(issuesOf(parsePath("m/2147483647'"))).to.deep.equal([HARDENED + HARDENED - 1]);
  });

  it('have one spelling, so that any list of indexes and its text belong together', () => {
    const step = fc.tuple(fc.nat({ max: HARDENED - 1 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        const text = ['m', ...steps.map(([index, hard]) => `${index}${hard ? "'" : ''}`)].join('/');
        expect(issuesOf(parsePath(text))).to.deep.equal(
          steps.map(([index, hard]) => (hard ? index + HARDENED : index)),
        );
        expect(resolvePath(text)).to.equal(text);
      }),
    );
  });

  it('are refused in another form', () => {
    const bad = [
      '',
      '/',
      'm/',
      'M/0',
      '0/1',
      'm//0',
      'm/00',
      'm/-1',
      'm/2147483648',
      "m/0''",
      'm/0h',
      'm/0 ',
      'm/0\n',
      'm/1e3',
    ];
    for (const path of [...bad, `m${'/0'.repeat(11)}`, 'm/0'.repeat(100_000), 'quorate:unknown', 'constructor']) {
      const result = resolvePath(path);
      expect(isFailure(result) && result.issue.code, path.slice(0, 30)).to.equal('DERIVATION_PATH_INVALID');
    }
  });

  it('of purposes are the fixed slots, all different', () => {
    expect([...PURPOSE_PATHS]).to.deep.equal([
      ['quorate:register-attestation', "m/44'/0'/0'/0/100"],
      ['quorate:register-control', "m/44'/0'/0'/0/101"],
      ['quorate:docket-signing', "m/44'/0'/0'/0/102"],
      ['quorate:blueprint-publish', "m/44'/0'/0'/0/103"],
      ['quorate:citizen-holder', "m/44'/0'/0'/0/108"],
      ['quorate:haip-issuer-signing', "m/44'/0'/0'/0/109"],
    ]);
    for (const [name, path] of PURPOSE_PATHS) {
      expect(resolvePath(name)).to.equal(path);
      expect(resolvePath(path)).to.equal(path);
    }
  });
});
