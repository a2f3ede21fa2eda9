// Which trust list may follow which, and when one is stale.
import { expect } from 'chai';
import {
  followProblem,
  freshnessOf,
  type KeptTrustList,
  withSnapshot,
} from '../../../../../core/trust/lists/snapshot.js';

const kept = {
  ...{ type: 'generic', sequenceNumber: 7, territory: 'XA', operator: 'Office', issuedAtMs: 0, nextUpdateMs: 1000 },
  ...{ signedBy: '11', roots: [], rootsLeftOut: 0, sha256: 'aa', createdAtMs: 1 },
};

describe('core/trust/lists/snapshot', () => {
  const rows: readonly (readonly [string, Partial<typeof kept>, boolean])[] = [
    ['the same bytes again', {}, true],
    ['a higher number', { sequenceNumber: 8, sha256: 'bb' }, true],
    ['a lower number', { sequenceNumber: 6, sha256: 'bb' }, false],
    ['the same number with other bytes', { sha256: 'bb' }, false],
    ['the list of another territory', { sequenceNumber: 8, sha256: 'bb', territory: 'XB' }, false],
    ['a list of another type', { sequenceNumber: 8, sha256: 'bb', type: 'other' }, false],
  ];
  for (const [name, change, isTaken] of rows)
    it(`${isTaken ? 'takes' : 'refuses'} ${name}`, () => {
      const problem = followProblem(kept, { ...kept, ...change });
      expect(problem?.code).to.equal(isTaken ? undefined : 'TRUSTLIST_SEQUENCE_REGRESSION');
    });

  it('is stale from its next update on, and where it is closed', () => {
    expect([freshnessOf(kept, 999), freshnessOf(kept, 1000), freshnessOf({}, 0)]).to.deep.equal([
      'fresh',
      'stale',
      'stale',
    ]);
  });

  it('keeps the former snapshot, and both where the same bytes come again', () => {
    const list: KeptTrustList = {
      organisationId: 'o',
      trustListId: 'l',
      followPointers: false,
      checkedAtMs: 1,
      snapshot: kept,
    };
    const next = { ...kept, sequenceNumber: 8, sha256: 'bb' };
    const followed = withSnapshot(list, next, 2);
    expect(followed).to.deep.equal({ ...list, checkedAtMs: 2, snapshot: next, former: kept });
    expect(withSnapshot(followed, { ...next, createdAtMs: 9 }, 3)).to.deep.equal({ ...followed, checkedAtMs: 3 });
    // A service of it began to vouch.
    const more = { ...next, roots: ['00'] };
    expect(withSnapshot(followed, more, 3).snapshot).to.deep.equal(more);
  });
});
