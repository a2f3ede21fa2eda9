// HKDF against the published vectors (RFC 5869 appendix A, SHA-256) and against the platform's own; two keys and the
// key stream against published ones.
import { hkdfSync } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { fromHex, toHex, utf8 } from '../../../../../core/base/bytes.js';
import { drawsOf, expand, expandFrom, extract, keyStream, twoKeys } from '../../../../../core/crypto/keys/expand.js';

const run = (first: number, last: number) => Uint8Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe('expand', () => {
  const vectors = [
    {
      from: new Uint8Array(22).fill(0x0b),
      salt: run(0, 0x0c),
      info: run(0xf0, 0xf9),
      key: '077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5',
      output: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    },
    {
      from: run(0, 0x4f),
      salt: run(0x60, 0xaf),
      info: run(0xb0, 0xff),
      key: '06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244',
      output:
        'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
    },
    {
      from: new Uint8Array(22).fill(0x0b),
      salt: new Uint8Array(0),
      info: new Uint8Array(0),
      key: '19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04',
      output: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    },
  ];
  for (const [i, { from, salt, info, key, output }] of vectors.entries())
    it(`RFC 5869 test case ${i + 1}`, () => {
      const secret = extract(from, salt);
      expect(toHex(secret)).to.equal(key);
      expect(toHex(expandFrom(secret, info, fromHex(output).length))).to.equal(output);
    });

  it('is the HKDF of the platform, for any input and length', () => {
    const bytes = fc.uint8Array({ maxLength: 100 });
    const long = fc.integer({ min: 900, max: 950 }).map((characters) => 'l'.repeat(characters));
    fc.assert(
      fc.property(
        bytes,
        bytes,
        fc.oneof(fc.string(), long),
        fc.integer({ min: 1, max: 300 }),
        (from, salt, label, length) => {
          const expected = Buffer.from(hkdfSync('sha256', from, salt, utf8(label), length)).toString('hex');
          expect(toHex(expand({ from, salt, label }, length))).to.equal(expected);
        },
      ),
    );
  });

  it('makes two keys as RFC 4231 test case 2 has them', () => {
    const [first, second] = twoKeys(utf8('Jefe'), 'what do ya want for nothing?');
    expect(toHex(first)).to.equal('164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554');
    expect(toHex(second)).to.equal('9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737');
  });

  it('makes a key stream of AES-256: two blocks as in test case 13 of the GCM specification', () => {
    const blocks = 'dc95c078a2408989ad48a21492842087530f8afbc74536b9a963b4f1c4cb738b';
    expect(toHex(keyStream(new Uint8Array(32), 32))).to.equal(blocks);
    expect(toHex(keyStream(new Uint8Array(32), 7))).to.equal(blocks.slice(0, 14));
  });

  it('draws the same bytes for the same key and name, none of them twice', () => {
    const [draw, again] = [drawsOf({ from: utf8('key'), label: 'a' }), drawsOf({ from: utf8('key'), label: 'a' })];
    const whole = toHex(again(40));
    expect([toHex(draw(7)), toHex(draw(33))].join('')).to.equal(whole);
    expect(new Set(whole.match(/.{16}/g)).size).to.equal(5);
    expect(toHex(drawsOf({ from: utf8('key'), label: 'b' })(40))).to.not.equal(whole);
  });
});
