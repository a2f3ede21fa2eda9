// The reader of DER takes the one spelling of each value, and ends in a refusal for any other bytes.
import { expect } from 'chai';
import fc from 'fast-check';
import { fromHex, toHex } from '../../../../../core/base/bytes.js';
import { DER_DEPTH_MAX } from '../../../../../core/base/limits/ledger/certificates.js';
import { isFailure, type Result } from '../../../../../core/base/result.js';
import { readAnchor, readCertificate } from '../../../../../core/trust/x509/certificate.js';
import { DerReader, objectIdentifier, onlyElement, TAG } from '../../../../../core/trust/x509/der.js';
import { refusalsOf } from '../../../../../core/trust/x509/malformed.js';
import { good } from '../../../../support/base/good.js';
import { certificate } from '../../../../support/certificates/certificates.js';
import { der, sequence } from '../../../../support/certificates/der.js';
import { first, leaf } from '../../../../support/certificates/paths.js';

const attempt = <T>(read: () => T): Result<T> => refusalsOf(() => '', read);
const elementOf = (hex: string) => attempt(() => toHex(onlyElement(fromHex(hex)).body));
const identifierOf = (hex: string) => attempt(() => objectIdentifier(onlyElement(fromHex(hex), TAG.objectIdentifier)));

describe('core/trust/x509: DER', () => {
  it('reads lengths of one to four bytes in their shortest form alone', () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536]) {
      const bytes = der(TAG.octetString, new Uint8Array(length));
      expect(good(attempt(() => onlyElement(bytes).body.length))).to.equal(length);
    }
    const bad = [
      '',
      '04',
      '0401',
      '040200',
      '0480',
      '048000',
      '04810100',
      '04817f',
      '0482007f',
      '04830000ff',
      '0484',
      '04ff',
      '1f0100',
      '04000400',
    ];
    for (const hex of [...bad, `04817f${'00'.repeat(127)}`, `048200ff${'00'.repeat(255)}`])
      expect(isFailure(elementOf(hex)), hex.slice(0, 12)).to.equal(true);
  });

  it('gives slices of what it was given', () => {
    const bytes = Uint8Array.from(sequence(der(TAG.integer, Uint8Array.of(5))));
    const inner = new DerReader(bytes).enter().next();
    expect([inner.body.buffer, inner.whole.byteOffset - bytes.byteOffset]).to.deep.equal([bytes.buffer, 2]);
  });

  it(`goes into at most ${DER_DEPTH_MAX} elements`, () => {
    const depthOf = (count: number) =>
      attempt(() => {
        let bytes = sequence();
        for (let i = 0; i < count; i++) bytes = sequence(bytes);
        let reader = new DerReader(bytes);
        for (let i = 0; i < count; i++) reader = reader.enter();
        return true;
      });
    expect(depthOf(DER_DEPTH_MAX)).to.equal(true);
    expect(isFailure(depthOf(DER_DEPTH_MAX + 1))).to.equal(true);
  });

  it('reads identifiers in their shortest form, of any size', () => {
    const texts = {
      '0603550406': '2.5.4.6',
      '06012a': '1.2',
      '0600': undefined,
      '06028837': '2.999',
      '0603550486': undefined,
      '060355 8004': undefined,
    };
    for (const [hex, text] of Object.entries(texts)) {
      const found = identifierOf(hex.replace(' ', ''));
      expect(isFailure(found) ? undefined : found, hex).to.equal(text);
    }
    for (const [bytes, isTaken] of [
      [64, true],
      [65, false],
    ] as const) {
      const long = fromHex(`06${bytes.toString(16)}2a${'01'.repeat(bytes - 1)}`);
      expect(isFailure(identifierOf(toHex(long))), `${bytes}`).to.equal(!isTaken);
    }
    // A UUID under 2.25 has an arc of 128 bits.
    expect(identifierOf(`0614 69 83${'ff'.repeat(17)}7f`.replaceAll(' ', ''))).to.equal(`2.25.${2n ** 128n - 1n}`);
  });

  it('ends in a value or a refusal whatever the bytes are', () => {
    const bytes = certificate(leaf, first);
    const changed = fc.tuple(fc.nat(bytes.length - 1), fc.uint8Array({ minLength: 1, maxLength: 6 }), fc.nat(4));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), changed, (random, [at, put, taken]) => {
        const other = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + taken)]);
        for (const read of [readCertificate, readAnchor]) for (const input of [random, other]) read(input);
      }),
      { numRuns: 500 },
    );
  });
});
