// The Buffer of platforms without one gives what Node's gives, for texts of every encoding and for what is none.
import { expect } from 'chai';
import fc from 'fast-check';
import { Buffer as Own } from '../../../../../api/client/platform/buffer.js';

const ENCODINGS = ['utf8', 'hex', 'base64', 'base64url', 'latin1'] as const;
const encoding = fc.constantFrom(...ENCODINGS);
const text = fc.oneof(
  fc.string({ unit: 'binary-ascii' }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFg=+/-_ \n') }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
);

describe('api/client/platform/buffer', () => {
  it('reads every text of its characters as Node does, and takes no other for one', () => {
    fc.assert(
      fc.property(text, encoding, (value, as) => {
        expect([...Own.from(value, as)]).to.deep.equal([...Buffer.from(value, as)]);
      }),
    );
    // Beyond ASCII Node looks at the low byte of a character; a caller that compares the result finds the same.
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), encoding, (value, as) => {
        const isOne = Buffer.from(value, as).toString(as) === value;
        expect(Own.from(value, as).toString(as) === value).to.equal(isOne);
      }),
    );
    expect([...Own.from('ä\ud800')]).to.deep.equal([...Buffer.from('ä\ud800')]);
  });

  it('writes bytes as every text, whole or in part, as Node does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), encoding, fc.nat(40), (bytes, as, from) => {
        const [own, node] = [Own.from(bytes), Buffer.from(bytes)];
        expect(own.toString(as)).to.equal(node.toString(as));
        expect((own.subarray(from) as ReturnType<typeof Own.from>).toString(as)).to.equal(
          node.subarray(from).toString(as),
        );
      }),
    );
    expect(Own.alloc(20_000, 255).toString('latin1')).to.equal('\u00ff'.repeat(20_000));
  });

  it('writes into bytes that are there, and numbers, as Node does', () => {
    fc.assert(
      fc.property(text, encoding, fc.nat(8), fc.integer({ min: 0, max: 0xffff_ffff }), (value, as, at, number) => {
        const [own, node] = [Own.alloc(8), Buffer.alloc(8)];
        if (at < 8) expect(own.write(value, at, as)).to.equal(node.write(value, at, as));
        own.writeUInt32BE(number, at % 5);
        node.writeUInt32BE(number, at % 5);
        own.writeUInt16BE(number & 0xffff, 6);
        node.writeUInt16BE(number & 0xffff, 6);
        expect([...own]).to.deep.equal([...node]);
        expect(own.readUInt32BE(at % 5)).to.equal(node.readUInt32BE(at % 5));
      }),
    );
  });

  it('joins, compares and knows its own as Node does', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect([...Own.concat([a, b])]).to.deep.equal([...Buffer.concat([a, b])]);
        expect(Own.compare(a, b)).to.equal(Buffer.compare(a, b));
      }),
    );
    expect([Own.isBuffer(Own.of(1)), Own.isBuffer(Uint8Array.of(1)), Own.isBuffer(null)]).to.deep.equal([
      ...[true, false, false],
    ]);
    const shared = new Uint8Array([1, 2, 3, 4]);
    const seen = Own.from(shared.buffer, 1, 2);
    seen[0] = 9;
    expect([...shared, ...seen]).to.deep.equal([1, 9, 3, 4, 9, 3]);
  });
});
