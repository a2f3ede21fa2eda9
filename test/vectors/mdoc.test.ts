// ISO 18013-5, annex D: the licence of its examples is read, its elements have their digests, and its issuer signed it.
// The response as a whole is refused, since its holder authenticates with a MAC.
import { X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import { equalBytes, fromHex } from '../../core/base/bytes.js';
import { readCbor } from '../../core/credentials/cbor/read.js';
import type { CborMap } from '../../core/credentials/cbor/value.js';
import { writeCbor } from '../../core/credentials/cbor/write.js';
import { isSignedBy } from '../../core/credentials/cose/sign1.js';
import { mdocCells } from '../../core/credentials/mdoc/cells.js';
import { elementJson } from '../../core/credentials/mdoc/element-json.js';
import { heldMdocOf, issuerAuthOf } from '../../core/credentials/mdoc/issuer-signed.js';
import { vectorLines } from './lines.js';

const [vector] = vectorLines<{ readonly response: string }>('mdoc/annex-d.jsonl');
const RESPONSE = fromHex(vector?.response ?? '');
const [DOCUMENT] = (readCbor(RESPONSE) as CborMap).get('documents') as readonly [CborMap];
const HELD = heldMdocOf(writeCbor(DOCUMENT.get('issuerSigned')!));
const { sign1, chain, object } = issuerAuthOf(HELD.issuerAuth);

describe('vectors: mdoc (ISO 18013-5, annex D)', () => {
  it('has the elements of the example, each with the digest that was signed', () => {
    const shown = HELD.elements.map(({ element }) => [element.name, elementJson(element.value)] as const);
    const { portrait, ...others } = Object.fromEntries(shown);
    expect(others).to.deep.equal({
      ...{ family_name: 'Doe', issue_date: '2019-10-20', expiry_date: '2024-10-20', document_number: '123456789' },
      driving_privileges: [
        { vehicle_category_code: 'A', issue_date: '2018-08-09', expiry_date: '2024-10-20' },
        { vehicle_category_code: 'B', issue_date: '2017-02-23', expiry_date: '2024-10-20' },
      ],
    });
    expect(portrait).to.match(/^_9j_4AAQSkZJRg/);
    for (const { element } of HELD.elements) {
      const stated = object.digests.get(element.nameSpace)?.get(element.digestId);
      expect(stated && equalBytes(stated, element.digest), element.name).to.equal(true);
    }
  });

  it('has the security object of the example, signed by its certificate', () => {
    expect(object.docType).to.equal('org.iso.18013.5.1.mDL');
    expect([...object.digests].map(([name, ids]) => [name, ids.size])).to.deep.equal([
      ['org.iso.18013.5.1', 13],
      ['org.iso.18013.5.1.US', 4],
    ]);
    const dates = [object.signedMs, object.validFromMs, object.validUntilMs].map((ms) => new Date(ms).toISOString());
    expect(dates).to.deep.equal(['2020-10-01T13:30:02.000Z', '2020-10-01T13:30:02.000Z', '2021-10-01T13:30:02.000Z']);
    const { publicKey } = new X509Certificate(chain[0]!);
    // The point is the end of a SubjectPublicKeyInfo.
    const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-65);
    expect(isSignedBy(sign1, key)).to.equal(true);
    expect(isSignedBy(sign1, object.deviceKey)).to.equal(false);
  });

  it('is refused as a whole: a MAC is a word to its verifier alone', () => {
    expect(() => mdocCells(RESPONSE)).to.throw('has no deviceSignature');
  });
});
