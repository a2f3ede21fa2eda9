// A path holds, or the first rule that it breaks is named with the certificate that breaks it; no change of one byte
// passes, and none throws.
import { expect } from 'chai';
import { fromHex } from '../../../../../core/base/bytes.js';
import { isFailure } from '../../../../../core/base/result.js';
import { TAG } from '../../../../../core/trust/x509/der.js';
import type { PathGround } from '../../../../../core/trust/x509/malformed.js';
import { type PathQuestion, verifyPath } from '../../../../../core/trust/x509/path.js';
import { good } from '../../../../support/base/good.js';
import { placesOf } from '../../../../support/base/results.js';
import {
  AT_MS,
  altNames,
  authority,
  certificate,
  dns,
  ID,
  keyIdExtension,
  keyUsage,
  partyOf,
  purposes,
} from '../../../../support/certificates/certificates.js';
import { bits, extension, name, sequence, text } from '../../../../support/certificates/der.js';
import {
  address,
  alt,
  anchor,
  anchorOf,
  ca,
  constraints,
  directory,
  first,
  follower,
  fourth,
  leaf,
  length,
  long,
  question,
  renamed,
  root,
  second,
  third,
  uri,
  usual,
  withAuthority,
  withLeaf,
} from '../../../../support/certificates/paths.js';

const REFUSED: readonly (readonly [what: string, at: number, PathGround, PathQuestion])[] = [
  ['no certificate', 0, 'length', question([])],
  [
    'five certificates',
    0,
    'length',
    question([certificate(leaf, fourth), ca(fourth, third), ...long().chain.slice(1)]),
  ],
  ['a certificate that is none', 1, 'der', question([usual[0]!, fromHex('30')])],
  ['another order', 0, 'order', question([usual[1]!, usual[0]!])],
  ['a missing authority', 0, 'anchor', question([usual[0]!])],
  ['an issuer of another name', 0, 'order', question([usual[0]!, ca(renamed(first, name(['CN', 'Other'])), root)])],
  [
    'an issuer whose name is spelt in another type',
    0,
    'order',
    question([usual[0]!, ca(renamed(first, name(['O', 'Quorate'], ['CN', 'First', TAG.printableString])), root)]),
  ],
  ['no anchor', 1, 'anchor', question(usual, { anchors: [] })],
  ['an anchor of another name', 1, 'anchor', question(usual, { anchors: [anchorOf(second)] })],
  [
    'an anchor behind eight others of its name',
    1,
    'anchor',
    question(usual, { anchors: [...Array.from({ length: 8 }, () => anchorOf(partyOf('Root'))), anchor] }),
  ],
  [
    'an anchor of the name with another key',
    1,
    'anchor',
    question(usual, { anchors: [anchorOf(renamed(second, root.name))] }),
  ],
  ['the anchor itself behind it', 2, 'anchor', question([...usual, ca(root, root)])],
  [
    'a certificate twice',
    1,
    'repeated',
    question([usual[0]!, ca(first, first), ca(first, first)], { anchors: [anchorOf(renamed(root, first.name))] }),
  ],
  ['a leaf with the key of its authority', 0, 'repeated', withLeaf({ spki: first.spki })],
  ['an anchor as its own leaf', 0, 'anchor', question([certificate(root, root)])],
  ['a date before it', 0, 'date', question(usual, { atMs: Date.parse('2019-12-31T23:59:59.999Z') })],
  ['a date behind it', 0, 'date', question(usual, { atMs: Date.parse('2030-01-01T00:00:00.001Z') })],
  [
    'an authority that has expired',
    1,
    'date',
    withAuthority({ validity: sequence(text('200101000000Z', TAG.utcTime), text('260531235959Z', TAG.utcTime)) }),
  ],
  ['a leaf that is an authority', 0, 'leaf', withLeaf({ extensions: { basicConstraints: authority() } })],
  ['a leaf that may sign certificates', 0, 'leaf', withLeaf({ extensions: { keyUsage: keyUsage('authority') } })],
  [
    'a leaf that constrains names',
    0,
    'leaf',
    withLeaf({ extensions: { nameConstraints: constraints({ permitted: [dns('example')] }) } }),
  ],
  [
    'an issuer without basic constraints',
    1,
    'authority',
    withAuthority({ extensions: { basicConstraints: undefined } }),
  ],
  [
    'an issuer that is no authority',
    1,
    'authority',
    withAuthority({ extensions: { basicConstraints: extension(ID.basicConstraints, sequence(), true) } }),
  ],
  [
    'basic constraints that are not critical',
    1,
    'authority',
    withAuthority({ extensions: { basicConstraints: authority(undefined, false) } }),
  ],
  ['an authority without a key usage', 1, 'authority', withAuthority({ extensions: { keyUsage: undefined } })],
  [
    'an authority that signs no certificates',
    1,
    'authority',
    withAuthority({ extensions: { keyUsage: keyUsage('leaf') } }),
  ],
  ['an authority too many', 3, 'path-length', long(length(1))],
  ['an authority too many below the second', 2, 'path-length', long(length(2), length(0))],
  [
    'a leaf without an authority key identifier',
    0,
    'identifier',
    withLeaf({ extensions: { authorityKeyId: undefined } }),
  ],
  ['an authority without one', 1, 'identifier', withAuthority({ extensions: { authorityKeyId: undefined } })],
  [
    'an authority without a subject key identifier',
    0,
    'identifier',
    withAuthority({ extensions: { subjectKeyId: undefined } }),
  ],
  [
    'another key identifier',
    0,
    'identifier',
    withAuthority({ extensions: { subjectKeyId: keyIdExtension('subjectKeyId', second.keyId) } }),
  ],
  ['no extended key usage where one is asked for', 0, 'purpose', question(usual, { purpose: '1.2.3' })],
  [
    'any extended key usage where one is asked for',
    0,
    'purpose',
    { ...withLeaf({ extensions: { extendedKeyUsage: purposes('2.5.29.37.0') } }), purpose: '1.2.3' },
  ],
  ['another host', 0, 'subject', question(usual, { name: { kind: 'dns', value: 'other.example' } })],
  ['a host below it', 0, 'subject', question(usual, { name: { kind: 'dns', value: 'a.leaf.example' } })],
  [
    'a pattern where none is taken',
    0,
    'subject',
    { ...withLeaf(alt(dns('*.leaf.example'))), name: { kind: 'dns', value: 'a.leaf.example' } },
  ],
  [
    'a pattern for two labels',
    0,
    'subject',
    { ...withLeaf(alt(dns('*.leaf.example'))), name: { kind: 'dns', value: 'a.b.leaf.example', isPatternTaken: true } },
  ],
  [
    'a pattern for its own end',
    0,
    'subject',
    { ...withLeaf(alt(dns('*.leaf.example'))), name: { kind: 'dns', value: 'leaf.example', isPatternTaken: true } },
  ],
  [
    'a host that is a pattern',
    0,
    'subject',
    { ...withLeaf(alt(dns('*.leaf.example'))), name: { kind: 'dns', value: '*.leaf.example', isPatternTaken: true } },
  ],
  ['a URI that is a host', 0, 'subject', question(usual, { name: { kind: 'uri', value: 'leaf.example' } })],
  [
    'no alternative names',
    0,
    'subject',
    {
      ...withLeaf({ extensions: { subjectAltName: undefined }, subject: name(['CN', 'leaf.example']) }),
      name: { kind: 'dns', value: 'leaf.example' },
    },
  ],
  [
    'a leaf signed by another key',
    0,
    'signature',
    question([certificate(leaf, { ...second, name: first.name, keyId: first.keyId }), usual[1]!]),
  ],
  ['an authority signed by another key', 1, 'anchor', question([usual[0]!, ca(first, { ...second, name: root.name })])],
  [
    'an algorithm that is not of the key',
    0,
    'signature',
    withLeaf({ inner: fromHex('300d06092a864886f70d01010b0500') }),
  ],
];

describe('core/trust/x509: a path', () => {
  it('holds from the leaf to the anchor', () => {
    const path = good(verifyPath(question(usual, { anchors: [anchorOf(second), anchor] })));
    expect(path.anchor).to.equal(anchor);
    expect(path.certificates.map(({ der: bytes }) => bytes)).to.deep.equal(usual);
    expect(path.leaf).to.equal(path.certificates[0]);
    good(verifyPath(question([certificate(leaf, root)])));
    good(verifyPath(long(length(2), length(1), length(0))));
  });

  it('holds at the first and at the last moment', () => {
    for (const at of ['2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'])
      good(verifyPath(question(usual, { atMs: Date.parse(at) })));
  });

  it('holds with keys of each kind, above and below each other', () => {
    const kinds = (['P-256', 'P-384', 'P-521', 'RSA'] as const).map((kind) => partyOf(kind, kind));
    for (const above of kinds)
      for (const below of kinds) {
        if (above === below) continue;
        const chain = [certificate(leaf, below), ca(below, above)];
        good(verifyPath(question(chain, { anchors: [anchorOf(above)] })));
      }
  });

  it('holds for the purpose and the names that are asked for', () => {
    const asked = withLeaf({
      extensions: {
        extendedKeyUsage: purposes('1.2.3', '1.0.18013.5.1.6'),
        subjectAltName: altNames(dns('Leaf.example'), dns('*.leaf.example'), uri('urn:x'), address('c0000201')),
      },
    });
    good(verifyPath({ ...asked, purpose: '1.0.18013.5.1.6' }));
    for (const [kind, value] of [
      ['dns', 'leaf.EXAMPLE'],
      ['uri', 'urn:x'],
      ['ip', 'c0000201'],
    ] as const)
      good(verifyPath({ ...asked, name: { kind, value } }));
    good(verifyPath({ ...asked, name: { kind: 'dns', value: 'A.leaf.example', isPatternTaken: true } }));
  });

  it('finds the key among anchors of one name, and counts no authority that issued itself', () => {
    for (const count of [1, 7]) {
      const anchors = [...Array.from({ length: count }, () => anchorOf(partyOf('Root'))), anchor];
      expect(good(verifyPath(question(usual, { anchors }))).anchor).to.equal(anchor);
    }
    const chain = [certificate(leaf, follower), ca(follower, first), ca(first, root, length(0))];
    good(verifyPath(question(chain)));
    const free = { extensions: { nameConstraints: constraints({ permitted: [directory(['CN', 'x'])] }) } };
    const constrained = [chain[0]!, chain[1]!, ca(first, root, free)];
    expect(placesOf(verifyPath(question(constrained)))).to.deep.equal(['CERT_CHAIN_INVALID /0/constraint']);
    const named = certificate(leaf, follower, { subject: name(['CN', 'x']) });
    good(verifyPath(question([named, ...constrained.slice(1)])));
  });

  for (const [what, at, ground, asked] of REFUSED)
    it(`is refused with ${what}: ${ground}`, () => {
      const refused = verifyPath(asked);
      expect(placesOf(refused)).to.deep.equal([`CERT_CHAIN_INVALID /${at}/${ground}`]);
    });

  it('names the rule that comes first, where several do not hold', () => {
    const late = { atMs: Date.parse('2031-01-01'), anchors: [], purpose: '1.2.3' };
    const foreign = [certificate(leaf, { ...second, name: first.name, keyId: first.keyId }), usual[1]!];
    for (const [chain, changes, ground] of [
      [foreign, late, 'signature'],
      [usual, late, 'date'],
      [usual, { ...late, atMs: AT_MS }, 'purpose'],
      [usual, { anchors: [] }, 'anchor'],
    ] as const)
      expect(placesOf(verifyPath(question(chain, changes)))[0]).to.match(new RegExp(`/${ground}$`));
  });

  it('passes no change of a byte, and throws at none', () => {
    const chain = [certificate(leaf, first), ca(first, root)];
    for (const [at, bytes] of chain.entries())
      for (let i = 0; i < bytes.length; i++)
        for (const mask of [0x01, 0x80, 0xff]) {
          const changed = Uint8Array.from(bytes);
          changed[i] = changed[i]! ^ mask;
          const refused = verifyPath(question(chain.with(at, changed)));
          expect(isFailure(refused), `byte ${i} of certificate ${at} ^ ${mask}`).to.equal(true);
        }
  });

  it('passes nothing that is cut off or longer', () => {
    const [bytes] = usual as [Uint8Array];
    for (let length = 0; length < bytes.length; length++)
      expect(placesOf(verifyPath(question([bytes.subarray(0, length), usual[1]!])))).to.deep.equal([
        'CERT_CHAIN_INVALID /0/der',
      ]);
    const longer = Buffer.concat([bytes, bits(new Uint8Array(0))]);
    expect(placesOf(verifyPath(question([longer, usual[1]!])))).to.deep.equal(['CERT_CHAIN_INVALID /0/der']);
  });
});
