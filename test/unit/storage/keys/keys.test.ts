// Byte order is value order, for every key layout and for arbitrary tuples.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  heightKey,
  locationKey,
  metaKey,
  regKey,
  regOf,
  ringKey,
  ringSeq,
  rowRange,
  stateKey,
  stateName,
  stateNames,
  transactionKey,
} from '../../../../storage/keys/chain-keys.js';
import { decodeParts, encodeKey, textsName } from '../../../../storage/keys/family-keys.js';
import { groupOf, runKey } from '../../../../storage/keys/index-keys.js';
import { keyName, keyOfName } from '../../../../storage/keys/names.js';
import { afterPrefix } from '../../../../storage/keys/ranges.js';
import { refusalKey, refusalTxId } from '../../../../storage/keys/submission-keys.js';

const sign = (n: number): number => Math.sign(n);
const compare = (a: Uint8Array, b: Uint8Array): number => sign(Buffer.compare(a, b));
const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const safe = fc.maxSafeNat();
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('\0', '\u0001', 'a', '\u00ff', '\u{10ffff}'), { maxLength: 6 })
    .map((parts) => parts.join('')),
);

const texts = { prefix: 'k', key: ['text', 'text'] } as const;
const number = { prefix: 'k', key: ['u64'] } as const;

describe('keys', () => {
  it('orders heights and indexes as numbers', () => {
    const hash = Buffer.alloc(32, 1);
    fc.assert(
      fc.property(u32, u32, safe, safe, u32, u32, (r1, r2, h1, h2, i1, i2) => {
        const byNumbers = sign(r1 - r2) || sign(h1 - h2) || sign(i1 - i2);
        const a = transactionKey({ reg: r1, height: h1, hash }, i1);
        const b = transactionKey({ reg: r2, height: h2, hash }, i2);
        expect(compare(a, b)).to.equal(byNumbers);
        expect(compare(heightKey('pointer', r1, h1), heightKey('pointer', r2, h2))).to.equal(
          sign(r1 - r2) || sign(h1 - h2),
        );
        expect(compare(ringKey(h1), ringKey(h2))).to.equal(sign(h1 - h2));
        expect(ringSeq(ringKey(h1))).to.equal(h1);
      }),
    );
  });

  it('orders tuples part by part, and reads them back', () => {
    fc.assert(
      fc.property(text, text, safe, safe, text, text, (a1, b1, n1, n2, a2, b2) => {
        const parts = ['text', 'u64', 'text'] as const;
        const one = encodeKey({ prefix: 'k', key: parts }, [a1, n1, a2]);
        const two = encodeKey({ prefix: 'k', key: parts }, [b1, n2, b2]);
        const bytes = (value: string): Buffer => Buffer.from(value, 'utf8');
        expect(compare(one, two)).to.equal(
          compare(bytes(a1), bytes(b1)) || sign(n1 - n2) || compare(bytes(a2), bytes(b2)),
        );
        expect(decodeParts(parts, one)).to.deep.equal([a1, n1, a2]);
      }),
    );
  });

  it('makes leading parts a byte prefix, and nothing else', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const whole = encodeKey(texts, [a, 'z']);
        const lead = encodeKey(texts, [b]);
        expect(Buffer.compare(whole.subarray(0, lead.length), lead) === 0).to.equal(a === b);
      }),
    );
  });

  it('refuses parts that it cannot order', () => {
    expect(() => encodeKey(number, [-1])).to.throw('safe integer');
    expect(() => encodeKey(number, [1.5])).to.throw('safe integer');
    expect(() => encodeKey({ prefix: 'k', key: ['text'] }, ['\ud800'])).to.throw('surrogates');
    expect(() => encodeKey({ prefix: 'k', key: ['text'] }, ['a', 'b'])).to.throw('at most');
    expect(() => decodeParts(['text'], Buffer.from('9abc'))).to.throw('no end');
    expect(() => decodeParts(['u64'], Buffer.alloc(10))).to.throw('longer');
  });

  it('names rows as their keys are, one character a byte', () => {
    fc.assert(
      fc.property(u32, text, text, (reg, a, b) => {
        const state = keyName(stateKey(reg, a));
        expect(stateNames(reg)(a)).to.equal(state);
        expect(compare(keyOfName(state), stateKey(reg, a))).to.equal(0);
        const name = textsName('k', [a, b]);
        if (name !== undefined) expect(name).to.equal(keyName(encodeKey(texts, [a, b])));
      }),
    );
    expect(textsName('k', ['ws1abc', 'b/2'])).to.equal(keyName(encodeKey(texts, ['ws1abc', 'b/2'])));
    for (const other of ['\u00fc', 'a\0', 7]) expect(textsName('k', [other])).to.equal(undefined);
  });

  it('finds the register in plain and in grouped keys', () => {
    expect(regOf(regKey('head', 0x01020304))).to.equal(0x01020304);
    expect(regOf(runKey({ family: 'wallet', group: groupOf('a'), reg: 77 }, 5))).to.equal(77);
    expect(regOf(transactionKey({ reg: 78, height: 1, hash: Buffer.alloc(32) }, 0))).to.equal(78);
    expect(stateName(stateKey(7, 'inst/\u00fc'))).to.equal('inst/\u00fc');
    expect(refusalTxId(refusalKey('ab'.repeat(32)))).to.equal('ab'.repeat(32));
  });

  it('refuses a TxId that is not 64 hex digits', () => {
    expect(() => locationKey(1, 'xyz')).to.throw('64 hex');
    expect(() => refusalKey('ab')).to.throw('64 hex');
  });

  it('bounds a row by its prefix and register', () => {
    const range = rowRange('state', 0xff);
    expect(compare(stateKey(0xff, '\u{10ffff}'), range.lt)).to.equal(-1);
    expect(compare(stateKey(0x100, ''), range.lt)).to.be.greaterThanOrEqual(0);
    expect(compare(range.gte, stateKey(0xff, ''))).to.equal(0);
    expect([...afterPrefix(Buffer.of(1, 0xff))]).to.deep.equal([2]);
    expect(metaKey('boot')[0]).to.equal('m'.charCodeAt(0));
  });
});
