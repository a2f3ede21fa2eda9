// Lists that a reader has to refuse. In each a signature seems to cover what it does not, or its form is wrong. The
// operator is pinned, and so is another one who signed nothing.
import { toBase64 } from '../../../core/base/bytes.js';
import { certificate, partyOf } from '../certificates/certificates.js';
import { type ListParts, listText, operatorOf, signatureOf, signedList, withSignature } from './signed-list.js';

export const operator = operatorOf('Operator');
export const other = operatorOf('Another operator');
const rootOf = (name: string) => toBase64(certificate(partyOf(name), partyOf(name), {}, 'authority'));
export const root = rootOf('Root');
export const second = rootOf('Second');
export const parts: ListParts = { services: [{ certificates: [root] }] };
const SIGNATURE = 'TRUSTLIST_SIGNATURE_INVALID';
const MALFORMED = 'TRUSTLIST_MALFORMED';
export const DS = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** What all of them change. */
export const GOOD = signedList(parts, operator);
const foreign = listText({ services: [{ certificates: [second] }] });
const inner = (name: string, more = '') => `<${name} xmlns="urn:x" Id="inner"${more}></${name}>`;
/** What is done to a list, the code of its refusal, and a word of the reason. */
export const ATTACKS: readonly (readonly [string, string | (() => string), string, string])[] = [
  ['is not signed', listText(parts), SIGNATURE, 'not signed'],
  ['was changed after it was signed', GOOD.replace('Office of XA', 'Office of XB'), SIGNATURE, 'not good'],
  ['has another signature value', GOOD.replace(/(<ds:SignatureValue>)./, '$1A'), SIGNATURE, 'not good'],
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
      GOOD,
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
    GOOD.replace(/(<ds:SignatureMethod[^>]*>)/, '$1<ds:HMACOutputLength>0</ds:HMACOutputLength>'),
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
        GOOD.replace('<TSPServices>', `<TSPServices ${more}>`),
        SIGNATURE,
        'names an attribute or a namespace',
      ] as const,
  ),
  ['is no trust list', '<a></a>', MALFORMED, 'not a trust list'],
  ['is not well formed', GOOD.replace('</SchemeInformation>', '</Scheme>'), MALFORMED, 'well-formed'],
  ['declares a type of document', `<!DOCTYPE a [<!ENTITY b "c">]>${GOOD}`, MALFORMED, 'DOCTYPE'],
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
