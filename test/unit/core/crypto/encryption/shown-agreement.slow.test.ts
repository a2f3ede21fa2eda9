// Agreements that are shown: the point that the holder of a key shows opens the wraps, for every carrier, and nothing
// false is ever shown.
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { fromHex, toHex, utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { isFailure } from '../../../../../core/base/result.js';
import { agreeWith, unwrapUnder, wrapUnder } from '../../../../../core/crypto/encryption/key-wrap.js';
import {
  bigOf,
  bytesOf,
  EDWARDS25519,
  type ExponentGroup,
  type ExponentStatement,
  imageOf,
  NIST_P256,
  pointOf,
  proveExponent,
  verifyExponent,
} from '../../../../../core/crypto/encryption/known-exponent.js';
import {
  isShownWrap,
  proveCarrier,
  type ShownWrap,
  showAgreement,
  verifyAgreement,
  verifyCarrier,
} from '../../../../../core/crypto/encryption/shown-agreement.js';
import { generate } from '../../../../../core/crypto/signing/algorithms.js';

const ALGORITHMS = ['ED25519', 'NISTP256', 'ED25519+ML-DSA-65', 'NISTP256+ML-DSA-65'] as const;
const CONTENT = sha256('content');
const GROUP = utf8('group');
/** Of the order 8, and the neutral element. */
const LOW = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a';

function agreed(algorithm: (typeof ALGORITHMS)[number], seed: string) {
  const keys = generate(algorithm, sha256(seed));
  const entropy = sha256(`entropy ${seed}`);
  const offered = agreeWith(keys, entropy);
  if (isFailure(offered) || !isShownWrap(offered.wrap)) throw new Error('an agreement that can be shown');
  return { keys, entropy, offered, wrap: offered.wrap, carrier: offered.carrier };
}

describe('an agreement that is shown', () => {
  for (const algorithm of ALGORITHMS)
    it(`opens what was wrapped for ${algorithm}, whatever the carrier`, () => {
      for (let n = 0; n < 6; n++) {
        const { keys, entropy, offered, wrap, carrier } = agreed(algorithm, `${algorithm} ${n}`);
        const context = `of ${n}`;
        const known = proveCarrier(wrap, { carrier, entropy, context });
        expect(verifyCarrier(wrap, { carrier, context }, known)).to.equal(true);
        expect(verifyCarrier(wrap, { carrier, context: 'of another' }, known)).to.equal(false);
        const shown = showAgreement(wrap, { keys, carrier, context });
        if (!shown) throw new Error('it can be shown');
        const found = verifyAgreement(wrap, { key: keys, carrier, context }, shown);
        if (!found) throw new Error('the proof holds');
        expect(toHex(found.secret)).to.equal(toHex(offered.secret));
        const wrapped = wrapUnder(offered, CONTENT, GROUP);
        expect(toHex(unwrapUnder(found, wrapped, GROUP) ?? GROUP)).to.equal(toHex(CONTENT));
        expect(verifyAgreement(wrap, { key: keys, carrier, context: '' }, shown)).to.equal(undefined);
      }
    });

  it('is of one key and one carrier', () => {
    for (const algorithm of ['ED25519', 'NISTP256'] as const) {
      const [one, other] = [agreed(algorithm, 'one'), agreed(algorithm, 'other')];
      const { wrap, carrier, keys } = one;
      const shown = showAgreement(wrap, { keys, carrier, context: 'c' });
      if (!shown) throw new Error('it can be shown');
      for (const of of [
        { key: other.keys, carrier, context: 'c' },
        { key: keys, carrier: other.carrier, context: 'c' },
      ])
        expect(verifyAgreement(wrap, of, shown)).to.equal(undefined);
      // A party that copies a carrier does not know its secret.
      const made = proveCarrier(wrap, { carrier: other.carrier, entropy: other.entropy, context: 'c' });
      expect(verifyCarrier(wrap, { carrier, context: 'c' }, made)).to.equal(false);
    }
  });

  it('has no carrier or key of low order, on the twist, off the curve, or in another spelling', () => {
    const { keys, carrier } = agreed('ED25519', 'low');
    const u = (value: bigint): Uint8Array => bytesOf(value).reverse();
    const { ORDER } = ed25519.Point.Fp;
    for (const bad of [
      ...[0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, ORDER + 9n, 2n].map(u),
      // Of the order 8.
      fromHex('e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'),
      carrier.map((byte, i) => (i === 31 ? byte | 0x80 : byte)),
      carrier.subarray(1),
    ])
      expect(showAgreement(1, { keys, carrier: bad, context: 'c' }), toHex(bad)).to.equal(undefined);
    // A key with a part of low order: others agree with it as with the one without, and it can show nothing.
    const mixed = ed25519.Point.fromBytes(keys.publicKey).add(ed25519.Point.fromHex(LOW)).toBytes();
    expect(showAgreement(1, { keys: { ...keys, publicKey: mixed }, carrier, context: 'c' })).to.equal(undefined);
    expect(pointOf(EDWARDS25519, fromHex(LOW))).to.equal(undefined);
    const nist = agreed('NISTP256', 'off');
    const off = nist.carrier.map((byte, i) => (i === 64 ? byte ^ 1 : byte));
    for (const bad of [off, new Uint8Array(65), Uint8Array.of(4, ...new Uint8Array(64)), nist.carrier.subarray(0, 33)])
      expect(showAgreement(2, { keys: nist.keys, carrier: bad, context: 'c' })).to.equal(undefined);
  });
});

describe('a proof of a known exponent', () => {
  const groups: readonly [ShownWrap, ExponentGroup][] = [
    [1, EDWARDS25519],
    [2, NIST_P256],
  ];

  it('never shows a false image, nor holds when a bit of it is changed', () => {
    const scalar = fc.bigInt({ min: 2n, max: 2n ** 250n });
    const changes = fc.record({ which: fc.constantFrom('challenge', 'answer', 'image'), bit: fc.nat(255) });
    for (const [, group] of groups)
      fc.assert(
        fc.property(scalar, scalar, changes, (own, other, { which, bit }) => {
          fc.pre(own !== other);
          const base = imageOf(group, other);
          const truth: ExponentStatement = {
            context: 'c',
            pairs: [{ image: imageOf(group, own) }, { base, image: imageOf(group, own, base) }],
          };
          // A liar would have the image under another exponent.
          const lie: ExponentStatement = {
            ...truth,
            pairs: [truth.pairs[0]!, { base, image: imageOf(group, own + 1n, base) }],
          };
          if (bit < 128) {
            expect(verifyExponent(group, lie, proveExponent(group, own, lie))).to.equal(false);
            return;
          }
          const proof = proveExponent(group, own, truth);
          const flipped = (bytes: Uint8Array): Uint8Array =>
            bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
          const changed =
            which === 'image'
              ? { ...truth, pairs: [truth.pairs[0]!, { base, image: flipped(truth.pairs[1]!.image) }] }
              : truth;
          const as = which === 'image' ? proof : { ...proof, [which]: flipped(proof[which as 'answer']) };
          expect(verifyExponent(group, changed, as)).to.equal(false);
        }),
        { numRuns: 100 },
      );
  });

  it('has an answer below the order, in 32 bytes', () => {
    for (const [, group] of groups) {
      const statement: ExponentStatement = { context: 'c', pairs: [{ image: imageOf(group, 7n) }] };
      const proof = proveExponent(group, 7n, statement);
      expect(verifyExponent(group, statement, proof)).to.equal(true);
      const more = bigOf(proof.answer) + group.order;
      if (more < 2n ** 256n)
        expect(verifyExponent(group, statement, { ...proof, answer: bytesOf(more) })).to.equal(false);
      expect(verifyExponent(group, statement, { ...proof, answer: proof.answer.subarray(1) })).to.equal(false);
    }
  });
});
