// Plain and tagged SHA-256 against known digests, and that domains never meet.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { toBase64Url, toHex, utf8 } from '../../../../core/base/bytes.js';
import { hash, hashHex, sha256, sha256Base64Url, sha256Hex, writeHash } from '../../../../core/base/hash.js';

describe('hash', () => {
  it('sha256 gives the published digests (FIPS 180-4 examples)', () => {
    expect(sha256Hex('')).to.equal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256Hex('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(toHex(sha256(utf8('abc')))).to.equal(sha256Hex('abc'));
    expect(sha256Base64Url('abc')).to.equal(toBase64Url(sha256(utf8('abc'))));
  });

  it('a tagged hash is SHA-256 of tag, 0x1F and the parts joined by 0x1F', () => {
    const bytes = Buffer.concat([
      Buffer.from('quorate:docket:v1'),
      Buffer.of(0x1f),
      Buffer.from('é'),
      Buffer.of(0x1f),
      Buffer.of(1, 2, 3),
    ]);
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(hashHex('docket', 'é', Uint8Array.of(1, 2, 3))).to.equal(expected);
    expect(toHex(hash('docket', 'é', Uint8Array.of(1, 2, 3)))).to.equal(expected);
  });

  it('hashes the same bytes whatever the length of the parts and in whatever order texts and bytes come', () => {
    const parts = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.uint8Array({ maxLength: 40 }),
        fc
          .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), fc.nat(60_000))
          .map(([text, n]) => text.repeat(n)),
      ),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(parts, (given) => {
        const expected = createHash('sha256').update('quorate:state:v1');
        for (const part of given) expected.update(Buffer.of(0x1f)).update(Buffer.from(part as string));
        const digest = expected.digest('hex');
        expect(hashHex('state', ...given)).to.equal(digest);
        expect(toHex(hash('state', ...given, Buffer.of()))).to.equal(hashHex('state', ...given, ''));
      }),
      { numRuns: 300 },
    );
  });

  it('writes the same where it is told', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.uint8Array()), { maxLength: 4 }), fc.nat(3), (parts, at) => {
        const out = new Uint8Array(40);
        writeHash({ out, at }, 'cell', ...parts);
        expect(toHex(out.subarray(at, at + 32))).to.equal(hashHex('cell', ...parts));
        expect(out.filter((byte, i) => byte !== 0 && (i < at || i >= at + 32))).to.have.lengthOf(0);
      }),
    );
  });

  it('is pinned: stored data depends on these values', () => {
    expect(hashHex('transaction', '{}')).to.equal('f32f636c04caf01348b4b71348336254e6cb16a4c0aeb4ef109bd279cc5fe476');
    expect(hashHex('address', Uint8Array.of(0))).to.equal(
      'c2698e401a056881b89ad78849ec08ac3f4b32c2ad9849319d71d25c5707bdc5',
    );
  });

  it('texts are their UTF-8 bytes, and kinds never meet', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(hashHex('vote', text)).to.equal(hashHex('vote', utf8(text)));
        expect(sha256Hex(text)).to.equal(toHex(sha256(utf8(text))));
        expect(hashHex('vote', text)).to.not.equal(hashHex('docket', text));
        expect(hashHex('vote', text)).to.not.equal(sha256Hex(text));
      }),
    );
  });
});
