// Constraints of an authority on the names below it: each kind within and outside of them, of every authority above.
import { expect } from 'chai';
import { NAME_COMPARISONS_MAX } from '../../../../../core/base/limits/ledger/certificates.js';
import { TAG } from '../../../../../core/trust/x509/der.js';
import { type PathQuestion, verifyPath } from '../../../../../core/trust/x509/path.js';
import { good } from '../../../../support/base/good.js';
import { issueOf, placesOf } from '../../../../support/base/results.js';
import { altNames, certificate, dns, ID, type Parts } from '../../../../support/certificates/certificates.js';
import { extension, name, sequence } from '../../../../support/certificates/der.js';
import {
  address,
  alt,
  ca,
  constraints,
  directory,
  email,
  first,
  host,
  leaf,
  long,
  other,
  question,
  root,
  type Trees,
  uri,
  withAuthority,
} from '../../../../support/certificates/paths.js';

/** Constraints of the authority beside names of the leaf, whose subject is `CN=Leaf, O=Quorate`. */
const CONSTRAINED: readonly (readonly [what: string, isTaken: boolean, Trees, Uint8Array])[] = [
  ['the host itself', true, { permitted: [dns('a.leaf.example')] }, host],
  ['a host above it', true, { permitted: [dns('Leaf.EXAMPLE')] }, host],
  ['a host beside it', false, { permitted: [dns('b.leaf.example')] }, host],
  ['a host that ends alike', false, { permitted: [dns('eaf.example')] }, host],
  ['one of two hosts', true, { permitted: [dns('other.example'), dns('leaf.example')] }, host],
  ['every host', true, { permitted: [dns('')] }, host],
  ['an excluded host above it', false, { excluded: [dns('leaf.EXAMPLE')] }, host],
  ['an excluded host beside it', true, { excluded: [dns('b.leaf.example')] }, host],
  ['no host', false, { excluded: [dns('')] }, host],
  [
    'a host that is permitted and excluded',
    false,
    { permitted: [dns('example')], excluded: [dns('leaf.example')] },
    host,
  ],
  ['hosts of a pattern', true, { permitted: [dns('leaf.example')] }, dns('*.leaf.example')],
  ['one host of a pattern', false, { permitted: [dns('a.leaf.example')] }, dns('*.leaf.example')],
  ['an excluded host of a pattern', false, { excluded: [dns('a.leaf.example')] }, dns('*.leaf.example')],
  ['hosts, beside an address', true, { permitted: [dns('b.example')] }, address('c0000201')],
  ['addresses that have it', true, { permitted: [address('c0000200ffffff00')] }, address('c0000201')],
  ['addresses that have it not', false, { permitted: [address('c0000200ffffff00')] }, address('c0000301')],
  ['addresses of version 6 alone', false, { permitted: [address('00'.repeat(32))] }, address('c0000201')],
  ['excluded addresses of version 6', true, { excluded: [address('00'.repeat(32))] }, address('c0000201')],
  ['excluded addresses', false, { excluded: [address('c0000000ffff0000')] }, address('c0000201')],
  [
    'addresses of version 6',
    true,
    { permitted: [address(`20010db8${'00'.repeat(12)}ffffffff${'00'.repeat(12)}`)] },
    address(`20010db8${'00'.repeat(11)}01`),
  ],
  ['its organisation', true, { permitted: [directory(['O', 'Quorate'])] }, host],
  [
    'its organisation in another spelling',
    true,
    { permitted: [directory(['O', ' quorate', TAG.printableString])] },
    host,
  ],
  ['another organisation', false, { permitted: [directory(['O', 'Other'])] }, host],
  ['its common name as an organisation', false, { permitted: [directory(['O', 'Leaf'])] }, host],
  ['its name and more', false, { permitted: [directory(['O', 'Quorate'], ['CN', 'Leaf'], ['CN', 'x'])] }, host],
  ['its organisation, excluded', false, { excluded: [directory(['O', 'QUORATE'])] }, host],
  [
    'another directory name than the alternative',
    false,
    { permitted: [directory(['O', 'Quorate'])] },
    directory(['O', 'Other']),
  ],
  ['e-mail addresses', false, { permitted: [email('leaf.example')] }, email('a@leaf.example')],
  ['excluded e-mail addresses', false, { excluded: [email('other.example')] }, email('a@leaf.example')],
  ['excluded e-mail addresses, beside none', true, { excluded: [email('leaf.example')] }, host],
  ['URIs', false, { permitted: [uri('leaf.example')] }, uri('https://leaf.example/')],
  ['other names', false, { excluded: [other] }, other],
  ['other names, beside none', true, { permitted: [other] }, host],
];

describe('core/trust/x509: name constraints', () => {
  for (const [what, isTaken, trees, alternative] of CONSTRAINED)
    it(`is ${isTaken ? 'taken' : 'refused'} where its authority constrains names to ${what}`, () => {
      const { chain } = withAuthority({ extensions: { nameConstraints: constraints(trees) } });
      const found = verifyPath(question([certificate(leaf, first, alt(alternative)), chain[1]!]));
      expect(placesOf(found)).to.deep.equal(isTaken ? [] : ['CERT_CHAIN_INVALID /0/constraint']);
    });

  it('compares no subject where there is none', () => {
    const critical = extension(ID.subjectAltName, sequence(host), true);
    const unnamed = certificate(leaf, first, { subject: sequence(), extensions: { subjectAltName: critical } });
    const trees = { permitted: [directory(['O', 'Other'])] };
    const { chain } = withAuthority({ extensions: { nameConstraints: constraints(trees) } });
    good(verifyPath(question([unnamed, chain[1]!])));
  });

  it('obeys the constraints of every authority, for the names of authorities too', () => {
    const of = (...bases: readonly Uint8Array[]): Parts => ({
      extensions: { nameConstraints: constraints({ permitted: bases }) },
    });
    good(verifyPath(long(of(dns('example')), of(dns('leaf.example')))));
    const refused = (asked: PathQuestion) => placesOf(verifyPath(asked));
    expect(refused(long(of(dns('other.example')), of(dns('leaf.example'))))).to.deep.equal([
      'CERT_CHAIN_INVALID /0/constraint',
    ]);
    expect(refused(long(of(dns('leaf.example')), of(dns('other.example'))))).to.deep.equal([
      'CERT_CHAIN_INVALID /0/constraint',
    ]);
    const above = long(of(directory(['O', 'Quorate'], ['CN', 'Leaf'])));
    expect(refused(above)).to.deep.equal(['CERT_CHAIN_INVALID /1/constraint']);
    const mailed = { subject: name(['O', 'Quorate'], ['E', 'a@leaf.example', TAG.ia5String]) };
    const authorityOfMail = ca(first, root, of(email('leaf.example')));
    expect(refused(question([certificate(leaf, first, mailed), authorityOfMail]))).to.deep.equal([
      'CERT_CHAIN_INVALID /0/constraint',
    ]);
  });

  it(`compares at most ${NAME_COMPARISONS_MAX} names with constraints, whatever their kinds`, () => {
    // 64 names with the subject, 64 and 65 constraints.
    const names = altNames(...Array.from({ length: 63 }, () => address('c0000201')));
    const pathOf = (count: number) => {
      const trees = { excluded: Array.from({ length: count }, (_, i) => dns(`a${i}.example`)) };
      const parts: Parts = { extensions: { nameConstraints: constraints(trees) } };
      return verifyPath(
        question([certificate(leaf, first, { extensions: { subjectAltName: names } }), ca(first, root, parts)]),
      );
    };
    good(pathOf(64));
    expect(issueOf(pathOf(65))).to.include({ path: '/0/constraint' });
  });
});
