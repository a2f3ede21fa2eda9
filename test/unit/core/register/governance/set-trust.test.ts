// Governance pins, removes and distrusts: each rule once kept and once broken, by the pipeline of validators.
import { expect } from 'chai';
import { DISTRUSTED_AT_ONCE_MAX, PIN_ENTRIES_MAX, PINS_MAX } from '../../../../../core/base/limits/ledger/trust.js';
import { checkOperation, type GovernanceOperation } from '../../../../../core/register/governance/operation.js';
import { pinnedLists, trustAsOf } from '../../../../../core/register/trust/as-of.js';
import { sortedEntries } from '../../../../../core/register/trust/pin.js';
import { approval, ballot, governed, judge, operation, proposal } from '../../../../support/register/governance.js';
import { alice, Ledger, owner } from '../../../../support/register/ledger.js';
import { anchor, anchors, byOwner, PinnedRows, pinning } from '../../../../support/register/trust.js';

const at = (member: string) => `/payload/operation/${member}`;
const KEY = { issuer: 'did:web:works.example', key: anchor('key') };
const SOURCE = { sha256: anchor('list'), issuedAt: '2026-01-02T00:00:00.000Z' };

describe('acts on whom a register trusts', () => {
  it('pin a list from their docket on, under a sequence number that rises', () => {
    const ledger = new Ledger();
    ledger.seal(byOwner(pinning('eu', 7, anchors('a', 'b'))));
    const { height } = ledger.state;
    const [list] = trustAsOf(ledger.view, height).lists('eu');
    expect(list).to.include({ id: 'eu', sequence: 7 });
    expect([list?.hasAnchor(anchor('a')), list?.hasAnchor(anchor('c'))]).to.deep.equal([true, false]);
    expect(trustAsOf(ledger.view, height - 1).lists('eu'), 'before it').to.deep.equal([]);
    for (const sequence of [6, 7])
      expect(judge(ledger, byOwner(pinning('eu', sequence)))).to.equal(`VAL_TRUST_001 ${at('sequence')}`);
    expect(judge(ledger, byOwner(pinning('eu', 8)))).to.equal('ok');
    expect(judge(ledger, byOwner(pinning('cy', 1))), 'of another list').to.equal('ok');
  });

  it('never bring a list back under a number that it had, removed or not', () => {
    const ledger = new Ledger();
    ledger.seal(byOwner(pinning('eu', 7)));
    const remove = () => byOwner(operation('remove-trust', { listId: 'eu' }));
    ledger.seal(remove());
    expect(pinnedLists(ledger.view)).to.deep.equal(new Set());
    expect(judge(ledger, remove()), 'twice').to.equal(`VAL_PERM_004 ${at('listId')}`);
    expect(judge(ledger, byOwner(pinning('eu', 7)))).to.equal(`VAL_TRUST_001 ${at('sequence')}`);
    ledger.seal(byOwner(pinning('eu', 8)));
    expect(pinnedLists(ledger.view)).to.deep.equal(new Set(['eu']));
  });

  it('pin as many lists as a register may have, and each of them anew', () => {
    const rows = new PinnedRows();
    for (let n = 0; n < PINS_MAX; n++) expect(rows.act(pinning(`list-${n}`, 1))).to.equal('ok');
    expect(rows.act(pinning('one-more', 1))).to.equal(`VAL_TRUST_002 ${at('listId')}`);
    expect(rows.act(pinning('list-3', 2))).to.equal('ok');
    expect(rows.act(operation('remove-trust', { listId: 'list-3' }))).to.equal('ok');
    expect(rows.act(pinning('one-more', 1))).to.equal('ok');
  });

  it('distrust for good, in every list that is or will be pinned', () => {
    const ledger = new Ledger();
    ledger.seal(byOwner(pinning('eu', 1, anchors('a', 'b'))));
    ledger.seal(byOwner(pinning('keys', 1, [KEY], { kind: 'keys' })));
    const before = ledger.state.height;
    const fallen = () => byOwner(operation('distrust', { hashes: sortedEntries([anchor('a'), KEY.key]) }));
    ledger.seal(fallen());
    expect(judge(ledger, fallen())).to.equal(`VAL_PERM_004 ${at('hashes')}`);
    ledger.seal(byOwner(pinning('eu', 2, anchors('a', 'b'))));
    const asOf = (height: number) => {
      const trust = trustAsOf(ledger.view, height);
      const [eu, keys] = ['eu', 'keys'].flatMap(trust.lists);
      const has = [eu?.hasAnchor(anchor('a')), eu?.hasAnchor(anchor('b')), keys?.hasKey(KEY.issuer, KEY.key)];
      return [...has, trust.isDistrusted(anchor('a')), trust.isDistrusted(anchor('b'))];
    };
    expect(asOf(before), 'gates that were judged before it stand').to.deep.equal([true, true, true, false, false]);
    for (const height of [before + 1, before + 2])
      expect(asOf(height)).to.deep.equal([false, true, false, true, false]);
  });

  it('are voted on as every other act', () => {
    const ledger = governed([alice, 'Admin']);
    const said = pinning('eu', 1);
    ledger.seal(proposal(said, [owner]));
    expect(pinnedLists(ledger.view).size, 'one of two').to.equal(0);
    const other = pinning('eu', 1, anchors('other'));
    ledger.seal(proposal(other, [owner]));
    ledger.seal(ballot(said, [approval(alice, said)], alice));
    expect(pinnedLists(ledger.view)).to.deep.equal(new Set(['eu']));
    const late = ballot(other, [approval(alice, other)], alice);
    expect(judge(ledger, late), 'what was proposed beside it under the same number').to.equal(
      `VAL_TRUST_001 ${at('sequence')}`,
    );
  });

  const GOOD: Readonly<Record<string, GovernanceOperation>> = {
    anchors: pinning('eu', 1, anchors('a', 'b')),
    'a list that another one points to': pinning('eu/CY', 1),
    'anchors of an organisation': pinning('tenant:0d3c2b1a-0000-4000-8000-000000000000', 1),
    keys: pinning('works', 1, [KEY], { kind: 'keys' }),
    'where it is from': pinning('eu', 1, anchors('a'), {
      source: { ...SOURCE, nextUpdate: '2026-07-01T00:00:00.000Z', url: 'https://lists.example/eu.xml' },
      assurance: 'High',
    }),
    'as many entries as a list may have': pinning('eu', 1, many(PIN_ENTRIES_MAX)),
    'as many hashes as an act may have': operation('distrust', { hashes: many(DISTRUSTED_AT_ONCE_MAX) }),
  };
  for (const [name, said] of Object.entries(GOOD))
    it(`have their form: ${name}`, () => {
      expect(checkOperation(said)).to.deep.equal([]);
    });

  const BAD: readonly (readonly [string, string, object])[] = [
    ['an id with a space', 'listId', { listId: 'e u' }],
    ['an id that is too long', 'listId', { listId: 'e'.repeat(65) }],
    ['a kind that is not known', 'kind', { kind: 'pgp' }],
    ['number 0', 'sequence', { sequence: 0 }],
    ['a number with a fraction', 'sequence', { sequence: 1.5 }],
    ['no entry', 'entries', { entries: [] }],
    ['an entry too many', 'entries', { entries: many(PIN_ENTRIES_MAX + 1) }],
    ['an entry twice', 'entries', { entries: [anchor('a'), anchor('a')] }],
    ['entries in another order', 'entries', { entries: [...anchors('a', 'b')].reverse() }],
    ['an entry in upper case', 'entries', { entries: [anchor('a').toUpperCase()] }],
    ['keys among anchors', 'entries', { entries: [KEY] }],
    ['anchors among keys', 'entries', { kind: 'keys' }],
    ['a key with a member too many', 'entries', { kind: 'keys', entries: [{ ...KEY, more: 1 }] }],
    ['a key whose issuer has a space', 'entries', { kind: 'keys', entries: [{ ...KEY, issuer: 'a b' }] }],
    ['a key whose issuer is too long', 'entries', { kind: 'keys', entries: [{ ...KEY, issuer: 'a'.repeat(257) }] }],
    ['a key that is none', 'entries', { kind: 'keys', entries: [{ ...KEY, key: 'ff' }] }],
    ['a source without a hash', 'source', { source: { ...SOURCE, sha256: 'ff' } }],
    ['a source without a time', 'source', { source: { ...SOURCE, issuedAt: 'today' } }],
    ['a source with a wrong end', 'source', { source: { ...SOURCE, nextUpdate: 'never' } }],
    ['a source with an endless address', 'source', { source: { ...SOURCE, url: `https:${'/'.repeat(2048)}` } }],
    ['a source with a member too many', 'source', { source: { ...SOURCE, more: 1 } }],
    ['a level that is not known', 'assurance', { assurance: 'Total' }],
  ];
  for (const [name, member, members] of BAD)
    it(`are refused with ${name}`, () => {
      const problems = checkOperation({ ...pinning('eu', 1), ...members });
      expect(problems.map(({ code, path }) => `${code} ${path}`)).to.deep.equal([
        `VAL_STRUCT_011 /operation/${member}`,
      ]);
    });

  it('distrust hashes alone, each once, and not too many at once', () => {
    for (const hashes of [[], ['ff'], [anchor('a'), anchor('a')], many(DISTRUSTED_AT_ONCE_MAX + 1)]) {
      const problems = checkOperation(operation('distrust', { hashes }));
      expect(problems.map(({ path }) => path)).to.deep.equal(['/operation/hashes']);
    }
  });
});

function many(count: number) {
  return anchors(...Array.from({ length: count }, (_, n) => `entry ${n}`)) as readonly string[];
}
