// Decoded rows that are kept: which ones are, and that no holder of a shared one can change it.
import { expect } from 'chai';
import { ROW_KEPT_BYTES_MAX } from '../../../../core/base/limits/node/storage.js';
import { RowCache } from '../../../../storage/engine/row-cache.js';

/** How often a row of this value is decoded when it is looked at twice. */
function decoded(value: unknown): number {
  const cache = new RowCache();
  const bytes = Buffer.from(JSON.stringify(value));
  let count = 0;
  const look = () =>
    cache.of(
      'row',
      () => bytes,
      (of) => {
        count++;
        return JSON.parse(of.toString()) as unknown;
      },
    );
  expect(look()).to.deep.equal(value);
  expect(look()).to.deep.equal(value);
  return count;
}

describe('decoded rows', () => {
  it('are kept where they are small, in bytes and in memory', () => {
    expect(decoded({ a: 'x'.repeat(ROW_KEPT_BYTES_MAX - 8) })).to.equal(1);
    expect(decoded({ a: 'x'.repeat(ROW_KEPT_BYTES_MAX) })).to.equal(2);
    expect(decoded(Array(100).fill(1))).to.equal(1);
    expect(decoded(Array(101).fill(1))).to.equal(2);
    // 4 KB of text, and more than fifty in memory.
    expect(decoded([Array(1000).fill([])])).to.equal(2);
  });

  it('are those that were written last, decoded by the writer or anew, and frozen', () => {
    const cache = new RowCache();
    const opened: string[] = [];
    const key = Buffer.of(1);
    const written = (text: string, decoded?: unknown) => {
      cache.noteWrite('row', { key, value: Buffer.from(text), decoded });
      const open = (bytes: Uint8Array) => opened.push(Buffer.from(bytes).toString());
      return cache.of('row', () => Buffer.from(text), open);
    };
    const value = { a: [{ b: 1 }] };
    expect([written('1', value), opened]).to.deep.equal([value, []]);
    expect(() => value.a.push({ b: 2 })).to.throw(TypeError);
    written('2');
    written('3', Array(101).fill(1));
    expect(opened).to.deep.equal(['2', '3']);
    cache.noteWrite('row', { key, value: undefined, decoded: value });
    expect(cache.of('row', () => undefined, String)).to.equal(undefined);
  });

  it('are kept where there is none, and frozen with all that is in them', () => {
    const cache = new RowCache();
    const none = () => cache.of('none', () => undefined, String);
    expect([none(), none()]).to.deep.equal([undefined, undefined]);
    const row = cache.of(
      'row',
      () => Buffer.from('{"a":[{"b":1}]}'),
      (bytes) => JSON.parse(Buffer.from(bytes).toString()) as { a: { b: number }[] },
    );
    expect(() => row?.a.push({ b: 2 })).to.throw(TypeError);
    expect(() => Object.assign(row?.a[0] as object, { b: 2 })).to.throw(TypeError);
  });
});
