// Pages by the key of the last item: a walk shows once each item that is there all the time, whatever joins and leaves
// the list meanwhile.
import { expect } from 'chai';
import fc from 'fast-check';
import type { ListCall } from '../../../../api/requests/cursors.js';
import { type ItemKey, keyedPage } from '../../../../api/requests/keyed-page.js';
import type { PagedListing } from '../../../../api/requests/paging.js';
import { isFailure } from '../../../../core/base/result.js';

const call = {
  operationId: 'listThings',
  deps: { tokens: { cursorKey: new Uint8Array(32).fill(7) } },
} as unknown as ListCall;
const keyOf = (n: number): ItemKey => [Math.floor(n / 3), `id ${String(n).padStart(3, '0')}`];
const page = (items: Iterable<number>, query: PagedListing['query'], newestFirst: boolean) => {
  const found = keyedPage(call, { query }, { items, keyOf, newestFirst });
  if (isFailure(found)) throw new Error(found.issue.message);
  return { shown: [...found.items], cursor: found.next.members.nextCursor };
};

interface Change {
  readonly comes: readonly number[];
  readonly leaves: readonly number[];
  readonly leavesShown: boolean;
}

const numbers = fc.array(fc.nat(60), { maxLength: 5 });
const changes = fc.array(fc.record({ comes: numbers, leaves: numbers, leavesShown: fc.boolean() }), { maxLength: 6 });

function walk(first: readonly number[], given: readonly Change[], newestFirst: boolean) {
  const list = new Set(first);
  const stayed = new Set(first);
  const shown: number[] = [];
  for (let i = 0, cursor: string | undefined; ; i++) {
    const found = page(list, cursor === undefined ? { pageSize: 3 } : { pageSize: 3, cursor }, newestFirst);
    shown.push(...found.shown);
    cursor = found.cursor;
    if (cursor === undefined) return { shown, stayed };
    const { comes = [], leaves = [], leavesShown = false } = given[i] ?? {};
    for (const one of comes) list.add(one);
    const gone = leavesShown ? [...leaves, ...found.shown.slice(-1)] : leaves;
    for (const one of gone) {
      list.delete(one);
      stayed.delete(one);
    }
    // An item that came and one that left and came again may be shown or not.
    for (const one of comes) if (gone.includes(one)) list.delete(one);
  }
}

describe('pages by a key', () => {
  it('show each item that stays once, in order, whatever joins and leaves during the walk', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60)), changes, fc.boolean(), (first, given, newestFirst) => {
        const { shown, stayed } = walk(first, given, newestFirst);
        expect(shown).to.deep.equal([...new Set(shown)].sort((a, b) => (newestFirst ? b - a : a - b)));
        expect(shown).to.include.members([...stayed]);
      }),
      { numRuns: 300 },
    );
  });

  it('are in the order of the keys by number too, and say where the next one begins', () => {
    const all = [7, 3, 12, 1, 9];
    expect(page(all, { page: 2, pageSize: 2 }, false).shown).to.deep.equal([7, 9]);
    const { shown, cursor } = page(all, { page: 1, pageSize: 3 }, true);
    expect(shown).to.deep.equal([12, 9, 7]);
    expect(page(all, { pageSize: 3, cursor: cursor as string }, true)).to.deep.equal({
      shown: [3, 1],
      cursor: undefined,
    });
    expect(page(all, { page: 3, pageSize: 2 }, false).cursor).to.equal(undefined);
    expect(page([], { pageSize: 2 }, false)).to.deep.equal({ shown: [], cursor: undefined });
  });
});
