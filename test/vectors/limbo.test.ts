// Paths of x509-limbo, each with its published verdict, or in the list of those that are judged otherwise here and why.
// Its chains are in no order, so the test tries the orders that names allow: the rule itself searches for none.
import { expect } from 'chai';
import { equalBytes, fromBase64 } from '../../core/base/bytes.js';
import { PATH_CERTIFICATES_MAX } from '../../core/base/limits/ledger/certificates.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { readAnchor, readCertificate, type X509Certificate } from '../../core/trust/x509/certificate.js';
import { refusalsOf } from '../../core/trust/x509/malformed.js';
import { NameComparisons } from '../../core/trust/x509/name-constraints.js';
import { type Path, type PathQuestion, verifyPath } from '../../core/trust/x509/path.js';
import { gunzippedLines } from './lines.js';

interface Case {
  readonly id: string;
  readonly expected: boolean;
  readonly peer: string;
  readonly between: readonly string[];
  readonly trusted: readonly string[];
  readonly at?: string;
  readonly name?: readonly ['DNS' | 'IP', string];
  readonly purpose?: readonly ('serverAuth' | 'clientAuth')[];
}

const CASES = gunzippedLines<Case>('x509/limbo.jsonl.gz');

const PURPOSES = { serverAuth: '1.3.6.1.5.5.7.3.1', clientAuth: '1.3.6.1.5.5.7.3.2' };
/** Orders that are tried of one case. */
const ORDERS_MAX = 50;

/** Taken here although limbo refuses them: reason, then the cases. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'an anchor gives name and key, and no constraint of its own is judged': [
    ...['permitted-dns-match-noncritical', 'excluded-dns-match-second', 'permitted-ip-mismatch', 'excluded-ipv4-match'],
    ...['excluded-ipv6-match', 'excluded-self-issued-leaf', 'excluded-match-permitted-and-excluded'],
    ...['invalid-dnsname-wildcard', 'invalid-dnsname-leading-period', 'invalid-ipv4-address', 'invalid-ipv6-address'],
    ...['invalid-email-address', 'intermediate-with-san-rejected-by-root-nc'],
  ].map((id) => `rfc5280::nc::${id}`),
  'an anchor gives name and key, and nothing else of it is judged': [
    ...['aki::critical-aki', 'aki::cross-signed-root-missing-aki', 'ski::critical-ski', 'ski::root-missing-ski'],
    ...['validity::expired-root', 'unknown-critical-extension-root', 'root-missing-basic-constraints'],
    ...['root-non-critical-basic-constraints', 'root-inconsistent-ca-extensions'],
  ].map((id) => `rfc5280::${id}`),
  'the same, of roots of the web': [
    ...['aki::root-with-aki-missing-keyidentifier', 'aki::root-with-aki-authoritycertissuer'],
    ...[
      'aki::root-with-aki-authoritycertserialnumber',
      'aki::root-with-aki-all-fields',
      'aki::root-with-aki-ski-mismatch',
    ],
    ...['eku::root-has-eku', 'forbidden-rsa-not-divisible-by-8-in-root'],
  ].map((id) => `webpki::${id}`),
  'common names are for people, so the web has no say in which stand beside the alternative names': [
    ...['ipv4-hex-mismatch', 'ipv4-leading-zeros-mismatch', 'ipv6-uppercase-mismatch', 'ipv6-uncompressed-mismatch'],
    ...['ipv6-non-rfc5952-mismatch', 'punycode-not-in-san', 'utf8-vs-punycode-mismatch', 'not-in-san', 'case-mismatch'],
  ].map((id) => `webpki::cn::${id}`),
  'a rule of the web alone: key usages, public suffixes, sizes of keys, addresses of issuers': [
    ...['eku::ee-anyeku', 'eku::ee-critical-eku', 'eku::ee-without-eku', 'san::public-suffix-multi-label-wildcard-san'],
    ...[
      'san::public-suffix-private-namespace-wildcard-san',
      'san::san-critical-with-nonempty-subject',
      'malformed-aia',
    ],
    'forbidden-rsa-key-not-divisible-by-8-in-leaf',
  ].map((id) => `webpki::${id}`),
  'the number of certificates is fixed, and no caller lowers it': [
    'pathlen::max-chain-depth-0-exhausted',
    'pathlen::max-chain-depth-1-exhausted',
  ],
};

/** Refused here although limbo takes them. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'constrained e-mail addresses are not compared': [
    ...['exact', 'domain', 'literal-asterisk-exact-match', 'literal-double-asterisk', 'literal-mid-asterisk'],
  ].map((id) => `rfc5280::nc::nc-permits-email-${id}`),
  'a leaf is no authority': ['rfc5280::ca-as-leaf', 'pathlen::validation-ignores-pathlen-in-leaf'],
  'a certificate ends with its last second, not within it': ['rfc5280::validity::notafter-fractional'],
};

const bytesOf = (text: string): Uint8Array => fromBase64(text)!;
const readAll = <T>(texts: readonly string[], read: (der: Uint8Array) => Result<T>): readonly T[] =>
  texts.map((text) => read(bytesOf(text))).filter((result) => !isFailure(result)) as readonly T[];

function addressHex(text: string): string {
  if (!text.includes(':')) return Buffer.from(text.split('.').map(Number)).toString('hex');
  const [head = [], tail = []] = text.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = text.includes('::') ? Array<string>(8 - head.length - tail.length).fill('') : [];
  return [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join('');
}

function questionOf({ trusted, at = '2026-06-29T00:00:00Z', name, purpose }: Case): Omit<PathQuestion, 'chain'> {
  const [kind, value = ''] = name ?? [];
  const asked =
    kind === 'DNS'
      ? ({ kind: 'dns', value, isPatternTaken: true } as const)
      : { kind: 'ip' as const, value: addressHex(value) };
  return {
    ...{ anchors: readAll(trusted, readAnchor), atMs: Date.parse(at) },
    ...(kind && { name: asked }),
    ...(purpose && { purpose: PURPOSES[purpose[0]!] }),
  };
}

/** The first path that holds, in the orders that names allow. */
function pathOf(given: Case): Path | undefined {
  const question = questionOf(given);
  const between = readAll(given.between, readCertificate);
  let left = ORDERS_MAX;
  const continued = (chain: readonly X509Certificate[], peer: Uint8Array): Path | undefined => {
    if (left-- <= 0) return undefined;
    const [, ...above] = chain;
    const found = verifyPath({ chain: [peer, ...above.map(({ der }) => der)], ...question });
    const last = chain.at(-1);
    if (!isFailure(found)) return found;
    if (last === undefined || chain.length === PATH_CERTIFICATES_MAX) return undefined;
    for (const next of between) {
      if (chain.includes(next) || !equalBytes(next.subject.bytes, last.issuer.bytes)) continue;
      const longer = continued([...chain, next], peer);
      if (longer) return longer;
    }
    return undefined;
  };
  return continued(readAll([given.peer], readCertificate), bytesOf(given.peer));
}

const reasonOf = (lists: Readonly<Record<string, readonly string[]>>, id: string) =>
  Object.keys(lists).find((reason) => lists[reason]!.includes(id));

describe('vectors: x509-limbo', () => {
  it('has all cases that have no revocation list, and no exception for another', () => {
    expect(CASES.length).to.equal(186);
    const excepted = [...Object.values(TAKEN), ...Object.values(REFUSED)].flat();
    const ids = CASES.map(({ id }) => id);
    expect(excepted.filter((id) => !ids.includes(id))).to.deep.equal([]);
    expect(excepted.length).to.equal(56);
  });

  for (const given of CASES) {
    const { id, expected } = given;
    const reason = reasonOf(expected ? REFUSED : TAKEN, id);
    it(`${id}${reason === undefined ? '' : `: ${reason}`}`, () => {
      expect(pathOf(given) !== undefined).to.equal(reason === undefined ? expected : !expected);
    }).timeout(20_000);
  }

  // The same rules where an authority of the path, and not its anchor, has the constraints.
  for (const given of CASES.filter(({ id }) => id.startsWith('rfc5280::nc::') && reasonOf(TAKEN, id) !== undefined))
    it(`${given.id}, were its anchor an authority of the path: refused`, () => {
      const path = pathOf(given)!;
      const refused = refusalsOf(
        () => '',
        () => {
          const root = readCertificate(bytesOf(given.trusted[0]!));
          if (isFailure(root)) return root;
          const names = new NameComparisons();
          for (const [at, one] of path.certificates.entries())
            names.demandAllowed(one, [...path.certificates.slice(at + 1), root]);
          return undefined;
        },
      );
      expect(isFailure(refused)).to.equal(true);
    });
});
