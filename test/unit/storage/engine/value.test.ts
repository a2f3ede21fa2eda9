// Values with their sums: short rows are summed in JavaScript and long ones natively, and both must be the CRC32 that
// the disk has.
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  checksumJson,
  checksumTail,
  checksumText,
  openJson,
  openTail,
  openText,
} from '../../../../storage/engine/value.js';

describe('values of the store', () => {
  it('end with the CRC32 of what is before it, whatever their length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
        const row = Buffer.from(checksumTail(Buffer.concat([data, Buffer.alloc(4)])));
        expect(row.readUInt32BE(data.length)).to.equal(crc32(data));
        expect(openTail(row, 'data').equals(data)).to.equal(true);
      }),
    );
  });

  it('begin with the CRC32 of their text in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 6000 }), (text) => {
        const row = Buffer.from(checksumText(text));
        expect(row.subarray(4).equals(Buffer.from(text, 'utf8'))).to.equal(true);
        expect(row.readUInt32BE(0)).to.equal(crc32(text));
        expect(openText(row, 'a text')).to.equal(text);
      }),
    );
    for (const long of ['a', 'é', '€', '😀'].map((one) => one.repeat(20_000))) {
      const row = Buffer.from(checksumText(long));
      expect([row.readUInt32BE(0), openText(row, 'a text') === long]).to.deep.equal([crc32(long), true]);
    }
    expect(openJson(checksumJson({ a: ['b', null] }), 'JSON')).to.deep.equal({ a: ['b', null] });
  });

  it('are never read when a bit of them has changed', () => {
    for (const length of [1, 60, 64, 65, 100]) {
      const row = Buffer.from(checksumTail(Buffer.alloc(length + 4, 7)));
      for (let at = 0; at < row.length; at++) {
        const damaged = Buffer.from(row);
        damaged[at]! ^= 1;
        expect(() => openTail(damaged, 'a row')).to.throw('checksum');
      }
    }
    const text = Buffer.from(checksumText('a text'));
    text[6]! ^= 1;
    expect(() => openText(text, 'a text')).to.throw('checksum');
  });
});
