// COSE_Sign1: the example of RFC 9052, the headers that are read and refused, and what a signature covers.
import { expect } from 'chai';
import { concat, fromHex, toHex, utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { readCbor } from '../../../../../core/credentials/cbor/read.js';
import type { CborValue, TaggedItem } from '../../../../../core/credentials/cbor/value.js';
import { writeCbor } from '../../../../../core/credentials/cbor/write.js';
import { draftSign1, type HeaderRules, isSignedBy, sign1Of } from '../../../../../core/credentials/cose/sign1.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { generate, sign } from '../../../../../core/crypto/signing/algorithms.js';
import { signFormatted } from '../../../../../core/crypto/signing/formats.js';

const ALL: HeaderRules = { protected: ['alg', 'type', 'kid', 'x5chain'], unprotected: ['kid', 'x5chain'] };
const PAIR = generate('NISTP256', new Uint8Array(32).fill(7));
const PAYLOAD = utf8('what is signed');
const CHAIN = [Uint8Array.of(1), Uint8Array.of(2)];

const draft = draftSign1({ payload: PAYLOAD, type: 'application/example', chain: CHAIN });
const SIGNED = draft.finish(sign('NISTP256', PAIR.privateKey, sha256(draft.toSign))) as readonly CborValue[];
const read = (value: CborValue, rules = ALL) => sign1Of(readCbor(writeCbor(value)), 'It', rules);
const pairs = (...all: readonly (readonly [number | string, CborValue])[]) => new Map(all);
const having = (first: CborValue, second: CborValue = pairs()): CborValue => [first, second, ...SIGNED.slice(2)];
const ALG = [1, -7] as const;
const withAlg = (...more: readonly (readonly [number | string, CborValue])[]) => writeCbor(pairs(ALG, ...more));

describe('cose', () => {
  it('takes the example of RFC 9052, C.2.1, and no other payload, key or signature', () => {
    const bytes =
      'd28443a10126a10442313154546869732069732074686520636f6e74656e742e58408eb33e4ca31d1c465ab05aac34cc6b23d58fef5c08' +
      '3106c4d25a91aef0b0117e2af9a291aa32e14ab834dc56ed2a223444547e01f11d3b0916e5a4c345cacb36';
    const key =
      '04bac5b11cad8f99f9c72b05cf4b9e26d244dc189f745228255a219a86d6a09eff' +
      '20138bf82dc1b6d562be0fa54ab7804a3a64b6d72ccfed6b6fb6ed28bbfc117e';
    const sign1 = sign1Of((readCbor(fromHex(bytes)) as TaggedItem).value, 'The example', ALL);
    expect(sign1.payload && Buffer.from(sign1.payload).toString()).to.equal('This is the content.');
    expect(isSignedBy(sign1, fromHex(key))).to.equal(true);
    expect(isSignedBy({ ...sign1, payload: utf8('This is the content!') }, fromHex(key))).to.equal(false);
    expect(isSignedBy(sign1, PAIR.publicKey)).to.equal(false);
    expect(isSignedBy({ ...sign1, alg: -9 }, fromHex(key))).to.equal(false);
    expect(isSignedBy({ ...sign1, signature: sign1.signature.subarray(1) }, fromHex(key))).to.equal(false);
  });

  it('reads what it made: type, chain, payload and signature', () => {
    const sign1 = read(SIGNED);
    expect(sign1).to.include({ alg: -7, type: 'application/example' });
    expect(sign1.chain?.map(toHex)).to.deep.equal(['01', '02']);
    expect(isSignedBy(sign1, PAIR.publicKey)).to.equal(true);
  });

  it('is signed by a keystore, which reads what it signs', () => {
    const signed = draft.finish(signFormatted(PAIR, 'cose', draft.toSign) as Uint8Array);
    expect(isSignedBy(read(signed), PAIR.publicKey)).to.equal(true);
  });

  it('covers a payload that stands elsewhere, and no structure has two', () => {
    const apart = draftSign1({ payload: PAYLOAD, isDetached: true });
    const detached = read(apart.finish(sign('NISTP256', PAIR.privateKey, sha256(apart.toSign))));
    expect(detached.payload).to.equal(null);
    expect(isSignedBy(detached, PAIR.publicKey, PAYLOAD)).to.equal(true);
    expect(isSignedBy(detached, PAIR.publicKey, concat(PAYLOAD, PAYLOAD))).to.equal(false);
    expect(isSignedBy(detached, PAIR.publicKey)).to.equal(false);
    expect(isSignedBy(read(SIGNED), PAIR.publicKey, PAYLOAD)).to.equal(false);
  });

  const REFUSED: readonly (readonly [what: string, value: CborValue, says: string, rules?: HeaderRules])[] = [
    ['a list of three', SIGNED.slice(0, 3), 'is not a COSE_Sign1'],
    ['a map', pairs(), 'It is not of its form'],
    ['a protected header that is a map', having(pairs(ALG)), 'protected header of It is not of its form'],
    ['an empty protected header', having(new Uint8Array()), 'ends too early'],
    ['no algorithm', having(writeCbor(pairs())), 'names no algorithm'],
    ['an algorithm that is not protected', having(writeCbor(pairs()), pairs(ALG)), 'has alg in a header'],
    ['crit', having(withAlg([2, [16]])), 'a member beside'],
    ['a label that is a text', having(withAlg(['alg', 1])), 'a member beside'],
    ['a key id that is a text', having(withAlg(), pairs([4, 'a'])), 'kid of The header of It'],
    ['two chains', having(withAlg([33, CHAIN]), pairs([33, CHAIN])), 'has two chains'],
    ['an empty chain', having(withAlg(), pairs([33, []])), 'less than two'],
    ['a chain of texts', having(withAlg(), pairs([33, ['a', 'b']])), 'A certificate of It'],
    ['a payload that is a text', [SIGNED[0]!, pairs(), 'a', SIGNED[3]!], 'The payload of It'],
    ['a signature that is null', [...SIGNED.slice(0, 3), null], 'The signature of It'],
    ['a header that its use has not', SIGNED, 'has type in a header', { protected: ['alg'], unprotected: ['x5chain'] }],
    ['a chain that its use has not', SIGNED, 'has x5chain in a header', { ...ALL, unprotected: [] }],
  ];
  for (const [what, value, says, rules] of REFUSED)
    it(`refuses ${what}`, () => {
      const fault = faultOr(() => read(value, rules));
      expect(fault instanceof FormatFault && fault.message).to.include(says);
    });
});
