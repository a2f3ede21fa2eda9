// Places of a status list: each once, any of them, and none of a closed list.
import { expect } from 'chai';
import { drawPlace, isClosed } from '../../../../../core/credentials/issuing/places.js';

/** Texts of four bytes, one after the other. */
function drawing(...numbers: readonly number[]) {
  const left = [...numbers];
  return (): Uint8Array => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(left.shift() ?? 0);
    return bytes;
  };
}

describe('core/credentials/issuing/places', () => {
  it('draws again where a place is taken, or a number would favour some', () => {
    const isTaken = (place: number) => place === 7;
    expect(drawPlace(1000, drawing(7, 1007, 12), isTaken)).to.equal(12);
    // 2^32 is no multiple of 1000: the last 296 numbers would come once more often.
    expect(drawPlace(1000, drawing(2 ** 32 - 1, 2 ** 32 - 296, 2 ** 32 - 297), isTaken)).to.equal(999);
  });

  it('closes a list at half full', () => {
    expect([511, 512, 513].map((taken) => isClosed(taken, 1024))).to.deep.equal([false, true, true]);
  });

  it('gives up where nothing is free, which a closed list is asked for by nobody', () => {
    expect(() => drawPlace(8, drawing(), () => true)).to.throw('a free place');
  });
});
