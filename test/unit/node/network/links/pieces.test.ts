// Frames in pieces at the end that takes them: whole with the last one, and within a bound whatever comes.
import { expect } from 'chai';
import { FramePieces } from '../../../../../node/network/links/pieces.js';

const piece = (frame: number, offset: number, text: string, isLast = false) => ({
  ...{ frame, offset, isLast },
  bytes: Buffer.from(text),
});
const MIB = 1024 * 1024;

describe('node/network/links/pieces', () => {
  it('are put together in their order, each frame by itself', () => {
    const pieces = new FramePieces();
    expect(pieces.take(piece(1, 0, 'ab'))).to.equal('more');
    expect(pieces.take(piece(2, 0, 'xy'))).to.equal('more');
    expect(String(pieces.take(piece(1, 2, 'c', true)))).to.equal('abc');
    expect(String(pieces.take(piece(2, 2, 'z', true)))).to.equal('xyz');
    expect(pieces.take(piece(2, 3, '!', true)), 'it has ended').to.equal('lost');
  });

  it('are lost where one before them is missing, doubled or of another frame', () => {
    for (const wrong of [piece(1, 3, 'd'), piece(1, 0, ''), piece(3, 2, 'c')]) {
      const pieces = new FramePieces();
      pieces.take(piece(1, 0, 'ab'));
      pieces.take(wrong);
      expect(pieces.take(piece(wrong.frame, 2, 'c', true))).to.equal('lost');
    }
  });

  it('begin anew at offset 0', () => {
    const pieces = new FramePieces();
    pieces.take(piece(1, 0, 'ab'));
    pieces.take(piece(1, 0, 'cd'));
    expect(String(pieces.take(piece(1, 2, 'e', true)))).to.equal('cde');
  });

  it('of more frames than a sender begins push out the oldest', () => {
    const pieces = new FramePieces();
    for (let frame = 1; frame <= 65; frame++) pieces.take(piece(frame, 0, 'a'));
    expect(pieces.take(piece(1, 1, 'b', true))).to.equal('lost');
    expect(String(pieces.take(piece(2, 1, 'b', true)))).to.equal('ab');
  });

  it('take no more memory than a queue does', () => {
    const pieces = new FramePieces();
    const part = (frame: number, offset: number) => ({ ...piece(frame, offset, ''), bytes: Buffer.alloc(2 * MIB) });
    for (let frame = 1; frame <= 9; frame++) pieces.take(part(frame, 0));
    expect(pieces.take(piece(1, 2 * MIB, 'b', true))).to.equal('lost');
    expect(pieces.take(piece(2, 2 * MIB, 'b', true))).to.have.length(2 * MIB + 1);
  });
});
