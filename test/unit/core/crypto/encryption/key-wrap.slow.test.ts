// Wrapped content keys: every way to wrap, what each half of a hybrid is worth, and the layouts against an independent
// reading of them.
import { createDecipheriv, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { expect } from 'chai';
import { concat, fromHex, toHex } from '../../../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../../../core/base/hash.js';
import { isFailure } from '../../../../../core/base/result.js';
import { deriveEncapsulationPair } from '../../../../../core/crypto/derivation/hd.js';
import { seedOf } from '../../../../../core/crypto/derivation/mnemonic.js';
import {
  agreeWith,
  type OpeningKeys,
  type Recipient,
  recipientProblem,
  unwrapKey,
  WRAP,
  wipeAgreed,
  wrapBytes,
  wrapKey,
  wrapOf,
  wrapUnder,
} from '../../../../../core/crypto/encryption/key-wrap.js';
import { encapsulationPair } from '../../../../../core/crypto/encryption/ml-kem.js';
import { generate, SIGNATURE_ALGORITHMS } from '../../../../../core/crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../../../../core/model/transaction.js';

const contentKey = sha256('a content key');
const entropy = sha256('entropy of the wraps');
const encapsulation = encapsulationPair(concat(sha256('d'), sha256('z')));
const known = new Map<SignatureAlgorithm, OpeningKeys>();

function keysOf(algorithm: SignatureAlgorithm): OpeningKeys {
  const keys = known.get(algorithm) ?? { ...generate(algorithm, sha256(`holder ${algorithm}`)), encapsulation };
  known.set(algorithm, keys);
  return keys;
}

function recipient(algorithm: SignatureAlgorithm, hybrid: boolean): Recipient {
  const { publicKey } = keysOf(algorithm);
  return { algorithm, publicKey, ...(hybrid && { encapsulationKey: encapsulation.publicKey }) };
}

function wrapped(to: Recipient, from = entropy) {
  const result = wrapKey(to, contentKey, from);
  if (isFailure(result)) throw new Error(result.issue.message);
  return result;
}

const opened = (keys: OpeningKeys, wrap: number, bytes: Uint8Array) => {
  const key = unwrapKey(keys, wrap, bytes);
  return key && toHex(key);
};

describe('key-wrap', () => {
  for (const algorithm of SIGNATURE_ALGORITHMS)
    for (const hybrid of [false, true])
      it(`${algorithm}${hybrid ? ' with an encapsulation key' : ''}: the holder opens, no other wallet does`, () => {
        const expected = wrapOf(algorithm, hybrid);
        const result = wrapKey(recipient(algorithm, hybrid), contentKey, entropy);
        if (isFailure(result)) {
          expect(expected).to.equal(undefined);
          expect(result.issue.code).to.equal('ALGORITHM_UNSUPPORTED');
          return;
        }
        expect(result.wrap).to.equal(expected);
        const { carrier = 0, wrappedKey = 0 } = wrapBytes(algorithm, result.wrap) ?? {};
        expect(result.wrapped).to.have.lengthOf(carrier + wrappedKey);
        expect(opened(keysOf(algorithm), result.wrap, result.wrapped)).to.equal(toHex(contentKey));
        for (const wrap of Object.values(WRAP))
          if (wrap !== result.wrap) expect(opened(keysOf(algorithm), wrap, result.wrapped)).to.equal(undefined);
        // RSA keys take seconds to make: another holder of the quick algorithms stands for all.
        if (algorithm.startsWith('RSA')) return;
        const other = { ...generate(algorithm, sha256('somebody else')), encapsulation };
        if (algorithm !== 'ML-DSA-65') expect(opened(other, result.wrap, result.wrapped)).to.equal(undefined);
      }).timeout(60_000);

  for (const algorithm of ['ED25519', 'NISTP256', 'RSA-4096', 'ML-DSA-65'] as const)
    it(`${algorithm}: a hybrid wrap needs both private keys`, () => {
      const { wrap, wrapped: bytes } = wrapped(recipient(algorithm, true));
      const { encapsulation: _, ...without } = keysOf(algorithm);
      expect(opened(without, wrap, bytes)).to.equal(undefined);
      const wrong = { ...without, encapsulation: encapsulationPair(new Uint8Array(64).fill(9)) };
      expect(opened(wrong, wrap, bytes)).to.equal(undefined);
    });

  it('every changed byte of a hybrid wrap is noticed, and so is every cut', () => {
    for (const algorithm of ['ED25519', 'NISTP256'] as const) {
      const { wrap, wrapped: bytes } = wrapped(recipient(algorithm, true));
      for (let i = 0; i < bytes.length; i += 13) {
        const changed = Uint8Array.from(bytes);
        changed[i] = (changed[i] as number) ^ 0x01;
        expect(opened(keysOf(algorithm), wrap, changed), `byte ${i}`).to.equal(undefined);
      }
      for (const length of [0, 31, 32, 64, 65, 1120, bytes.length - 1])
        expect(opened(keysOf(algorithm), wrap, bytes.subarray(0, length))).to.equal(undefined);
      expect(opened(keysOf(algorithm), wrap, concat(bytes, Uint8Array.of(0)))).to.equal(undefined);
    }
  }).timeout(60_000);

  it('bad keys are refused before anything is sealed', () => {
    const code = (to: Recipient) => recipientProblem(to)?.code;
    expect(code(recipient('ED25519', true))).to.equal(undefined);
    expect(code(recipient('ML-DSA-65', false))).to.equal('ALGORITHM_UNSUPPORTED');
    expect(code({ ...recipient('ED25519', false), encapsulationKey: new Uint8Array(1183) })).to.equal('VAL_SIG_003');
    const unreduced = Uint8Array.from(encapsulation.publicKey);
    unreduced.set([0xff, 0xff], 300);
    expect(code({ ...recipient('ML-DSA-65', false), encapsulationKey: unreduced })).to.equal('VAL_SIG_003');
    expect(code({ algorithm: 'ED25519', publicKey: new Uint8Array(32) })).to.equal('VAL_SIG_003');
  });

  it('an independent reading of the layout opens a hybrid of X25519 and ML-KEM-768', () => {
    const { wrapped: bytes } = wrapped(recipient('ED25519', true));
    const seed = keysOf('ED25519').privateKey;
    const own = createPrivateKey({
      key: Buffer.concat([
        Buffer.from('302e020100300506032b656e04220420', 'hex'),
        Buffer.from(ed25519.utils.toMontgomerySecret(seed)),
      ]),
      format: 'der',
      type: 'pkcs8',
    });
    const spki = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), bytes.subarray(0, 32)]);
    const shared = diffieHellman({
      privateKey: own,
      publicKey: createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    });
    const ciphertext = bytes.subarray(32, 32 + 1088);
    const { secretKey } = ml_kem768.keygen(encapsulation.privateKey);
    const secret = ml_kem768.decapsulate(ciphertext, secretKey);
    const salt = Buffer.concat([
      bytes.subarray(0, 32),
      keysOf('ED25519').publicKey,
      ciphertext,
      encapsulation.publicKey,
    ]);
    const both = Buffer.concat([shared, secret]);
    const derived = Buffer.from(hkdfSync('sha256', both, salt, 'quorate:envelope:v1:5', 44));
    const decipher = createDecipheriv('aes-256-gcm', derived.subarray(0, 32), derived.subarray(32));
    decipher.setAuthTag(bytes.subarray(-16));
    const key = Buffer.concat([decipher.update(bytes.subarray(32 + 1088, -16)), decipher.final()]);
    expect(key.toString('hex')).to.equal(toHex(contentKey));
  });

  it('the layouts are pinned: the contents of the ledger stay readable', () => {
    const digest = (algorithm: SignatureAlgorithm, hybrid: boolean) =>
      sha256Hex(wrapped(recipient(algorithm, hybrid)).wrapped);
    expect({
      1: digest('ED25519', false),
      2: digest('NISTP256', false),
      4: digest('ML-DSA-65', true),
      5: digest('ED25519', true),
      6: digest('NISTP256', true),
    }).to.deep.equal({
      1: '844ddfc8ddf2cc5ae0f34397f8e82b79846f3e7981de57f887eb09302b377b51',
      2: 'b960b0ac11b61cecf3cbccd063c3902e6ed3f2e1fc5f60e8d373895cf6c3b947',
      4: '4a6899a76190fa76004b7c6562f4349f00fad8a90f7fb8b0def4474916602941',
      5: '2014055758c03b7127029fb0796b62531513985bac332dde67a6d2038d4f1e6f',
      6: '5b7cf78b838d722480d96dc6541de9490ff963e43276c7f412a3bc232f7ab263',
    });
  });

  it('the encapsulation key of a wallet follows from its words', () => {
    const seed = seedOf(
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    );
    const pair = deriveEncapsulationPair(seed);
    expect(pair.publicKey).to.have.lengthOf(1184);
    expect(sha256Hex(pair.publicKey)).to.equal('2cabbc590461efe31d50617aee33801f4cfa02a300fa4650e673b307b2c6c569');
    expect(toHex(encapsulationPair(fromHex(toHex(pair.privateKey))).publicKey)).to.equal(toHex(pair.publicKey));
  });

  it('wraps nothing under an agreement that was wiped, whose secret everybody knows', () => {
    for (const hybrid of [false, true]) {
      const agreed = agreeWith(recipient('ED25519', hybrid), entropy);
      if (isFailure(agreed)) throw new Error(agreed.issue.message);
      expect(wrapUnder(agreed, contentKey, sha256('a group'))).to.have.lengthOf(48);
      wipeAgreed(agreed);
      expect(() => wrapUnder(agreed, contentKey, sha256('a group'))).to.throw('has ended');
    }
  });
});
