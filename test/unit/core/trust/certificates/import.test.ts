// A certificate becomes one of an organisation, or is refused by the first of six rules that it breaks.
import { expect } from 'chai';
import type { IssueCode } from '../../../../../core/base/issue.js';
import { boundKeyOf } from '../../../../../core/trust/certificates/bound-key.js';
import { judgeCertificate, type OfferedCertificate, PURPOSES } from '../../../../../core/trust/certificates/import.js';
import { good } from '../../../../support/base/good.js';
import { codesOf, placesOf } from '../../../../support/base/results.js';
import {
  AT_MS,
  altNames,
  authority,
  certificate,
  dns,
  keyUsage,
  type Parts,
  purposes,
} from '../../../../support/certificates/certificates.js';
import {
  anchor,
  anchorOf,
  ca,
  first,
  leaf,
  root,
  second,
  usual,
  withLeaf,
} from '../../../../support/certificates/paths.js';

const point = leaf.spki.subarray(26);
const KEYS = { algorithm: 'NISTP256', publicKey: point };
const offer = (changes: Partial<OfferedCertificate> = {}): OfferedCertificate => ({
  ...{ chain: usual, keys: KEYS, host: 'leaf.example', anchors: [anchor], atMs: AT_MS },
  ...changes,
});
const of = (extensions: NonNullable<Parts['extensions']>) => offer({ chain: withLeaf({ extensions }).chain });
const eku = (...types: readonly string[]) => ({ extendedKeyUsage: purposes(...types) });
const pattern = { subjectAltName: altNames(dns('*.leaf.example')) };
const LATE = Date.parse('2031-01-01');
const foreign = [certificate(leaf, { ...second, name: first.name, keyId: first.keyId }), usual[1]!];

/** Each breaks its rule and those that come after it as well, where that can be. */
const REFUSED: readonly (readonly [what: string, IssueCode, OfferedCertificate])[] = [
  [
    'a key of another algorithm',
    'CERT_KEY_NOT_ELIGIBLE',
    offer({ keys: { algorithm: 'ED25519', publicKey: point }, chain: [], anchors: [] }),
  ],
  [
    'another key',
    'CERT_KEY_MISMATCH',
    offer({ keys: { ...KEYS, publicKey: second.spki.subarray(26) }, chain: foreign, atMs: LATE }),
  ],
  [
    'a co-key that is another one',
    'CERT_KEY_MISMATCH',
    offer({ keys: { algorithm: 'ED25519', publicKey: point, coKey: second.spki.subarray(26) } }),
  ],
  ['no certificate', 'CERT_CHAIN_INVALID', offer({ chain: [] })],
  ['a signature of another key', 'CERT_CHAIN_INVALID', offer({ chain: foreign, atMs: LATE, host: 'x', anchors: [] })],
  ['a date behind it', 'CERT_EXPIRED', offer({ atMs: LATE, host: 'x', anchors: [] })],
  ['an authority', 'CERT_UNSUITABLE', of({ basicConstraints: authority() })],
  ['no key usage', 'CERT_UNSUITABLE', { ...of({ keyUsage: undefined }), anchors: [] }],
  ['a key usage of an authority', 'CERT_UNSUITABLE', of({ keyUsage: keyUsage('authority') })],
  ['another purpose', 'CERT_UNSUITABLE', { ...of(eku('1.2.3')), anchors: [] }],
  ['another host', 'CERT_UNSUITABLE', offer({ host: 'other.example', anchors: [] })],
  [
    'a pattern of hosts for credentials',
    'CERT_UNSUITABLE',
    { ...of({ ...pattern, ...eku(PURPOSES.credentials) }), host: 'a.leaf.example' },
  ],
  ['no anchor', 'CERT_EXTERNAL_ANCHOR_UNAVAILABLE', offer({ anchors: [] })],
  ['another anchor', 'CERT_EXTERNAL_ANCHOR_UNAVAILABLE', offer({ anchors: [anchorOf(second)] })],
  [
    'a root of its own at the end',
    'CERT_EXTERNAL_ANCHOR_UNAVAILABLE',
    offer({ chain: [...usual, ca(root, root)], anchors: [] }),
  ],
];

describe('core/trust/certificates', () => {
  it('takes one of the key, with a path to an anchor, for its uses', () => {
    const taken = good(judgeCertificate(offer()));
    expect([taken.anchor, taken.uses, taken.boundKey.source]).to.deep.equal([
      anchor,
      ['credentials', 'requests'],
      'Primary',
    ]);
    expect(taken.certificates.map(({ der }) => der)).to.deep.equal(usual);
    for (const use of ['credentials', 'requests'] as const)
      expect(good(judgeCertificate(of(eku(PURPOSES[use], '1.2.3')))).uses).to.deep.equal([use]);
    expect(good(judgeCertificate({ ...of(pattern), host: 'a.leaf.example' })).uses).to.deep.equal(['requests']);
  });

  it('takes a root at the end of the chain where it is an anchor, and leaves it out', () => {
    const taken = good(judgeCertificate(offer({ chain: [...usual, ca(root, root)] })));
    expect(taken.certificates.length).to.equal(2);
  });

  it('is of the key of NISTP256, or of a co-key', () => {
    expect(good(boundKeyOf(KEYS))).to.deep.equal({ source: 'Primary', spki: leaf.spki });
    const coKey = good(
      judgeCertificate(offer({ keys: { algorithm: 'ML-DSA-65', publicKey: new Uint8Array(1952), coKey: point } })),
    );
    expect(coKey.boundKey.source).to.equal('HaipCoKey');
  });

  for (const [what, code, offered] of REFUSED)
    it(`refuses ${what}: ${code}`, () => {
      expect(codesOf(judgeCertificate(offered))).to.deep.equal([code]);
    });

  it('names the certificate at fault', () => {
    expect(placesOf(judgeCertificate(offer({ atMs: LATE })))).to.deep.equal(['CERT_EXPIRED /0/date']);
    expect(placesOf(judgeCertificate(offer({ anchors: [] })))).to.deep.equal([
      'CERT_EXTERNAL_ANCHOR_UNAVAILABLE /1/anchor',
    ]);
  });
});
