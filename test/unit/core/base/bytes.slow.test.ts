// Hex, base64, fixed-width integers and UUIDs: round trips, order, and what is refused.
import { expect } from 'chai';
import fc from 'fast-check';
import { InvariantError } from '../../../../core/base/assert.js';
import {
  base64UrlLength,
  bytesToUuid,
  compareBytes,
  concat,
  equalBytes,
  fromBase64,
  fromBase64Url,
  fromHex,
  fromUtf8,
  isHex,
  isUuid,
  readU32,
  readU64,
  toBase64,
  toBase64Url,
  toHex,
  u16,
  u32,
  u64,
  utf8,
  utf8Length,
  uuidToBytes,
} from '../../../../core/base/bytes.js';

const bytes = fc.uint8Array({ maxLength: 200 });

describe('bytes', () => {
  it('hex, base64 and base64url give back the bytes they were made of', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(equalBytes(fromHex(toHex(value)), value)).to.equal(true);
        expect(equalBytes(fromBase64(toBase64(value))!, value)).to.equal(true);
        expect(equalBytes(fromBase64(toBase64Url(value))!, value)).to.equal(true);
        expect(toHex(value)).to.match(/^[0-9a-f]*$/);
        expect(toBase64Url(value)).to.match(/^[A-Za-z0-9_-]*$/);
      }),
    );
  });

  it('a view into a larger buffer is read as the view, not as the buffer', () => {
    const whole = Uint8Array.of(1, 0, 3, 4, 5, 6, 7, 8, 9, 10);
    expect(toHex(whole.subarray(2, 4))).to.equal('0304');
    expect(toBase64(whole.subarray(9))).to.equal('Cg==');
    expect(readU64(whole, 1)).to.equal(readU64(whole.slice(1)));
  });

  it('base64 has one spelling for one value: others are refused', () => {
    for (const text of [
      'AA=',
      'AB==',
      'A',
      'A===',
      'AA==\n',
      ' AA==',
      'AAA==',
      'AAB',
      '+_8=',
      '-/8=',
      'AAAA====',
      '*AAA',
    ])
      expect(fromBase64(text), text).to.equal(undefined);
    expect(toHex(fromBase64('AA')!)).to.equal('00');
    expect(toHex(fromBase64('AA==')!)).to.equal('00');
    expect(toHex(fromBase64('AAA')!)).to.equal('0000');
    expect(toHex(fromBase64('-_8')!)).to.equal('fbff');
    expect(toHex(fromBase64('+/8=')!)).to.equal('fbff');
    expect(fromBase64('')).to.have.lengthOf(0);
  });

  it('any text is refused or is a spelling that its bytes give', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const value = fromBase64(text);
        if (value) expect([toBase64(value), toBase64Url(value)]).to.include(text);
      }),
    );
  });

  it('counts the bytes of a base64url text exactly where it would be read, and of no other', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spellings = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 9 });
    const texts = fc.oneof(
      { weight: 4, arbitrary: spellings },
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.uint8Array({ maxLength: 40 }).map(toBase64Url),
      spellings.map((text) => `${text}\n`),
      spellings.map((text) => `${text}=`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(base64UrlLength(text)).to.equal(fromBase64Url(text)?.length ?? -1);
      }),
      { numRuns: 3000 },
    );
    for (const last of alphabet)
      for (const text of [`A${last}`, `AA${last}`, `AAA${last}`, `AAAA${last}`])
        expect(base64UrlLength(text), text).to.equal(fromBase64Url(text)?.length ?? -1);
  });

  it('fromHex refuses odd lengths and other digits', () => {
    for (const text of ['0', 'zz', '0g', '00 ', 'é0'])
      expect(() => fromHex(text), text).to.throw(RangeError, 'not a hex text');
    expect(toHex(fromHex('00FF'))).to.equal('00ff');
  });

  it('isHex takes lower case of the exact length only', () => {
    expect(isHex('00ff', 2)).to.equal(true);
    for (const value of ['00FF', '00f', '00ff0', '00ff\n', '00fg', 5, null, undefined, ['00ff']])
      expect(isHex(value, 2), String(value)).to.equal(false);
  });

  it('fixed-width integers are big-endian, so byte order is number order', () => {
    expect(toHex(u16(0x1234))).to.equal('1234');
    expect(toHex(u32(0xfffffffe))).to.equal('fffffffe');
    expect(toHex(u64(2 ** 53 - 1))).to.equal('001fffffffffffff');
    expect(readU32(u32(0xfffffffe))).to.equal(0xfffffffe);
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
        expect(readU64(u64(a))).to.equal(a);
        expect(Math.sign(compareBytes(u64(a), u64(b)))).to.equal(Math.sign(a - b));
      }),
    );
    expect(() => readU64(fromHex('0020000000000000'))).to.throw(RangeError, 'safe integer');
    expect(() => readU64(fromHex('00'))).to.throw(RangeError);
  });

  it('fixed-width integers are never cut to their width', () => {
    for (const [write, max] of [
      [u16, 0xffff],
      [u32, 0xffff_ffff],
      [u64, Number.MAX_SAFE_INTEGER],
    ] as const) {
      expect(write(max).every((byte, i) => byte === 255 || (write === u64 && i < 2))).to.equal(true);
      for (const n of [-1, 0.5, Number.NaN, max + 1]) expect(() => write(n), String(n)).to.throw(InvariantError);
    }
  });

  it('equalBytes is equality', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(equalBytes(a, a.slice())).to.equal(true);
        expect(equalBytes(a, b)).to.equal(toHex(a) === toHex(b));
      }),
    );
  });

  it('concat joins in order', () => {
    expect(toHex(concat(Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3)))).to.equal('010203');
  });

  it('UTF-8 goes out and back, and invalid UTF-8 throws', () => {
    expect(toHex(utf8('é€😀'))).to.equal('c3a9e282acf09f9880');
    expect(fromUtf8(utf8('é€😀'))).to.equal('é€😀');
    for (const hex of ['ff', 'c0af', 'eda080', 'e282']) expect(() => fromUtf8(fromHex(hex)), hex).to.throw(TypeError);
  });

  it('utf8Length counts the bytes of utf8, of lone surrogates too', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => utf8Length(text) === utf8(text).length));
    for (const text of ['', 'a', 'é', '€', '😀', '\ud800', 'a\udc00b'])
      expect(utf8Length(text)).to.equal(utf8(text).length);
  });

  it('fromUtf8 keeps a byte order mark: no two byte strings are one text', () => {
    expect(fromUtf8(fromHex('efbbbf61'))).to.equal('\ufeffa');
  });

  it('UUIDs have one spelling, the platform ids included', () => {
    const platform = '00000000-0000-0000-0000-000000000001';
    expect(isUuid(platform)).to.equal(true);
    expect(toHex(uuidToBytes(platform))).to.equal('00000000000000000000000000000001');
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(isUuid(uuid)).to.equal(true);
        expect(bytesToUuid(uuidToBytes(uuid))).to.equal(uuid);
      }),
    );
    for (const value of [
      platform.toUpperCase() + 'A',
      'A' + platform.slice(1),
      platform + '\n',
      platform.replaceAll('-', ''),
      7,
    ])
      expect(isUuid(value), String(value)).to.equal(false);
  });
});
