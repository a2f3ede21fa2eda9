// A certificate is read as it was written, and each departure from its form is refused by its ground.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { fromHex, toHex } from '../../../../../core/base/bytes.js';
import { isFailure } from '../../../../../core/base/result.js';
import { readAnchor, readCertificate } from '../../../../../core/trust/x509/certificate.js';
import { inContext, plain, TAG } from '../../../../../core/trust/x509/der.js';
import type { CertificateGround } from '../../../../../core/trust/x509/malformed.js';
import { nameText } from '../../../../../core/trust/x509/names.js';
import { good } from '../../../../support/base/good.js';
import { placesOf } from '../../../../support/base/results.js';
import {
  ALGORITHM,
  altNames,
  authority,
  certificate,
  dns,
  ID,
  keyIdExtension,
  type Parts,
  partyOf,
  purposes,
  VALIDITY,
} from '../../../../support/certificates/certificates.js';
import {
  bits,
  der,
  extension,
  integer,
  isTrue,
  type NamePart,
  name,
  octets,
  oid,
  sequence,
  set,
  text,
} from '../../../../support/certificates/der.js';

const [issuer, subject] = [partyOf('Issuer'), partyOf('Leaf')];
const utc = (value: string) => text(value, TAG.utcTime);
const general = (value: string) => text(value, TAG.generalizedTime);
const validity = (from: Uint8Array, to: Uint8Array): Parts => ({ validity: sequence(from, to) });
const spkiOf = ({ publicKey }: { readonly publicKey: KeyObject }) => publicKey.export({ type: 'spki', format: 'der' });
const curve = (namedCurve: string, paramEncoding: 'named' | 'explicit' = 'named') =>
  spkiOf(generateKeyPairSync('ec', { namedCurve, paramEncoding }));
const RSA = fromHex('300d06092a864886f70d0101010500');
/** Of a modulus of so many bits, with ones at both ends, and an exponent. */
const rsa = (modulusHex: string, exponentHex: string): Parts => ({
  spki: sequence(RSA, bits(sequence(integer(modulusHex), integer(exponentHex)))),
});
const modulus = (bytes: number, first = '00c0', last = '01') => `${first}${'11'.repeat(bytes - 2)}${last}`;
const point = subject.spki.subarray(26);
const withAlt = (...names: readonly Uint8Array[]): Parts => ({ extensions: { subjectAltName: altNames(...names) } });
const constraints = (...trees: readonly Uint8Array[]): Parts => ({
  extensions: { nameConstraints: extension(ID.nameConstraints, sequence(...trees), true) },
});
const permitted = (...bases: readonly Uint8Array[]) => der(inContext(0), ...bases.map((base) => sequence(base)));
const usage = (bytes: readonly number[], unused: number): Parts => ({
  extensions: { keyUsage: extension(ID.keyUsage, bits(Uint8Array.from(bytes), unused)) },
});

/** A change of a good certificate, and the ground by which it is refused. */
const REFUSED: readonly (readonly [what: string, CertificateGround, Parts])[] = [
  ['version 1', 'version', { version: new Uint8Array(0) }],
  ['version 2', 'version', { version: fromHex('a003020101') }],
  ['the number of version 4', 'version', { version: fromHex('a003020103') }],
  ['serial number 0', 'serial', { serial: integer('00') }],
  ['a negative serial number', 'serial', { serial: integer('80') }],
  ['a serial number without digits', 'serial', { serial: integer('') }],
  ['a serial number with a zero before it', 'serial', { serial: integer('0001') }],
  ['a serial number of 21 bytes', 'serial', { serial: integer('01'.repeat(21)) }],
  ['two algorithms', 'algorithm', { outer: fromHex('300a06082a8648ce3d040303') }],
  ['SHA-1', 'algorithm', { inner: fromHex('300d06092a864886f70d0101050500') }],
  ['RSA-PSS', 'algorithm', { inner: fromHex('300d06092a864886f70d01010a3000') }],
  ['Ed25519', 'algorithm', { inner: fromHex('300506032b6570') }],
  ['RSA without its NULL', 'algorithm', { inner: fromHex('300b06092a864886f70d01010b') }],
  ['an issuer without a name', 'name', { issuer: sequence() }],
  ['a subject without a name beside alternative names that are not critical', 'name', { subject: sequence() }],
  [
    'a name that is not UTF-8',
    'name',
    { subject: sequence(set(sequence(oid('2.5.4.3'), der(TAG.utf8String, fromHex('ff'))))) },
  ],
  ['a name beyond ASCII', 'name', { subject: name(['CN', 'Ü', TAG.printableString]) }],
  ['an attribute without a value', 'der', { subject: sequence(set(sequence(oid('2.5.4.3')))) }],
  ['an empty part of a name', 'der', { subject: sequence(set()) }],
  ['a time without seconds', 'validity', validity(utc('2001010000Z'), utc('300101000000Z'))],
  ['a time of another zone', 'validity', validity(utc('200101000000+0100'), utc('300101000000Z'))],
  ['a fraction of a second', 'validity', validity(utc('200101000000Z'), general('20600101000000.5Z'))],
  ['a GeneralizedTime before 2050', 'validity', validity(utc('200101000000Z'), general('20490101000000Z'))],
  ['a 30 February', 'validity', validity(utc('200230000000Z'), utc('300101000000Z'))],
  ['an hour 24', 'validity', validity(utc('200101240000Z'), utc('300101000000Z'))],
  ['a second 60', 'validity', validity(utc('200101235960Z'), utc('300101000000Z'))],
  ['a time as a text', 'validity', validity(text('200101000000Z'), utc('300101000000Z'))],
  ['a third time', 'der', { validity: sequence(utc('200101000000Z'), utc('300101000000Z'), utc('300101000000Z')) }],
  ['P-224', 'key', { spki: curve('P-224') }],
  ['secp256k1', 'key', { spki: curve('secp256k1') }],
  ['Ed25519', 'key', { spki: spkiOf(generateKeyPairSync('ed25519')) }],
  ['explicit curve parameters', 'key', { spki: curve('P-256', 'explicit') }],
  [
    'a point off its curve',
    'key',
    { spki: Buffer.concat([subject.spki.subarray(0, 90), Uint8Array.of(subject.spki[90]! ^ 1)]) },
  ],
  [
    'a compressed point',
    'key',
    { spki: sequence(subject.spki.subarray(2, 23), bits(Buffer.concat([Uint8Array.of(2), point.subarray(1, 33)]))) },
  ],
  ['RSA of 2047 bits', 'key', rsa(modulus(256, '40'), '010001')],
  ['RSA of 8193 bits', 'key', rsa(modulus(1025, '01'), '010001')],
  ['an even modulus', 'key', rsa(modulus(256, '00c0', '02'), '010001')],
  ['an even exponent', 'key', rsa(modulus(256), '010000')],
  ['exponent 1', 'key', rsa(modulus(256), '01')],
  ['an exponent of 9 bytes', 'key', rsa(modulus(256), '010000000000000001')],
  ['a negative modulus', 'key', rsa(modulus(256, 'c0'), '03')],
  ['RSA for PSS alone', 'key', { spki: spkiOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 })) }],
  ['a unique identifier of its issuer', 'unique-id', { uniqueIds: der(plain(1), fromHex('00aa')) }],
  ['a unique identifier of its subject', 'unique-id', { uniqueIds: der(plain(2), fromHex('00aa')) }],
  ['no extensions', 'der', { allExtensions: new Uint8Array(0) }],
  ['an empty list of extensions', 'der', { allExtensions: der(inContext(3), sequence()) }],
  ['an extension twice', 'extension', { more: [keyIdExtension('subjectKeyId', subject.keyId)] }],
  [
    'an unknown extension twice',
    'extension',
    { more: [extension('1.2.3', octets(fromHex('00'))), extension('1.2.3', octets(fromHex('00')))] },
  ],
  ['an unknown critical extension', 'extension', { more: [extension('1.2.3', isTrue, true)] }],
  [
    'an extension that says that it is not critical',
    'der',
    { more: [sequence(oid('1.2.3'), der(TAG.boolean, Uint8Array.of(0)), octets(isTrue))] },
  ],
  [
    'a TRUE of another byte',
    'der',
    { more: [sequence(oid('1.2.3'), der(TAG.boolean, Uint8Array.of(1)), octets(isTrue))] },
  ],
  [
    'policy constraints',
    'extension',
    { more: [extension(ID.policyConstraints, sequence(der(plain(0), Uint8Array.of(0))))] },
  ],
  [
    'critical policy constraints',
    'extension',
    { more: [extension(ID.policyConstraints, sequence(der(plain(0), Uint8Array.of(0))), true)] },
  ],
  [
    'critical key identifiers',
    'extension',
    { extensions: { subjectKeyId: extension(ID.subjectKeyId, octets(subject.keyId), true) } },
  ],
  [
    'an empty key identifier',
    'extension',
    { extensions: { subjectKeyId: extension(ID.subjectKeyId, octets(new Uint8Array(0))) } },
  ],
  [
    'a key identifier of another type',
    'extension',
    { extensions: { subjectKeyId: extension(ID.subjectKeyId, isTrue) } },
  ],
  [
    'a critical authority key identifier',
    'extension',
    { extensions: { authorityKeyId: extension(ID.authorityKeyId, sequence(der(plain(0), issuer.keyId)), true) } },
  ],
  [
    'an authority key identifier without one',
    'extension',
    { extensions: { authorityKeyId: extension(ID.authorityKeyId, sequence()) } },
  ],
  [
    'a serial number of the issuer without its name',
    'extension',
    {
      extensions: {
        authorityKeyId: extension(
          ID.authorityKeyId,
          sequence(der(plain(0), issuer.keyId), der(plain(2), Uint8Array.of(1))),
        ),
      },
    },
  ],
  [
    'a path length of no authority',
    'extension',
    { extensions: { basicConstraints: extension(ID.basicConstraints, sequence(integer('00'))) } },
  ],
  [
    'a negative path length',
    'der',
    { extensions: { basicConstraints: extension(ID.basicConstraints, sequence(isTrue, integer('80'))) } },
  ],
  [
    'a path length of two bytes',
    'der',
    { extensions: { basicConstraints: extension(ID.basicConstraints, sequence(isTrue, integer('0100'))) } },
  ],
  [
    'basic constraints that are none',
    'extension',
    { extensions: { basicConstraints: extension(ID.basicConstraints, isTrue) } },
  ],
  ['a key usage without a bit', 'extension', usage([], 0)],
  ['a key usage with a zero bit at its end', 'der', usage([0x80], 6)],
  ['a key usage with a bit that is not used', 'der', usage([0x81], 7)],
  ['a key usage of three bytes', 'der', usage([0x80, 0, 0x80], 7)],
  ['a tenth key usage', 'extension', usage([0x80, 0x40], 6)],
  ['no extended key usage', 'der', { extensions: { extendedKeyUsage: purposes() } }],
  ['no alternative name', 'der', withAlt()],
  ['a DNS name with an underscore', 'extension', withAlt(dns('a_b.example'))],
  ['a DNS name with a star in a label', 'extension', withAlt(dns('a*.leaf.example'))],
  ['a star before one label', 'extension', withAlt(dns('*.example'))],
  ['a star alone', 'extension', withAlt(dns('*'))],
  ['an empty DNS name', 'extension', withAlt(dns(''))],
  ['a DNS name that ends in a dot', 'extension', withAlt(dns('leaf.example.'))],
  ['a DNS name beyond ASCII', 'name', withAlt(dns('ü.example'))],
  ['a label of 64 characters', 'extension', withAlt(dns(`${'a'.repeat(64)}.example`))],
  ['an address of 5 bytes', 'extension', withAlt(der(plain(7), fromHex('0102030405')))],
  ['a name of a kind that there is not', 'extension', withAlt(der(plain(9), fromHex('00')))],
  [
    'name constraints that are not critical',
    'extension',
    { extensions: { nameConstraints: extension(ID.nameConstraints, sequence(permitted(dns('example')))) } },
  ],
  ['name constraints without one', 'extension', constraints()],
  ['an empty list of name constraints', 'der', constraints(permitted())],
  ['a third list of name constraints', 'der', constraints(permitted(dns('example')), der(inContext(2)))],
  [
    'a name constraint with a minimum',
    'der',
    constraints(der(inContext(0), sequence(dns('example'), der(plain(0), Uint8Array.of(1))))),
  ],
  ['a constraint with a dot before it', 'extension', constraints(permitted(dns('.example')))],
  ['a constraint with a star', 'extension', constraints(permitted(dns('*.leaf.example')))],
  ['a constraint on addresses without a mask', 'extension', constraints(permitted(der(plain(7), fromHex('01020304'))))],
  ['a mask with a hole', 'extension', constraints(permitted(der(plain(7), fromHex('01020304ff00ff00'))))],
  ['a signature that is no sequence', 'der', { signature: fromHex('0400') }],
  ['a signature with a zero', 'der', { signature: sequence(integer('00'), integer('01')) }],
  ['a signature with a longer number', 'der', { signature: sequence(integer(`01${'00'.repeat(32)}`), integer('01')) }],
  ['a signature of three numbers', 'der', { signature: sequence(integer('01'), integer('01'), integer('01')) }],
  ['more than 8 KiB', 'size', { more: [extension('1.2.3', octets(new Uint8Array(8192)))] }],
];

describe('core/trust/x509: a certificate', () => {
  it('is read as it was written', () => {
    const bytes = certificate(subject, issuer, {
      serial: integer(`00${'ff'.repeat(19)}`),
      validity: sequence(utc('491231235959Z'), general('20500101000000Z')),
      extensions: {
        basicConstraints: extension(ID.basicConstraints, sequence()),
        extendedKeyUsage: purposes('1.0.18013.5.1.2'),
      },
      more: [extension('1.2.3', fromHex('ff')), extension(ID.certificatePolicies, sequence(), true)],
    });
    const read = good(readCertificate(bytes));
    expect(read.serial).to.equal('ff'.repeat(19));
    expect(read.algorithm).to.equal('ES256');
    expect(nameText(read.subject)).to.equal('CN=Leaf, O=Quorate');
    expect(nameText(read.issuer)).to.equal('CN=Issuer, O=Quorate');
    expect([read.notBeforeMs, read.notAfterMs]).to.deep.equal([Date.UTC(2049, 11, 31, 23, 59, 59), Date.UTC(2050, 0)]);
    expect(read.key).to.deep.equal({ kind: 'P-256', spki: new Uint8Array(subject.spki) });
    const { authorityKeyId, subjectKeyId, subjectAltName, extendedKeyUsage, basicConstraints, keyUsage } =
      read.extensions;
    expect([authorityKeyId, subjectKeyId].map((id) => toHex(id!))).to.deep.equal(
      [issuer, subject].map(({ keyId }) => toHex(keyId)),
    );
    expect(subjectAltName).to.deep.equal([{ kind: 'dns', text: 'leaf.example' }]);
    expect(extendedKeyUsage).to.deep.equal(['1.0.18013.5.1.2']);
    expect(basicConstraints).to.deep.equal({ isAuthority: false });
    expect([...keyUsage!]).to.deep.equal(['digitalSignature']);
    expect([...read.extensions.critical]).to.deep.equal(['keyUsage', 'certificatePolicies']);
  });

  it('has RSA keys of 2048 to 8192 bits, with an exponent of 8 bytes at most', () => {
    for (const [bytes, exponent] of [
      [256, '03'],
      [1024, '010001'],
      [512, '7fffffffffffffff'],
    ] as const)
      expect(good(readCertificate(certificate(subject, issuer, rsa(modulus(bytes), exponent)))).key.kind).to.equal(
        'RSA',
      );
  });

  it('has names of all kinds and keys of all kinds', () => {
    const names = ['0203', '04030201', '0'.repeat(32)].slice(1).map((hex) => der(plain(7), fromHex(hex)));
    const kinds = [dns('*.leaf.example'), text('a@leaf.example', plain(1)), text('urn:x', plain(6)), ...names];
    const others = [
      der(inContext(0), oid('1.2.3')),
      der(inContext(4), name(['CN', 'x'])),
      der(plain(8), fromHex('2a03')),
    ];
    const read = good(readCertificate(certificate(subject, issuer, withAlt(...kinds, ...others))));
    expect(read.extensions.subjectAltName?.map(({ kind }) => kind)).to.deep.equal([
      'dns',
      'email',
      'uri',
      'ip',
      'ip',
      'other',
      'directory',
      'registered',
    ]);
    const texts = read.extensions.subjectAltName?.flatMap((one) => ('text' in one ? [one.text] : []));
    expect(texts).to.deep.equal(['*.leaf.example', 'a@leaf.example', 'urn:x']);
    for (const kind of ['P-256', 'P-384', 'P-521', 'RSA'] as const) {
      const other = partyOf('Other', kind);
      expect(good(readCertificate(certificate(other, other))).key.kind).to.equal(kind);
    }
  });

  it('names its subject in texts of all types, or in critical alternative names alone', () => {
    const subjectOf = (...parts: readonly NamePart[]) =>
      nameText(good(readCertificate(certificate(subject, issuer, { subject: name(...parts) }))).subject);
    expect(subjectOf(['O', 'A, B'], ['CN', 'x', TAG.printableString])).to.equal('CN=x, O=A\\, B');
    expect(subjectOf(['E', 'a@b', TAG.ia5String])).to.equal('1.2.840.113549.1.9.1=a@b');
    expect(subjectOf(['CN', '\0x', TAG.bmpString], ['O', 'x', TAG.teletexString])).to.equal('O=x, CN=x');
    expect(subjectOf(['CN', 'xy', TAG.integer])).to.equal('CN=#02027879');
    expect(subjectOf(['CN', 'x', TAG.bmpString])).to.equal('CN=#1e0178');
    const critical = extension(ID.subjectAltName, sequence(dns('leaf.example')), true);
    const unnamed = certificate(subject, issuer, { subject: sequence(), extensions: { subjectAltName: critical } });
    expect(nameText(good(readCertificate(unnamed)).subject)).to.equal('');
  });

  for (const [what, ground, parts] of REFUSED)
    it(`is refused with ${what}: ${ground}`, () => {
      expect(placesOf(readCertificate(certificate(subject, issuer, parts)))).to.deep.equal([
        `CERT_CHAIN_INVALID /${ground}`,
      ]);
    });

  it('has nothing behind it, and is no other element', () => {
    const bytes = certificate(subject, issuer);
    for (const other of [Buffer.concat([bytes, Uint8Array.of(0)]), octets(bytes), new Uint8Array(0), bytes.subarray(1)])
      expect(placesOf(readCertificate(other))).to.deep.equal(['CERT_CHAIN_INVALID /der']);
  });

  it('gives an anchor its name and key, whatever else is in it', () => {
    const strange = certificate(issuer, issuer, {
      ...{ version: new Uint8Array(0), serial: integer('00'), inner: fromHex('300d06092a864886f70d0101050500') },
      ...{ validity: sequence(), allExtensions: new Uint8Array(0) },
    });
    const anchor = good(readAnchor(strange));
    expect(nameText(anchor.subject)).to.equal('CN=Issuer, O=Quorate');
    expect(toHex(anchor.key.spki)).to.equal(toHex(issuer.spki));
    expect(anchor.hash).to.match(/^[0-9a-f]{64}$/);
    const usual = certificate(issuer, issuer, {
      validity: VALIDITY,
      inner: ALGORITHM,
      extensions: { basicConstraints: authority() },
    });
    expect(isFailure(readAnchor(usual))).to.equal(false);
    const keyless = readAnchor(certificate(issuer, issuer, rsa(modulus(128), '03')));
    expect(placesOf(keyless)).to.deep.equal(['CERT_CHAIN_INVALID /key']);
    expect(placesOf(readAnchor(certificate(issuer, issuer, { subject: sequence() })))).to.deep.equal([
      'CERT_CHAIN_INVALID /name',
    ]);
    expect(placesOf(readAnchor(new Uint8Array(9000)))).to.deep.equal(['CERT_CHAIN_INVALID /size']);
  });
});
