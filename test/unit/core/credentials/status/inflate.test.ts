// Inflating: what zlib makes is read, what zlib refuses is refused, and no data costs more than its bound.
import { deflateSync, inflateSync } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { STATUS_LIST_SECTIONS_MAX } from '../../../../../core/base/limits/ledger/credentials.js';
import { inflate } from '../../../../../core/credentials/status/inflate.js';

const BYTES_MAX = 100_000;
/** Few different bytes, as a status list has, or any. */
const texts = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.array(fc.constantFrom(0, 0, 0, 0, 1, 4, 64), { maxLength: 3000 }).map((bytes) => Uint8Array.from(bytes)),
);
const settings = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.integer({ min: 0, max: 4 }),
  memLevel: fc.integer({ min: 1, max: 9 }),
});

/** What the platform makes of it. It ignores what follows the stream, so the length of the data is compared as well. */
function byPlatform(data: Uint8Array): Uint8Array | undefined {
  try {
    const { buffer, engine } = inflateSync(data, { info: true }) as unknown as {
      readonly buffer: Uint8Array;
      readonly engine: { readonly bytesWritten: number };
    };
    return engine.bytesWritten === data.length ? Uint8Array.from(buffer) : undefined;
  } catch {
    return undefined;
  }
}

const plain = (bytes: Uint8Array | undefined) => bytes && Uint8Array.from(bytes);

/** Values of so many bits, the lowest bit first. */
function packed(values: readonly (readonly [value: number, bits: number])[]): readonly number[] {
  const all = values.flatMap(([value, bits]) => Array.from({ length: bits }, (_, i) => (value >> i) & 1));
  return Array.from({ length: Math.ceil(all.length / 8) }, (_, i) =>
    all.slice(8 * i, 8 * i + 8).reduce((byte, bit, at) => byte | (bit << at), 0),
  );
}

/** Stored blocks without a byte, and the checksum of nothing. */
const emptyBlocks = (count: number) =>
  Uint8Array.from([
    ...[0x78, 0x01],
    ...Array.from({ length: count }, (_, i) => [i === count - 1 ? 1 : 0, 0, 0, 255, 255]).flat(),
    ...[0, 0, 0, 1],
  ]);

describe('status lists: inflate', () => {
  it('gives what was deflated, by every level and strategy', () => {
    fc.assert(
      fc.property(texts, settings, (text, options) => {
        expect(plain(inflate(deflateSync(text, options), BYTES_MAX))).to.deep.equal(text);
      }),
    );
  });

  it('gives texts of every byte, whose codes have lengths that repeat', () => {
    const text = Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 190);
    expect(plain(inflate(deflateSync(text, { strategy: 2 }), BYTES_MAX))).to.deep.equal(text);
  });

  it('takes a code of a single symbol, which is not complete', () => {
    // A last block of dynamic codes: 138 and 118 literals without a code, the end of the block with one bit, and no
    // distances. Codes of lengths are 0 for 18, 10 for 0 and 11 for 1.
    const orders = [0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2].map((bits) => [bits, 3] as const);
    const lengths = [
      [0, 1],
      [127, 7],
      [0, 1],
      [107, 7],
      [3, 2],
      [1, 2],
    ] as const;
    const bits = [[1, 1], [2, 2], [0, 5], [0, 5], [14, 4], ...orders, ...lengths, [0, 1]] as const;
    const data = Uint8Array.from([0x78, 0x01, ...packed(bits), 0, 0, 0, 1]);
    expect(byPlatform(data)).to.deep.equal(new Uint8Array());
    expect(plain(inflate(data, BYTES_MAX))).to.deep.equal(new Uint8Array());
  });

  it('takes of damaged data what the platform takes, and nothing else', () => {
    const damages = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(texts, settings, damages, (text, options, changes) => {
        const data = Uint8Array.from(deflateSync(text, options));
        for (const [at, mask] of changes) data[at % data.length] = (data[at % data.length] as number) ^ mask;
        expect(plain(inflate(data, BYTES_MAX))).to.deep.equal(byPlatform(data));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses a checksum of other bytes, bytes behind it and every part of the data', () => {
    const data = Uint8Array.from(deflateSync(Uint8Array.from({ length: 300 }, (_, i) => (i * i) & 255)));
    expect(inflate(data, BYTES_MAX)).to.have.lengthOf(300);
    expect(inflate(Uint8Array.from([...data, 0]), BYTES_MAX)).to.equal(undefined);
    expect(
      inflate(
        data.map((byte, i) => (i === data.length - 1 ? byte ^ 1 : byte)),
        BYTES_MAX,
      ),
    ).to.equal(undefined);
    for (let end = 0; end < data.length; end++) expect(inflate(data.subarray(0, end), BYTES_MAX)).to.equal(undefined);
  });

  for (const [what, byte] of [
    ['a method that is not deflate', [0x79, 0x9b]],
    ['a window over 32 KiB', [0x88, 0x1c]],
    ['a dictionary', [0x78, 0xbb]],
    ['a header whose check fails', [0x78, 0x9d]],
  ] as const)
    it(`refuses ${what}`, () => {
      const data = Uint8Array.from(deflateSync(new Uint8Array(9)));
      data.set(byte);
      expect(inflate(data, BYTES_MAX)).to.equal(undefined);
    });

  it('stops at its bound, by literals, copies and stored bytes alike', () => {
    for (const level of [0, 6]) {
      const data = deflateSync(new Uint8Array(BYTES_MAX + 1), { level });
      expect(inflate(data, BYTES_MAX)).to.equal(undefined);
      expect(inflate(data, BYTES_MAX + 1)).to.have.lengthOf(BYTES_MAX + 1);
    }
    const one = deflateSync(Uint8Array.of(7));
    expect(inflate(one, 0)).to.equal(undefined);
  });

  it('stops at its number of blocks', () => {
    expect(inflate(emptyBlocks(STATUS_LIST_SECTIONS_MAX), 1)).to.deep.equal(new Uint8Array());
    expect(inflate(emptyBlocks(STATUS_LIST_SECTIONS_MAX + 1), 1)).to.equal(undefined);
  });
});
