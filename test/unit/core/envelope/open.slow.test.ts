// Envelopes that refer to a carrier: where it is found, and where it is not.
import { expect } from 'chai';
import { sha256 } from '../../../../core/base/hash.js';
import { canonical } from '../../../../core/base/json.js';
import { PASSED_ON_BYTES_MAX } from '../../../../core/base/limits/ledger/disclosure.js';
import { agreeWith, type Offered } from '../../../../core/crypto/encryption/key-wrap.js';
import { cellEncryptionProblems } from '../../../../core/envelope/cells/encrypt.js';
import type { Envelope } from '../../../../core/envelope/cells/envelope.js';
import { aWallet, carrierOf, encryptionOf, opened, sealed } from '../../../support/cells/disclosure.js';

const alice = aWallet('alice');
const bob = aWallet('bob', 'NISTP256');
const fields = { applicant: 'Ada Quill', fee: 2200 };

describe('disclosure: a carrier that stands in another transaction', () => {
  const agreed = agreeWith(alice.key, sha256('agreed')) as Offered;
  const first = 'f1'.repeat(32);
  const second = 'f2'.repeat(32);
  const to = (carriedIn?: string) => [{ ...alice.key, agreed, ...(carriedIn && { carriedIn }) }];
  const carrying = sealed({ groups: [{ fields, recipients: to() }] });
  const referring = sealed({ groups: [{ fields, recipients: to(first) }] });
  const header = { metadata: { contentEncoding: 'encrypted' } };
  const ledger = (envelopes: Readonly<Record<string, Envelope>>) => ({
    ...alice,
    opener: {
      ...alice.opener,
      carrying: (txId: string) =>
        (envelopes[txId] && { header, payload: envelopes[txId] }) as ReturnType<
          NonNullable<typeof alice.opener.carrying>
        >,
    },
  });

  it('opens, and makes the envelope smaller by it', () => {
    expect(opened(referring, ledger({ [first]: carrying })))
      .to.have.nested.property('[0].fields')
      .that.deep.equals(fields);
    const shorter = JSON.stringify(carrying).length - JSON.stringify(referring).length;
    expect(shorter).to.equal(carrierOf(carrying.wallets[0]).length - first.length - 'In'.length);
  });

  it('is not found elsewhere, through a second reference, for another wallet, or of another agreement', () => {
    const chained = sealed({ groups: [{ fields, recipients: to(second) }] });
    const others = sealed({ groups: [{ fields, recipients: [bob.key] }] });
    const another = sealed({ groups: [{ fields, recipients: [alice.key] }], entropy: sha256('another') });
    for (const envelopes of [{}, { [second]: carrying }, { [first]: referring }, { [first]: chained }])
      expect(opened(referring, ledger(envelopes))).to.equal('undelivered');
    for (const envelope of [others, another])
      expect(opened(referring, ledger({ [first]: envelope }))).to.equal('undelivered');
    expect(opened(referring, alice), 'without a ledger').to.equal('undelivered');
  });

  it('is read once in one reading, however many envelopes refer to it', () => {
    const reads: string[] = [];
    const reading = () => {
      const { opener } = ledger({ [first]: carrying });
      const read = (txId: string) => {
        reads.push(txId);
        return opener.carrying(txId);
      };
      return { ...alice, opener: { ...opener, carrying: read } };
    };
    const one = reading();
    for (let i = 0; i < 3; i++) expect(opened(referring, one)).to.have.nested.property('[0].fields.fee', fields.fee);
    const lost = sealed({ groups: [{ fields, recipients: to(second) }] });
    for (let i = 0; i < 3; i++) expect(opened(lost, one)).to.equal('undelivered');
    expect(reads).to.deep.equal([first, second]);
    opened(referring, reading());
    expect(reads, 'another reading reads for itself').to.deep.equal([first, second, first]);
    const ben = ledger({ [first]: carrying }).opener.carrying;
    expect(opened(referring, { ...bob, opener: { ...bob.opener, carrying: ben } })).to.deep.equal([]);
  });

  it('is counted as what it is when the size of an envelope is judged', () => {
    const big = (bytes: number) => ({ fields: { note: 'n'.repeat(bytes) }, recipients: to(first) });
    const exact = (bytes: number) => canonical(sealed({ groups: [big(bytes)] })).length;
    const step = exact(3_000_000) - exact(2_999_744);
    let bytes = 3_000_000 + Math.floor((PASSED_ON_BYTES_MAX - exact(3_000_000)) / step - 2) * 256;
    while (exact(bytes) + step <= PASSED_ON_BYTES_MAX) bytes += 256;
    expect(exact(bytes)).to.be.at.most(PASSED_ON_BYTES_MAX);
    expect(cellEncryptionProblems(encryptionOf({ groups: [big(bytes)] }))).to.deep.equal([]);
    expect(cellEncryptionProblems(encryptionOf({ groups: [big(bytes + 256)] }))).to.have.nested.property(
      '[0].code',
      'VAL_SIZE_001',
    );
  });
});
