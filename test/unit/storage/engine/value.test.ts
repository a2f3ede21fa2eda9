// Values with their sums: short rows are summed in JavaScript and long ones natively, and both must be the CRC32 that
// the disk has.
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { openJson, openTail, openText, sealJson, sealTail, sealText } from '../../../../storage/engine/value.js';

describe('values of the store', () => {
  it('end with the CRC32 of what is before it, whatever their length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
        const sealed = Buffer.from(sealTail(Buffer.concat([data, Buffer.alloc(4)])));
        expect(sealed.readUInt32BE(data.length)).to.equal(crc32(data));
        expect(openTail(sealed, 'data').equals(data)).to.equal(true);
      }),
    );
  });

  it('begin with the CRC32 of their text in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 6000 }), (text) => {
        const sealed = Buffer.from(sealText(text));
        expect(sealed.subarray(4).equals(Buffer.from(text, 'utf8'))).to.equal(true);
        expect(sealed.readUInt32BE(0)).to.equal(crc32(text));
        expect(openText(sealed, 'a text')).to.equal(text);
      }),
    );
    for (const long of ['a', 'é', '€', '😀'].map((one) => one.repeat(20_000))) {
      const sealed = Buffer.from(sealText(long));
      expect([sealed.readUInt32BE(0), openText(sealed, 'a text') === long]).to.deep.equal([crc32(long), true]);
    }
    expect(openJson(sealJson({ a: ['b', null] }), 'JSON')).to.deep.equal({ a: ['b', null] });
  });

  it('are never read when a bit of them has changed', () => {
    for (const length of [1, 60, 64, 65, 100]) {
      const sealed = Buffer.from(sealTail(Buffer.alloc(length + 4, 7)));
      for (let at = 0; at < sealed.length; at++) {
        const damaged = Buffer.from(sealed);
        damaged[at]! ^= 1;
        expect(() => openTail(damaged, 'a row')).to.throw('checksum');
      }
    }
    const text = Buffer.from(sealText('a text'));
    text[6]! ^= 1;
    expect(() => openText(text, 'a text')).to.throw('checksum');
  });
});
