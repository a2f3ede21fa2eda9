// Parts of PEM texts: those of the label, whole, in order, at a cost that grows as the text does.
import { expect } from 'chai';
import { CERTIFICATE_CHARS_MAX } from '../../../../../core/base/limits/node/federation.js';
import { pemOf, pemParts } from '../../../../../core/crypto/keys/pem.js';

const PART = pemOf('CERTIFICATE', Buffer.from('first'.repeat(20)));
const SECOND = pemOf('CERTIFICATE', Buffer.from('second'));
const read = (text: string) => pemParts(text, 'CERTIFICATE').map(String);

describe('PEM', () => {
  it('reads the parts of a label, and what lies between them not', () => {
    expect(read(`words\n${PART}more words\n${pemOf('X509 CRL', Buffer.from('list'))}${SECOND}`)).to.deep.equal([
      'first'.repeat(20),
      'second',
    ]);
    expect(read(PART.replaceAll('\n', '\r\n'))).to.deep.equal(['first'.repeat(20)]);
    expect(read(PART.replaceAll('\n', ' '))).to.deep.equal(['first'.repeat(20)]);
  });

  it('passes over a part that does not end, or holds other characters, and reads the next one', () => {
    const begin = '-----BEGIN CERTIFICATE-----\n';
    for (const bad of ['', begin, `${begin}Proc-Type: 4\n`, `${begin}AA-AA\n-----END CERTIFICATE-----\n`])
      expect(read(bad + SECOND), bad).to.deep.equal(['second']);
    expect(read(begin)).to.deep.equal([]);
  });

  it('reads hostile texts of the largest size at once', () => {
    const begin = '-----BEGIN CERTIFICATE-----';
    const size = 10 * CERTIFICATE_CHARS_MAX;
    for (const text of [' '.repeat(size), 'A'.repeat(size), begin.repeat(size / begin.length)]) {
      expect(read(begin + text), 'without an end').to.deep.equal([]);
      expect(read(`${begin}${text}!-----END CERTIFICATE-----`), 'with an end').to.deep.equal([]);
    }
  });
});
