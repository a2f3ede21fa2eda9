// Which connections end because of what waits in them to be read.
import { expect } from 'chai';
import { overfull } from '../../../../../node/network/transport/windows.js';

const BOUNDS = { connection: 10, all: 25 };

function ended(...bytes: readonly number[]): readonly number[] {
  const unread = bytes.map((count, of) => ({ of, bytes: count }));
  return overfull(unread, BOUNDS).map(({ of }) => of);
}

describe('node/network/transport/windows', () => {
  it('ends none while each has its window and all together have room', () => {
    expect(ended()).to.deep.equal([]);
    expect(ended(0, 0)).to.deep.equal([]);
    expect(ended(10, 10, 5)).to.deep.equal([]);
  });

  it('ends each that holds more than a window', () => {
    expect(ended(11, 0, 12)).to.deep.equal([2, 0]);
  });

  it('ends the fullest until the others have room, and no further one', () => {
    expect(ended(8, 9, 10)).to.deep.equal([2]);
    expect(ended(9, 9, 9, 9, 1)).to.deep.equal([0, 1]);
  });

  it('counts one that holds more than a window for the others only until it ends', () => {
    expect(ended(100, 10, 10, 5)).to.deep.equal([0]);
  });
});
