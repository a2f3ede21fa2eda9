// A trust policy accepts an issuer by one source or by all, for the level that they confer; each condition is missed
// once.
import { expect } from 'chai';
import { toBase64Url, utf8 } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import type { Json } from '../../../../core/base/json.js';
import { ANCHORS_OF_A_NAME_MAX } from '../../../../core/base/limits/ledger/certificates.js';
import { evaluateTrust, type ShownIssuer, type TrustList, type TrustView } from '../../../../core/trust/policy.js';
import { trustPolicyOf } from '../../../../core/trust/policy-form.js';
import { good } from '../../../support/base/good.js';
import { issuesOf, placesOf } from '../../../support/base/results.js';
import { AT_MS, altNames, certificate, dns, type Party, partyOf } from '../../../support/certificates/certificates.js';
import { anchor, anchorOf, leaf, second, uri, withLeaf } from '../../../support/certificates/paths.js';

const keyHash = sha256Hex(leaf.spki);
const jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: toBase64Url(leaf.spki.subarray(27, 59)),
  y: toBase64Url(leaf.spki.subarray(59)),
};
const didOf = (value: object) => `did:jwk:${toBase64Url(utf8(JSON.stringify(value)))}`;
const did = didOf(jwk);

const listOf = (id: string, more: Partial<TrustList> = {}): TrustList => ({
  ...{ id, sequence: 7, nextUpdateMs: AT_MS },
  ...{
    hasAnchor: (hash) => hash === anchor.hash,
    hasKey: (issuer, hash) => issuer === 'did:web:a.example' && hash === keyHash,
  },
  ...more,
});
const VIEW: TrustView = {
  tenantList: listOf('tenant:o'),
  lists: (id) => (id === 'eu' ? [listOf(id)] : []),
  issuerOf: (hash) => (hash === keyHash ? { participantId: 'p', did: 'did:quorate:w:p' } : undefined),
  isDistrusted: () => false,
  isStrict: false,
};
const BY_CHAIN: ShownIssuer = {
  chain: withLeaf({ extensions: { subjectAltName: altNames(dns('leaf.example'), uri('urn:x')) } }).chain,
  anchors: [anchor],
};
const byKey = (issuer: string, spki = leaf.spki): ShownIssuer => ({ issuer, spki });

const judge = (policy: Json, shown: ShownIssuer = BY_CHAIN, view: Partial<TrustView> = {}, atMs = AT_MS) =>
  evaluateTrust(good(trustPolicyOf(policy)), { shown, view: { ...VIEW, ...view }, atMs });
const one = (source: Json, ...more: readonly [ShownIssuer?, Partial<TrustView>?, number?]) =>
  judge({ sources: [source] }, ...more);
const tenant = { kind: 'x509-tenant' };
const lotl = { kind: 'x509-lotl', trustListId: 'eu' };
const register = { kind: 'register' };
const allow = (...allowedIssuers: readonly string[]) => ({ kind: 'did-allowlist', allowedIssuers });

type Row = readonly [what: string, place: string, ReturnType<typeof judge>];
const REFUSED: readonly Row[] = [
  [
    'an anchor that is not in the list',
    '/sources/0/1/anchor',
    one(tenant, BY_CHAIN, { tenantList: listOf('t', { hasAnchor: () => false }) }),
  ],
  [
    'an anchor that is not shown',
    '/sources/0/1/anchor',
    one(tenant, { ...BY_CHAIN, anchors: [anchorOf(second)] } as ShownIssuer),
  ],
  [
    'a distrusted anchor',
    '/sources/0/1/anchor',
    one(tenant, BY_CHAIN, { isDistrusted: (hash) => hash === anchor.hash }),
  ],
  ['a distrusted key', '/sources/0', one(register, BY_CHAIN, { isDistrusted: (hash) => hash === keyHash })],
  ['a path that does not hold', '/sources/0/0/date', one(tenant, BY_CHAIN, {}, Date.parse('2031-01-01'))],
  ['no certificate', '/sources/0/der', one(tenant, { chain: [], anchors: [anchor] })],
  ['no list of the organisation', '/sources/0/trustListId', one(tenant, BY_CHAIN, { tenantList: undefined })],
  ['an unknown list', '/sources/0/trustListId', one({ ...lotl, trustListId: 'us' })],
  ['no list named', '/sources/0/trustListId', one({ kind: 'x509-lotl' })],
  ['a stale list where that counts', '/sources/0/trustListId', one(lotl, BY_CHAIN, { isStrict: true }, AT_MS + 1)],
  [
    'a stale list where the policy is strict',
    '/sources/0/trustListId',
    judge({ sources: [lotl], strict: true }, BY_CHAIN, {}, AT_MS + 1),
  ],
  [
    'a pinned anchor that is not shown',
    '/sources/0/1/anchor',
    one({ ...tenant, anchors: ['ab'.repeat(32)] }, BY_CHAIN, { tenantList: undefined }),
  ],
  [
    'a pinned anchor that is distrusted',
    '/sources/0/1/anchor',
    one({ ...tenant, anchors: [anchor.hash] }, BY_CHAIN, { isDistrusted: (hash) => hash === anchor.hash }),
  ],
  ['a pinned anchor, and a name with a key', '/sources/0', one({ ...tenant, anchors: [anchor.hash] }, byKey('x'))],
  ['a key that is not in the list', '/sources/0', one(lotl, byKey('did:web:b.example'))],
  [
    'a host above an allowed one',
    '/sources/0/allowedIssuers',
    one({ ...tenant, allowedIssuers: ['example', 'a.leaf.example'] }),
  ],
  ['an empty list of allowed issuers', '/sources/0/allowedIssuers', one({ ...tenant, allowedIssuers: [] })],
  ['a key without a record', '/sources/0', one(register, byKey('x', second.spki))],
  ['a record, and a certificate that has expired', '/sources/0', one(register, BY_CHAIN, {}, Date.parse('2031-01-01'))],
  [
    'a record, and a certificate that is not valid yet',
    '/sources/0',
    one(register, BY_CHAIN, {}, Date.parse('2019-01-01')),
  ],
  [
    'another participant than the allowed one',
    '/sources/0/allowedIssuers',
    one({ ...register, allowedIssuers: ['q'] }),
  ],
  ['a DID of another key', '/sources/0', one(allow(did), byKey(did, second.spki))],
  ['a DID that is not named', '/sources/0/allowedIssuers', one(allow('did:web:a.example'), byKey(did))],
  ['DIDs of which none is named', '/sources/0/allowedIssuers', one({ kind: 'did-allowlist' }, byKey(did))],
  ['a DID beside certificates', '/sources/0', one(allow(did))],
  [
    'did:web with a document of another key',
    '/sources/0',
    one(allow('did:web:a.example'), byKey('did:web:a.example', second.spki), {
      hasDocumentKey: (_, hash) => hash === keyHash,
    }),
  ],
  [
    'another DID method with such a document',
    '/sources/0',
    one(allow('did:example:a'), byKey('did:example:a'), { hasDocumentKey: () => true }),
  ],
  ['did:web without a list', '/sources/0', one(allow('did:web:a.example'), byKey('did:web:a.example'))],
  [
    'did:web with another key',
    '/sources/0',
    one({ ...allow('did:web:a.example'), trustListId: 'eu' }, byKey('did:web:a.example', second.spki)),
  ],
  [
    'another DID with a key of the list',
    '/sources/0',
    one({ ...allow('did:x:a'), trustListId: 'eu' }, byKey('did:x:a'), {
      lists: () => [listOf('eu', { hasKey: () => true })],
    }),
  ],
  [
    'the DID of a record with another key',
    '/sources/0',
    one(allow('did:quorate:w:p'), byKey('did:quorate:w:p', second.spki)),
  ],
  [
    'a level that is too low',
    '/minAssuranceLevel',
    judge({ sources: [{ ...tenant, confersAssurance: 'Substantial' }], minAssuranceLevel: 'High' }),
  ],
  [
    'a first source of too low a level',
    '/minAssuranceLevel',
    judge({ sources: [tenant, { ...lotl, confersAssurance: 'High' }], minAssuranceLevel: 'High' }),
  ],
  [
    'one of all sources that does not accept',
    '/sources/1/trustListId',
    judge({ sources: [tenant, { ...lotl, trustListId: 'us' }], combinator: 'allOf' }),
  ],
  [
    'the lowest level of all sources',
    '/minAssuranceLevel',
    judge({
      sources: [{ ...tenant, confersAssurance: 'High' }, lotl],
      combinator: 'allOf',
      minAssuranceLevel: 'Substantial',
    }),
  ],
];

describe('core/trust/policy', () => {
  it('accepts by each kind of source, and says by what', () => {
    const listed = { isStale: false, level: 'Low' };
    for (const [source, shown, evidence] of [
      [tenant, BY_CHAIN, { kind: 'x509-tenant', trustListId: 'tenant:o#7', anchor: anchor.hash, ...listed }],
      [lotl, BY_CHAIN, { kind: 'x509-lotl', trustListId: 'eu#7', anchor: anchor.hash, ...listed }],
      [lotl, byKey('did:web:a.example'), { kind: 'x509-lotl', trustListId: 'eu#7', ...listed }],
      [register, BY_CHAIN, { kind: 'register', level: 'Low' }],
      [register, byKey('x'), { kind: 'register', level: 'Low' }],
      [allow(did), byKey(did), { kind: 'did-allowlist', level: 'Low' }],
      [allow('did:quorate:w:p'), byKey('did:quorate:w:p'), { kind: 'did-allowlist', level: 'Low' }],
      [
        { ...allow('did:web:a.example'), trustListId: 'eu' },
        byKey('did:web:a.example'),
        { kind: 'did-allowlist', level: 'Low' },
      ],
    ] as const)
      expect(one(source, shown)).to.deep.equal({ level: 'Low', evidence: [evidence] });
  });

  it('takes a did:web by a key that its document has', () => {
    const hasDocumentKey = (name: string, hash: string) => name === 'did:web:a.example' && hash === keyHash;
    const taken = one(allow('did:web:a.example'), byKey('did:web:a.example'), { hasDocumentKey });
    expect(taken).to.deep.equal({ level: 'Low', evidence: [{ kind: 'did-allowlist', level: 'Low' }] });
  });

  it('takes an allowed issuer by each of its names', () => {
    for (const name of ['leaf.example', 'urn:x', keyHash]) good(one({ ...tenant, allowedIssuers: ['other', name] }));
    for (const name of ['p', 'did:quorate:w:p', keyHash]) good(one({ ...register, allowedIssuers: [name] }));
  });

  it('takes the level of the first source that accepts, or the lowest of all', () => {
    const high = { ...lotl, confersAssurance: 'High' };
    expect(good(judge({ sources: [{ ...lotl, trustListId: 'us' }, high] })).level).to.equal('High');
    expect(good(judge({ sources: [tenant, high], combinator: 'anyOf' })).evidence.length).to.equal(1);
    const all = good(
      judge({
        sources: [high, { ...tenant, confersAssurance: 'Substantial' }],
        combinator: 'allOf',
        minAssuranceLevel: 'Substantial',
      }),
    );
    expect([all.level, all.evidence.map(({ kind }) => kind)]).to.deep.equal([
      'Substantial',
      ['x509-lotl', 'x509-tenant'],
    ]);
  });

  it('confers no more than governance gave the list', () => {
    const given = (assurance: 'Substantial' | 'High') => {
      const tenantList = listOf('tenant:o', { assurance });
      return good(one({ ...tenant, confersAssurance: 'High' }, BY_CHAIN, { tenantList })).level;
    };
    expect(given('Substantial')).to.equal('Substantial');
    expect(given('High')).to.equal('High');
    const low = { tenantList: listOf('tenant:o', { assurance: 'High' }) };
    expect(good(one(tenant, BY_CHAIN, low)).level, 'and no more than the policy').to.equal('Low');
  });

  it('says that a list is stale where that does not count', () => {
    expect(good(one(lotl, BY_CHAIN, {}, AT_MS + 1)).evidence[0]).to.include({ isStale: true });
    good(one(lotl, BY_CHAIN, { isStrict: true }));
    for (const at of ['2020-01-01', '2030-01-01']) good(one(register, BY_CHAIN, {}, Date.parse(at)));
    good(one(tenant, BY_CHAIN, { isStrict: true, tenantList: { ...listOf('t'), nextUpdateMs: undefined as never } }));
  });

  for (const [what, place, refused] of REFUSED)
    it(`refuses ${what}: ${place}`, () => {
      expect(placesOf(refused)).to.deep.equal([`CREDENTIAL_REFUSED ${place}`]);
    });

  it('takes an anchor that the policy pins, without a list and beside a stale one', () => {
    const pinned = { ...lotl, anchors: [anchor.hash] };
    const evidence = { kind: 'x509-lotl', level: 'Low', anchor: anchor.hash };
    expect(good(one(pinned, BY_CHAIN, { lists: () => [] })).evidence).to.deep.equal([evidence]);
    expect(good(judge({ sources: [pinned], strict: true }, BY_CHAIN, {}, AT_MS + 1)).evidence).to.deep.equal([
      evidence,
    ]);
    expect(good(one(pinned)).evidence).to.deep.equal([{ ...evidence, trustListId: 'eu#7', isStale: false }]);
  });

  it('takes a list of lists for those of its territories, each by its own name and date', () => {
    const parts = [
      listOf('eu', { hasAnchor: () => false }),
      listOf('eu/CY', { nextUpdateMs: AT_MS - 1 }),
      listOf('eu/DE', { sequence: 9 }),
    ];
    const lists = (id: string) => (id === 'eu' ? parts : []);
    const listIn = (more: object) => good(judge({ sources: [lotl], ...more }, BY_CHAIN, { lists })).evidence[0];
    expect(listIn({})).to.include({ trustListId: 'eu/CY#7', isStale: true });
    expect(listIn({ strict: true })).to.include({ trustListId: 'eu/DE#9', isStale: false });
  });

  it('judges a chain once for all sources, and tries no more anchors than may have one name', () => {
    const ids = Array.from({ length: 100 }, (_, i) => `list-${i}`);
    const strangers = ids.map(() => anchorOf(partyOf('Root')));
    // Each list has an anchor of its own under the name of the last issuer; the last one has the right one.
    const hashes = [...strangers.slice(1).map(({ hash }) => hash), anchor.hash];
    const lists = (id: string) => [listOf(id, { hasAnchor: (hash) => hash === hashes[ids.indexOf(id)] })];
    const sources = ids.map((trustListId) => ({ kind: 'x509-lotl', trustListId }));
    const shown = { ...BY_CHAIN, anchors: [...strangers, anchor] } as ShownIssuer;
    expect(placesOf(judge({ sources }, shown, { lists })).at(-1)).to.equal('CREDENTIAL_REFUSED /sources/99/1/anchor');
    const few = sources.slice(-ANCHORS_OF_A_NAME_MAX);
    expect(good(judge({ sources: few }, shown, { lists })).evidence[0]).to.include({ anchor: anchor.hash });
    // A path of four certificates on P-521 takes 13 milliseconds, and was taken for each source.
    const [root, one, two, three] = ['R', 'A', 'B', 'C'].map((name) => partyOf(name, 'P-521')) as [
      Party,
      Party,
      Party,
      Party,
    ];
    const chain = [
      certificate(partyOf('Leaf'), three),
      certificate(three, two, {}, 'authority'),
      certificate(two, one, {}, 'authority'),
      certificate(one, root, {}, 'authority'),
    ];
    const top = anchorOf(root);
    const named = sources.map((source) => ({ ...source, allowedIssuers: ['nobody'] }));
    const before = process.cpuUsage().user;
    const refused = judge(
      { sources: named },
      { chain, anchors: [top] },
      { lists: (id) => [listOf(id, { hasAnchor: () => true })] },
    );
    expect(placesOf(refused).at(-1)).to.equal('CREDENTIAL_REFUSED /sources/99/allowedIssuers');
    expect((process.cpuUsage().user - before) / 1000).to.be.lessThan(500);
  });

  it('tells of every source why it does not accept', () => {
    const refused = judge({ sources: [{ kind: 'x509-lotl' }, allow(did)] });
    expect(placesOf(refused)).to.deep.equal([
      'CREDENTIAL_REFUSED /sources/0/trustListId',
      'CREDENTIAL_REFUSED /sources/1',
    ]);
  });

  it('is of a form, with defaults', () => {
    expect(good(trustPolicyOf({ sources: [register], combinator: null }))).to.deep.equal({
      ...{ sources: [{ kind: 'register', confersAssurance: 'Low' }], combinator: 'anyOf', minAssuranceLevel: 'Low' },
      isStrict: false,
    });
    const pinned = { ...tenant, anchors: [anchor.hash] };
    expect(good(trustPolicyOf({ sources: [pinned], strict: true }))).to.deep.include({
      ...{ sources: [{ ...pinned, confersAssurance: 'Low' }], isStrict: true },
    });
    const bad: readonly (readonly [Json, string])[] = [
      [null, '/sources'],
      [{}, '/sources'],
      [{ sources: [] }, '/sources'],
      [{ sources: Array(101).fill(register) }, '/sources'],
      [{ sources: [register], combinator: 'someOf' }, '/combinator'],
      [{ sources: [register], minAssuranceLevel: 'Highest' }, '/minAssuranceLevel'],
      [{ sources: [register, 'register'] }, '/sources/1'],
      [{ sources: [{ kind: 'x' }] }, '/sources/0'],
      [{ sources: [{ ...register, confersAssurance: 3 }] }, '/sources/0'],
      [{ sources: [{ ...register, allowedIssuers: 'a' }] }, '/sources/0'],
      [{ sources: [{ ...register, allowedIssuers: [1] }] }, '/sources/0'],
      [{ sources: [{ ...register, trustListId: 1 }] }, '/sources/0'],
      [{ sources: [{ ...tenant, anchors: anchor.hash }] }, '/sources/0'],
      [{ sources: [{ ...tenant, anchors: [anchor.hash.toUpperCase()] }] }, '/sources/0'],
      [{ sources: [{ ...tenant, anchors: Array(65).fill(anchor.hash) }] }, '/sources/0'],
      [{ sources: [register], strict: 'yes' }, '/strict'],
    ];
    for (const [policy, place] of bad)
      expect(issuesOf(trustPolicyOf(policy)), place).to.have.nested.property('[0].path', place);
  });
});
