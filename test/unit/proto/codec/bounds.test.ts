// The walk over raw bytes: what it refuses before anything is decoded, and what it lets pass. Small messages written
// byte by byte.
import { expect } from 'chai';
import { boundsProblem, shapeOf } from '../../../../proto/codec/bounds.js';

const inner = shapeOf({ 1: { name: 'n' }, 2: { name: 'b', bytesMax: 4 } });
const shape = shapeOf({
  1: { name: 'number' },
  2: { name: 'text', bytesMax: 4 },
  3: { name: 'list', bytesMax: 2, count: 3 },
  4: { name: 'part', bytesMax: 8, of: inner },
  5: { name: 'either', bytesMax: 4, slot: 5 },
  6: { name: 'or', slot: 5 },
});
const NUMBER = [0x08, 0x05];
const UNKNOWN = [0x78, 0x01];

const judge = (...bytes: number[]) => {
  const found = boundsProblem(Uint8Array.from(bytes), shape, 40);
  return found ? `${found.code} ${found.path}` : 'fine';
};

describe('bounds of raw messages', () => {
  for (const [what, bytes, verdict] of [
    ['nothing', [], 'fine'],
    ['each field within its bound', [...NUMBER, 0x12, 1, 65, 0x1a, 0, 0x1a, 0, 0x22, 2, 0x08, 1, 0x2a, 0], 'fine'],
    ['a number of ten bytes', [0x08, ...Array<number>(9).fill(0xff), 0x01], 'fine'],
    ['a number of eleven bytes', [0x08, ...Array<number>(10).fill(0xff), 0x01], 'FRAME_INVALID /number'],
    ['a number that is cut', [0x08, 0x80], 'FRAME_INVALID /number'],
    ['a field twice', [...NUMBER, ...NUMBER], 'FRAME_TOO_LARGE /number'],
    ['a list with one element too many', [0x1a, 0, 0x1a, 0, 0x1a, 0, 0x1a, 0], 'FRAME_TOO_LARGE /list'],
    ['both members of a oneof', [0x2a, 0, 0x30, 1], 'FRAME_TOO_LARGE /or'],
    ['text that is too long', [0x12, 5, 1, 1, 1, 1, 1], 'FRAME_TOO_LARGE /text'],
    ['text that is longer than the message', [0x12, 4, 1], 'FRAME_INVALID /text'],
    ['a part whose number ends after it', [0x22, 1, 0x08, 0x01], 'FRAME_INVALID /part/n'],
    ['a part whose bytes end after it', [0x22, 2, 0x12, 1, 65], 'FRAME_INVALID /part/b'],
    ['a field of another wire type', [0x0d, 0, 0, 0, 0], 'FRAME_INVALID /number'],
    ['bytes where a number belongs', [0x0a, 0], 'FRAME_INVALID /number'],
    ['a group', [0x7b, 0x7c], 'FRAME_INVALID '],
    ['field number 0', [0x02, 0], 'FRAME_INVALID '],
    ['a tag of five bytes', [0x88, 0x80, 0x80, 0x80, 0x00, 0x01], 'FRAME_INVALID '],
    ['a length of five bytes', [0x12, 0x80, 0x80, 0x80, 0x80, 0x00], 'FRAME_INVALID /text'],
    ['a few unknown fields', Array<number[]>(8).fill(UNKNOWN).flat(), 'fine'],
    ['an unknown fixed64 and fixed32', [0x79, ...Array<number>(8).fill(1), 0x7d, 1, 1, 1, 1], 'fine'],
    ['an unknown fixed64 that is cut', [0x79, 1, 1], 'FRAME_INVALID '],
    ['many unknown fields', Array<number[]>(9).fill(UNKNOWN).flat(), 'FRAME_TOO_LARGE '],
    ['more bytes than the kind may have', Array<number>(41).fill(0x78), 'FRAME_TOO_LARGE '],
  ] as const)
    it(`${what}: ${verdict}`, () => {
      expect(judge(...bytes)).to.equal(verdict);
    });

  it('an unknown field is skipped only when it is short', () => {
    const field = (length: number) =>
      Buffer.concat([Buffer.from([0x7a, (length & 0x7f) | 0x80, length >> 7]), Buffer.alloc(length)]);
    expect(boundsProblem(field(1024), shape, 4096)).to.equal(undefined);
    expect(boundsProblem(field(1025), shape, 4096)?.code).to.equal('FRAME_TOO_LARGE');
  });
});
