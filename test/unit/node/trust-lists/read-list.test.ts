// Trust lists: what is read of a good one, and every way in which a signature can seem to cover what it does not.
import { expect } from 'chai';
import { utf8 } from '../../../../core/base/bytes.js';
import { isFailure } from '../../../../core/base/result.js';
import { TAG } from '../../../../core/trust/x509/der.js';
import { readTrustList } from '../../../../node/trust-lists/read-list.js';
import { AT_MS, VALIDITY } from '../../../support/certificates/certificates.js';
import { sequence, text } from '../../../support/certificates/der.js';
import { ATTACKS, DS, operator, other, parts, root, second } from '../../../support/trust-lists/attacks.js';
import { GRANTED, LIST_OF_LISTS, operatorOf, signedList } from '../../../support/trust-lists/signed-list.js';

const read = (list: string | Uint8Array, operators: readonly string[] = [other.certificate, operator.certificate]) =>
  readTrustList({ bytes: typeof list === 'string' ? utf8(list) : list, operators, nowMs: AT_MS });

async function refusalOf(list: string | Uint8Array, operators?: readonly string[]): Promise<string> {
  const given = await read(list, operators);
  return isFailure(given) ? `${given.issue.code} ${given.issue.message}` : 'accepted';
}

describe('node/trust-lists/read-list', () => {
  it('reads what a list says of itself, and the roots of services that vouch now', async () => {
    const services = [
      { certificates: [root, root] },
      { certificates: [second], status: GRANTED.replace('granted', 'withdrawn') },
      { certificates: [second], type: 'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST' },
      { certificates: [second], since: '2027-01-01T00:00:00Z' },
      { certificates: ['AAAA'] },
    ];
    const list = await read(signedList({ sequence: 7, services }, operator));
    expect(list).to.deep.include({ sequenceNumber: 7, territory: 'XA', operator: 'Office of XA', pointers: [] });
    expect(list).to.deep.include({ roots: [root], rootsLeftOut: 1, nextUpdateMs: Date.parse('2029-01-01T00:00:00Z') });
  });

  for (const kind of ['RSA', 'P-256', 'P-384', 'P-521'] as const)
    it(`takes the signature of a key of ${kind}`, async () => {
      const signer = operatorOf('Operator', kind);
      expect(await refusalOf(signedList(parts, signer), [signer.certificate])).to.equal('accepted');
    });

  it('takes a digest by SHA-1 of the certificate, which is compared whole', async () => {
    expect(await refusalOf(signedList(parts, operator, { certificateDigest: `${DS}sha1` }))).to.equal('accepted');
  });

  it('has no next update where the list is closed', async () => {
    expect(await read(signedList({ ...parts, nextUpdate: '' }, operator))).not.to.have.property('nextUpdateMs');
  });

  it('follows pointers of a list of lists to lists in XML alone', async () => {
    const pointers = [
      { url: 'https://xb.example/list.xml', territory: 'XB', operators: [other.certificate, 'AAAA'] },
      { url: 'https://xb.example/list.pdf', territory: 'XB', operators: [], mime: 'application/pdf' },
    ];
    const expected = [{ url: 'https://xb.example/list.xml', territory: 'XB', operators: [other.certificate] }];
    expect(await read(signedList({ type: LIST_OF_LISTS, pointers }, operator))).to.deep.include({ pointers: expected });
    expect(await read(signedList({ pointers }, operator))).to.deep.include({ pointers: [] });
  });

  it('refuses signed text that lies in the name of a namespace, where its canonical form is the signed one', async () => {
    const key =
      '</X509Certificate></DigitalId><DigitalId><ds:KeyValue xmlns:ds="urn:key">k</ds:KeyValue></DigitalId><DigitalId><X509Certificate>';
    const services = [
      { certificates: [`${second}${key}${second}`], status: GRANTED.replace('granted', 'withdrawn') },
      { certificates: [`${root}${key}${root}`] },
    ];
    const list = signedList({ services }, operator);
    expect(await read(list)).to.deep.include({ roots: [root] });
    // From the key of the withdrawn service up to that of the granted one, whose status the first would have.
    const hidden = list.slice(list.indexOf('urn:key"'), list.lastIndexOf('"', list.lastIndexOf('k</ds:KeyValue>')));
    const escaped = hidden.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const moved = list.replace(`"${hidden}"`, () => `'${escaped}'`);
    expect(await refusalOf(moved)).to.match(/^TRUSTLIST_SIGNATURE_INVALID .*names an attribute or a namespace/);
  });

  const expired = operatorOf('Expired', 'P-256', {
    validity: sequence(text('200101000000Z', TAG.utcTime), text('210101000000Z', TAG.utcTime)),
  });

  it('refuses by the signature or by the form', () => {
    const codes = [...new Set(ATTACKS.map(([, , code]) => code))];
    expect(codes).to.deep.equal(['TRUSTLIST_SIGNATURE_INVALID', 'TRUSTLIST_MALFORMED']);
  });

  for (const [name, list, code, reason] of ATTACKS)
    it(`refuses a list that ${name}`, async () => {
      const refusal = await refusalOf(typeof list === 'string' ? list : list());
      expect(refusal).to.match(new RegExp(`^${code} .*${reason}`));
    });

  it('refuses an operator whose certificate is not valid at the time', async () => {
    expect(await refusalOf(signedList(parts, expired), [expired.certificate])).to.match(
      /^TRUSTLIST_SIGNATURE_INVALID .*not valid at/,
    );
    expect(VALIDITY).not.to.be.empty;
  });
});
