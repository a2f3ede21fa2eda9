// Whom a register trusts as of a height: never changed by what is sealed later, in whatever order acts come, and proven
// to outsiders under one root.
import { expect } from 'chai';
import fc from 'fast-check';
import type { GovernanceOperation } from '../../../../../core/register/governance/operation.js';
import { pinsAsOf, proofOf, type TrustAsOf, trustAsOf, trustRootAt } from '../../../../../core/register/trust/as-of.js';
import type { PinEntry } from '../../../../../core/register/trust/pin.js';
import { EMPTY_TRUST_ROOT, rootOfProof } from '../../../../../core/register/trust/root.js';
import { operation } from '../../../../support/register/governance.js';
import { Ledger } from '../../../../support/register/ledger.js';
import { anchor, anchors, byOwner, PinnedRows, pinning } from '../../../../support/register/trust.js';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const LISTS = ['cy', 'eu', 'eu/CY', 'works'];

/** An act by three numbers; sequence numbers rise by themselves. */
function acted(listAt: number, kindAt: number, names: readonly string[], sequence: number): GovernanceOperation {
  const listId = LISTS[listAt] as string;
  const entries = names.length === 0 ? anchors('a') : anchors(...names);
  if (kindAt === 0) return operation('remove-trust', { listId });
  if (kindAt === 1) return operation('distrust', { hashes: [anchor(names[0] ?? 'a')] });
  return pinning(listId, sequence, entries);
}

const ACTS = fc.array(fc.tuple(fc.nat(3), fc.nat(5), fc.subarray(NAMES)), { maxLength: 12 });

const listIn = ({ lists }: Pick<TrustAsOf, 'lists'>, id: string) => lists(id).find((list) => list.id === id);

/** All that a view tells as of a height. */
function told({ view }: Pick<PinnedRows, 'view'>, height: number) {
  const trust = trustAsOf(view, height);
  return {
    root: trust.root,
    lists: LISTS.map((id) => {
      const list = listIn(trust, id);
      return list && [list.sequence, ...NAMES.map((name) => list.hasAnchor(anchor(name)))];
    }),
    distrusted: NAMES.map((name) => trust.isDistrusted(anchor(name))),
    pins: pinsAsOf(view, height),
  };
}

/** Acts that may be made, each in a docket; what may not leaves one without. */
function enacted(
  acts: readonly (readonly [number, number, readonly string[]])[],
  each: (now: PinnedRows) => void = () => {},
): PinnedRows {
  const rows = new PinnedRows();
  for (const [i, [listAt, kindAt, names]] of acts.entries()) {
    if (rows.act(acted(listAt, kindAt, names, i + 1)) !== 'ok') rows.put();
    each(rows);
  }
  return rows;
}

describe('trust as of a height', () => {
  it('is told alike for ever, whatever is sealed later', () => {
    fc.assert(
      fc.property(ACTS, (acts) => {
        const then = [told(new PinnedRows(), 0)];
        const rows = enacted(acts, (now) => then.push(told(now, now.height)));
        for (const [height, before] of then.entries()) expect(told(rows, height)).to.deep.equal(before);
      }),
      { numRuns: 40 },
    );
  });

  it('proves each entry that counts under the root, and no other one', () => {
    fc.assert(
      fc.property(ACTS, (acts) => {
        const { view, height: tip } = enacted(acts);
        for (let height = 0; height <= tip; height++) {
          const root = trustRootAt(view, height);
          const trust = trustAsOf(view, height);
          for (const listId of LISTS)
            for (const name of NAMES) {
              const proof = proofOf(view, { listId, entry: anchor(name), height });
              expect(proof !== undefined).to.equal(listIn(trust, listId)?.hasAnchor(anchor(name)) === true);
              if (proof) expect(rootOfProof(proof)).to.equal(root);
            }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is one whatever the order of acts on several lists', () => {
    const acts = [
      pinning('eu', 3, anchors('a', 'b')),
      pinning('cy', 1),
      operation('distrust', { hashes: [anchor('a')] }),
    ];
    const ends = [acts, [...acts].reverse(), [acts[1]!, acts[2]!, acts[0]!]].map((order) => {
      const rows = new PinnedRows();
      for (const said of order) expect(rows.act(said)).to.equal('ok');
      return told(rows, rows.height);
    });
    expect(ends[1]).to.deep.equal(ends[0]);
    expect(ends[2]).to.deep.equal(ends[0]);
  });

  it('has a root before anything is pinned', () => {
    const ledger = new Ledger();
    expect(trustRootAt(ledger.view, ledger.state.height)).to.equal(EMPTY_TRUST_ROOT);
    ledger.seal(byOwner(pinning('eu', 1)));
    ledger.seal(byOwner(operation('remove-trust', { listId: 'eu' })));
    expect(trustRootAt(ledger.view, ledger.state.height)).to.equal(EMPTY_TRUST_ROOT);
  });

  it('tells when a list is stale, what it confers at most, and keys by the name of their issuer', () => {
    const ledger = new Ledger();
    const source = {
      sha256: anchor('x'),
      issuedAt: '2026-01-01T00:00:00.000Z',
      nextUpdate: '2026-07-01T00:00:00.000Z',
    };
    ledger.seal(byOwner(pinning('eu', 1, anchors('a'), { source, assurance: 'Substantial' })));
    const entries: readonly PinEntry[] = [{ issuer: 'did:web:works.example', key: anchor('key') }];
    ledger.seal(byOwner(pinning('works', 1, entries, { kind: 'keys' })));
    const trust = trustAsOf(ledger.view, ledger.state.height);
    expect(listIn(trust, 'eu')).to.include({ nextUpdateMs: Date.parse(source.nextUpdate), assurance: 'Substantial' });
    const works = listIn(trust, 'works');
    expect(works).to.not.have.any.keys('nextUpdateMs', 'assurance');
    expect(works?.hasKey('did:web:works.example', anchor('key'))).to.equal(true);
    expect(works?.hasKey('did:web:other.example', anchor('key'))).to.equal(false);
    expect(works?.hasKey('did:web:works.example', anchor('other'))).to.equal(false);
    expect(works?.hasAnchor(anchor('key'))).to.equal(false);
  });

  it('is proven by what the list says, its place and all hashes beside the way', () => {
    const ledger = new Ledger();
    ledger.seal(byOwner(pinning('cy', 1)));
    ledger.seal(byOwner(pinning('eu', 2, anchors('a', 'b', 'c'), { assurance: 'Low' })));
    const { height } = ledger.state;
    const proof = proofOf(ledger.view, { listId: 'eu', entry: anchor('b'), height })!;
    const root = trustRootAt(ledger.view, height);
    expect(rootOfProof(proof)).to.equal(root);
    const { list, entryPath, listPath } = proof;
    const lies = [
      { entry: anchor('d') },
      ...[{ listId: 'cy' }, { sequence: 3 }, { kind: 'keys' as const }, { assurance: 'High' as const }].map(
        (other) => ({
          list: { ...list, ...other },
        }),
      ),
      { entryPath: { ...entryPath, index: entryPath.index + 1 } },
      { entryPath: { ...entryPath, path: entryPath.path.slice(1) } },
      { listPath: { ...listPath, index: 0 } },
      { listPath: { ...listPath, size: 1 } },
    ];
    for (const lie of lies) expect(rootOfProof({ ...proof, ...lie }), JSON.stringify(lie)).to.not.equal(root);
  });

  it('takes a list of lists for those of its territories that are pinned', () => {
    const ledger = new Ledger();
    for (const id of ['eu/CY', 'eu/DE', 'european', 'us']) ledger.seal(byOwner(pinning(id, 1, anchors('a'))));
    const { lists } = trustAsOf(ledger.view, ledger.state.height);
    const idsOf = (id: string) => lists(id).map((list) => list.id);
    expect(idsOf('eu')).to.deep.equal(['eu/CY', 'eu/DE']);
    expect(idsOf('eu/CY')).to.deep.equal(['eu/CY']);
    expect(idsOf('e')).to.deep.equal([]);
  });
});
