// Trust lists: what is read of a good one, and every way in which a signature can seem to cover what it does not.
import { expect } from 'chai';
import { toBase64, utf8 } from '../../../../core/base/bytes.js';
import { isFailure } from '../../../../core/base/result.js';
import { TAG } from '../../../../core/trust/x509/der.js';
import { readTrustList } from '../../../../node/trust-lists/read-list.js';
import { AT_MS, certificate, partyOf, VALIDITY } from '../../../support/certificates/certificates.js';
import { sequence, text } from '../../../support/certificates/der.js';
import {
  GRANTED,
  LIST_OF_LISTS,
  type ListParts,
  listText,
  operatorOf,
  signatureOf,
  signedList,
  withSignature,
} from '../../../support/trust-lists/signed-list.js';

const operator = operatorOf('Operator');
const other = operatorOf('Another operator');
const root = toBase64(certificate(partyOf('Root'), partyOf('Root'), {}, 'authority'));
const second = toBase64(certificate(partyOf('Second'), partyOf('Second'), {}, 'authority'));
const read = (list: string | Uint8Array, operators: readonly string[] = [other.certificate, operator.certificate]) =>
  readTrustList({ bytes: typeof list === 'string' ? utf8(list) : list, operators, nowMs: AT_MS });

async function refusalOf(list: string | Uint8Array, operators?: readonly string[]): Promise<string> {
  const given = await read(list, operators);
  return isFailure(given) ? `${given.issue.code} ${given.issue.message}` : 'accepted';
}

const parts: ListParts = { services: [{ certificates: [root] }] };
const SIGNATURE = 'TRUSTLIST_SIGNATURE_INVALID';
const MALFORMED = 'TRUSTLIST_MALFORMED';
const DS = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

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

  const good = signedList(parts, operator);
  const foreign = listText({ services: [{ certificates: [second] }] });
  const inner = (name: string, more = '') => `<${name} xmlns="urn:x" Id="inner"${more}></${name}>`;
  const expired = operatorOf('Expired', 'P-256', {
    validity: sequence(text('200101000000Z', TAG.utcTime), text('210101000000Z', TAG.utcTime)),
  });

  /** What is done to a list, the code, and a word of the reason. */
  const attacks: readonly (readonly [string, string | (() => string), string, string])[] = [
    ['is not signed', listText(parts), SIGNATURE, 'not signed'],
    ['was changed after it was signed', good.replace('Office of XA', 'Office of XB'), SIGNATURE, 'not good'],
    ['has another signature value', good.replace(/(<ds:SignatureValue>)./, '$1A'), SIGNATURE, 'not good'],
    ['is signed by who is not pinned', signedList(parts, operatorOf('Stranger')), SIGNATURE, 'not one of the pinned'],
    [
      'is signed by another key under a pinned name',
      signedList(parts, { ...operatorOf('Liar'), certificate: operator.certificate }),
      SIGNATURE,
      'not good',
    ],
    [
      'brings its own key as KeyValue',
      signedList(
        parts,
        { ...operatorOf('Liar'), certificate: operator.certificate },
        { keyInfo: '<ds:KeyName>any</ds:KeyName>' },
      ),
      SIGNATURE,
      'not good',
    ],
    [
      'has two signatures',
      withSignature(
        good,
        signatureOf(listText(parts), operator)
          .replaceAll('properties"', 'others"')
          .replace('Id="signature"', 'Id="two"')
          .replace('#properties', '#others'),
      ),
      SIGNATURE,
      '2 signatures',
    ],
    [
      'has the signed list wrapped in another',
      () =>
        withSignature(
          foreign
            .replace('Id="list"', 'Id="evil"')
            .replace('</SchemeInformation>', `</SchemeInformation>${listText(parts)}`),
          signatureOf(listText(parts), operator, { wholeUri: '#list' }),
        ),
      SIGNATURE,
      'whole list',
    ],
    [
      'has its signature in a deeper element',
      listText({ ...parts, more: `<More>${signatureOf(listText(parts), operator)}</More>` }),
      SIGNATURE,
      'directly below',
    ],
    [
      'has two elements of one Id',
      signedList({ ...parts, more: inner('A') + inner('B') }, operator),
      SIGNATURE,
      'one Id',
    ],
    [
      'has an Id of another spelling twice',
      signedList({ ...parts, more: inner('A').replace('Id=', 'xml:id=').replace('inner', 'properties') }, operator),
      SIGNATURE,
      'one Id',
    ],
    [
      'signs another element as its properties',
      signedList({ ...parts, more: inner('A') }, operator, { propertiesUri: '#inner' }),
      SIGNATURE,
      'something else',
    ],
    [
      'names its properties by an XPointer',
      signedList(parts, operator, { propertiesUri: "#xpointer(id('properties'))" }),
      SIGNATURE,
      'something else',
    ],
    [
      'does not cover its properties',
      signedList(parts, operator, { propertiesType: 'urn:other' }),
      SIGNATURE,
      'its properties',
    ],
    [
      'has a third reference',
      signedList(parts, operator, { moreReferences: '<ds:Reference URI="#signature"></ds:Reference>' }),
      SIGNATURE,
      '3 references',
    ],
    [
      'leaves parts out by XPath',
      signedList(parts, operator, {
        wholeTransforms: [`${DS}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xpath-19991116', EXCLUSIVE],
      }),
      SIGNATURE,
      'transforms',
    ],
    [
      'is canonical with comments',
      signedList(parts, operator, { canonical: `${EXCLUSIVE}WithComments` }),
      SIGNATURE,
      'not exclusive',
    ],
    [
      'has parameters of a method',
      good.replace(/(<ds:SignatureMethod[^>]*>)/, '$1<ds:HMACOutputLength>0</ds:HMACOutputLength>'),
      SIGNATURE,
      'parameters',
    ],
    ['is signed with SHA-1', signedList(parts, operator, { method: `${DS}rsa-sha1` }), SIGNATURE, 'SHA-256 or better'],
    [
      'is signed by a shared secret',
      signedList(parts, operator, { method: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256' }),
      SIGNATURE,
      'neither RSA nor ECDSA',
    ],
    [
      'states RSA under a key of a curve',
      signedList(parts, operator, { method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }),
      SIGNATURE,
      'another kind',
    ],
    ['has a digest by SHA-1', signedList(parts, operator, { digest: `${DS}sha1` }), SIGNATURE, 'SHA-256 or better'],
    [
      'has two sets of properties',
      signedList(parts, operator, {
        objects:
          '<ds:Object><xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"><xades:SignedProperties></xades:SignedProperties></xades:QualifyingProperties></ds:Object>',
      }),
      SIGNATURE,
      '2 sets',
    ],
    ...['xmlns:a="urn:b&amp;lt;"', 'xmlns:\u00e9="urn:x"', 'xmlns:axmlns="urn:x" axmlns:b="c"'].map(
      (more) =>
        [
          `has the attribute ${more}`,
          good.replace('<TSPServices>', `<TSPServices ${more}>`),
          SIGNATURE,
          'names an attribute or a namespace',
        ] as const,
    ),
    ['is no trust list', '<a></a>', MALFORMED, 'not a trust list'],
    ['is not well formed', good.replace('</SchemeInformation>', '</Scheme>'), MALFORMED, 'well-formed'],
    ['declares a type of document', `<!DOCTYPE a [<!ENTITY b "c">]>${good}`, MALFORMED, 'DOCTYPE'],
    ['has another tag', signedList({ ...parts, tag: 'urn:x' }, operator), MALFORMED, 'tag'],
    ['has no positive sequence number', signedList({ ...parts, sequence: 0 }, operator), MALFORMED, 'sequence number'],
    [
      'has two sequence numbers',
      () => {
        const twice = listText(parts).replace(
          '</TSLSequenceNumber>',
          '</TSLSequenceNumber><TSLSequenceNumber>9</TSLSequenceNumber>',
        );
        return withSignature(twice, signatureOf(twice, operator));
      },
      MALFORMED,
      '2 elements',
    ],
    ['has a local time', signedList({ ...parts, issued: '2026-01-01T00:00:00' }, operator), MALFORMED, 'UTC'],
    ['is of no territory', signedList({ ...parts, territory: 'x' }, operator), MALFORMED, 'two letters'],
  ];
  for (const [name, list, code, reason] of attacks)
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
