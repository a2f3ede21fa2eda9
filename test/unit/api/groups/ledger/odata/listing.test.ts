// Pages of entity sets over lists in memory: which rows are read, which are looked at, and what is refused.
import { expect } from 'chai';
import type { CandidateRows, Collection, ODataCall } from '../../../../../../api/groups/ledger/odata/collection.js';
import { listRows, type RowsAsked } from '../../../../../../api/groups/ledger/odata/listing.js';
import { timesRise } from '../../../../../../api/groups/ledger/odata/registers-asked.js';
import { type Row, type RowList, rowsUpTo } from '../../../../../../api/groups/ledger/odata/rows.js';
import { isFailure, type Result } from '../../../../../../core/base/result.js';
import type { EntityType } from '../../../../../../core/query/model.js';
import { parseExpression, parseOrder } from '../../../../../../core/query/parser.js';
import { type Condition, conditionsOf } from '../../../../../../core/query/plan.js';
import type { RegisterRecord } from '../../../../../../storage/chain/registers.js';

const ENTITY: EntityType = {
  name: 'Thing',
  key: ['n'],
  navigation: {},
  properties: {
    n: { type: 'Edm.Int32' },
    half: { type: 'Edm.Int32' },
    text: { type: 'Edm.String' },
    items: { type: 'Edm.String', isCollection: true },
  },
};

/** Rows 0 to `total`, and how many of them were read. */
class Counting {
  read = 0;
  readonly list: RowList;

  constructor(id: string, total: number) {
    this.list = {
      id,
      total,
      below: (height) => Promise.resolve(Math.max(0, Math.min(total, height))),
      read: ({ skip, top, reverse = false }) => {
        const length = Math.max(0, Math.min(top, total - skip));
        this.read += length;
        return Promise.resolve(Array.from({ length }, (_, i) => rowOf(reverse ? total - 1 - skip - i : skip + i)));
      },
    };
  }
}

function rowOf(n: number): Row {
  return { height: n, index: 0, bytes: 100, record: () => ({ n, half: Math.floor(n / 2) }) };
}

function collectionOf(lists: readonly RowList[], rest: readonly Condition[]): Collection {
  return {
    set: 'Things',
    entity: ENTITY,
    scanMax: 100,
    indexed: ['n'],
    candidates: () => Promise.resolve(lists.map((list): CandidateRows => ({ list, rest }))),
    ledgerOrder: (_, order) => Promise.resolve(order[0]?.isDescending ? 'descending' : undefined),
    find: () => Promise.reject(new Error('not asked')),
    keyText: ({ n }) => String(n),
    behind: {},
  };
}

let steadyMs = 0;
const CALL = {
  caller: { organisationId: 'o', subject: 's', kind: 'user' },
  address: '127.0.0.1',
  deps: { clock: { now: () => 0, steady: () => steadyMs }, ledger: {} },
} as unknown as ODataCall;

const ALL: RowsAsked = {
  filter: undefined,
  order: [],
  implied: [],
  skip: 0,
  top: 10,
  isCounted: false,
  after: undefined,
};

async function page(lists: readonly RowList[], asked: Partial<RowsAsked>) {
  const found = await listRows(CALL, collectionOf(lists, conditionsOf(asked.filter)), { ...ALL, ...asked });
  if (isFailure(found)) return found.issue.code;
  return { shown: found.records.map(({ n }) => n), count: found.count, last: found.last?.height };
}

function good<T>(result: Result<T>): T {
  if (isFailure(result)) throw new Error(result.issue.message);
  return result;
}

const filter = (text: string) => good(parseExpression(text));

describe('api/groups/ledger/odata/listing', () => {
  it('reads the rows of the page and one more, however long the list is', async () => {
    const long = new Counting('a', 1_000_000);
    expect(await page([long.list], { skip: 500_000, isCounted: true })).to.deep.equal({
      shown: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => 500_000 + i),
      count: 1_000_000,
      last: 500_009,
    });
    expect(long.read).to.equal(11);
    const down = await page([long.list], { order: good(parseOrder('n desc')), top: 2 });
    expect(down).to.deep.equal({ shown: [999_999, 999_998], count: undefined, last: 999_998 });
  });

  it('goes over from one list to the next, and counts all', async () => {
    const lists = [new Counting('a', 3).list, new Counting('b', 0).list, new Counting('c', 4).list];
    expect(await page(lists, { top: 5, isCounted: true })).to.deep.equal({ shown: [0, 1, 2, 0, 1], count: 7, last: 1 });
    expect(await page(lists, { skip: 4 })).to.deep.equal({ shown: [1, 2, 3], count: undefined, last: undefined });
    const after = { list: 'a', height: 1, index: 0 };
    expect(await page(lists, { after, top: 2 })).to.deep.equal({ shown: [2, 0], count: undefined, last: 0 });
  });

  it('goes on behind a row that is not there any more, both ways, and refuses a list that is not', async () => {
    const { list } = new Counting('a', 10);
    const gap = new Counting('a', 5).list;
    const at = { list: 'a', height: 7, index: 0 };
    expect(await page([gap], { after: at })).to.deep.equal({ shown: [], count: undefined, last: undefined });
    const down = { order: good(parseOrder('n desc')), top: 2 };
    expect(await page([gap], { ...down, after: at })).to.deep.equal({ shown: [4, 3], count: undefined, last: 3 });
    expect(await page([list], { ...down, after: at })).to.deep.equal({ shown: [6, 5], count: undefined, last: 5 });
    expect(await page([list], { after: { ...at, list: 'gone' } })).to.equal('CURSOR_INVALID');
  });

  it('looks at no more rows than it may, and says so', async () => {
    const few = new Counting('a', 100);
    expect(await page([few.list], { filter: filter('half eq 49'), isCounted: true })).to.deep.equal({
      shown: [98, 99],
      count: 2,
      last: undefined,
    });
    const many = new Counting('a', 101);
    expect(await page([many.list], { filter: filter('half eq 49') })).to.equal('QUERY_NOT_INDEXED');
    expect(await page([many.list], { order: good(parseOrder('half')) })).to.equal('QUERY_NOT_INDEXED');
    expect(many.read).to.equal(0);
    const two = [new Counting('a', 60).list, new Counting('b', 60).list];
    expect(await page(two, { filter: filter('half eq 1') })).to.equal('QUERY_NOT_INDEXED');
  });

  it('looks at rows for no longer than it may', async () => {
    const { list } = new Counting('a', 100);
    const slow: RowList = {
      ...list,
      read: (range) => {
        steadyMs += 3000;
        return list.read(range);
      },
    };
    expect(await page([slow], { filter: filter('half eq 49') })).to.equal('QUERY_NOT_INDEXED');
  });

  it('takes no more steps than it may, in one row and in all', async () => {
    const { list } = new Counting('a', 50);
    const withText = (signs: number): RowList => ({
      ...list,
      read: async (range) =>
        (await list.read(range)).map((row) => ({
          ...row,
          record: () => ({ ...row.record(), text: 'x'.repeat(signs), items: Array.from({ length: 50 }, () => 'y') }),
        })),
    });
    const counted = (signs: number, text: string) => page([withText(signs)], { filter: filter(text), isCounted: true });
    expect(await counted(10_000, "contains(text,'y')")).to.deep.include({ count: 0 });
    expect(await counted(1_000_000, "contains(text,'y')")).to.equal('QUERY_NOT_INDEXED');
    expect(await counted(5000, "items/any(i:i eq 'y' and contains(text,'y'))")).to.deep.include({ count: 0 });
    expect(await counted(100_000, "n eq 0 and items/any(i:contains(text,'y'))")).to.equal('QUERY_NOT_INDEXED');
    expect(await counted(100_000, "n eq 0 and items/all(i:contains(text,'x'))")).to.equal('QUERY_NOT_INDEXED');
    const scanned = { ...collectionOf([withText(200_000)], []), ledgerOrder: () => Promise.resolve(undefined) };
    const sorted = await listRows(CALL, scanned, { ...ALL, order: good(parseOrder('text')) });
    expect(isFailure(sorted) && sorted.issue.code).to.equal('QUERY_NOT_INDEXED');
  });

  it('ends a page of large rows before its size, and looks at no more bytes than it may', async () => {
    const { list } = new Counting('a', 40);
    const MIB = 1024 * 1024;
    const large: RowList = {
      ...list,
      read: async (range) => (await list.read(range)).map((row) => ({ ...row, bytes: 3 * MIB })),
    };
    expect(await page([large], { top: 10 })).to.deep.equal({ shown: [0, 1], count: undefined, last: 1 });
    const after = { list: 'a', height: 1, index: 0 };
    expect(await page([large], { top: 2, after })).to.deep.equal({ shown: [2, 3], count: undefined, last: 3 });
    expect(await page([large], { filter: filter('half eq 19') })).to.equal('QUERY_NOT_INDEXED');
    const huge: RowList = {
      ...list,
      read: async (range) => (await list.read(range)).map((row) => ({ ...row, bytes: 9 * MIB })),
    };
    expect(await page([huge], { top: 2 })).to.deep.equal({ shown: [0], count: undefined, last: 0 });
  });

  it('reads large rows one by one, each in a turn of its own', async () => {
    const { list } = new Counting('a', 40);
    const asked: number[] = [];
    const large: RowList = {
      ...list,
      read: async (range) => {
        asked.push(range.top);
        return (await list.read(range)).map((row) => ({ ...row, bytes: row.height < 20 ? 300_000 : 100 }));
      },
    };
    await page([large], { top: 39 });
    expect(asked.slice(0, 20)).to.deep.equal(Array.from({ length: 20 }, () => 1));
    expect(asked.slice(20)).to.deep.equal([1, 2, 4, 8, 5]);
    asked.length = 0;
    expect(await page([large], { filter: filter('half eq 19') })).to.deep.include({ shown: [38, 39] });
    expect(asked.slice(0, 20)).to.deep.equal(Array.from({ length: 20 }, () => 1));
  });

  it('sorts rows that are alike by their place, and goes on behind the last one', async () => {
    const { list } = new Counting('a', 6);
    const order = good(parseOrder('half desc,n sub n'));
    const scanned = { ...collectionOf([list], []), ledgerOrder: () => Promise.resolve(undefined) };
    const sorted = async (more: Partial<RowsAsked>) =>
      good(await listRows(CALL, scanned, { ...ALL, order, top: 3, ...more }));
    const first = await sorted({});
    expect(first.records.map(({ n }) => n)).to.deep.equal([4, 5, 2]);
    expect((await sorted({ after: first.last })).records.map(({ n }) => n)).to.deep.equal([3, 0, 1]);
    const alike = await sorted({ order: good(parseOrder('NaN,half desc')) });
    expect(alike.records.map(({ n }) => n)).to.deep.equal([4, 5, 2]);
    const gone = await listRows(CALL, scanned, { ...ALL, order, after: { list: 'a', height: 9, index: 0 } });
    expect(isFailure(gone) && gone.issue.code).to.equal('CURSOR_INVALID');
  });
});

describe('api/groups/ledger/odata/rows', () => {
  it('finds a place among the rows of its height', async () => {
    const reads: number[] = [];
    const docket: RowList = {
      id: 'a',
      total: 1_000_000,
      below: (height) => Promise.resolve(height * 1000),
      read: ({ skip }) => {
        reads.push(skip);
        const row = { height: Math.floor(skip / 1000), index: skip % 1000, bytes: 100, record: () => ({}) };
        return Promise.resolve([row]);
      },
    };
    expect(await rowsUpTo(docket, { height: 123, index: 456 })).to.equal(123_457);
    expect(reads.length).to.be.at.most(10);
    expect(Math.min(...reads)).to.be.at.least(123_000);
  });
});

describe('api/groups/ledger/odata/registers-asked', () => {
  it('looks at an act of governance once, and at those that come behind it', async () => {
    const acts = ['add-member', 'add-member'];
    const asked: string[] = [];
    const byBlueprint = (_: number, __: string, { skip, top }: { readonly skip: number; readonly top: number }) => {
      asked.push(`${skip}+${top}`);
      const items = acts
        .slice(skip, skip + top)
        .map((operationType) => ({ transaction: { payload: { operation: { operationType } } } }));
      return Promise.resolve({ total: acts.length, items });
    };
    const call = { deps: { chain: { byBlueprint } } } as unknown as ODataCall;
    const risen = () => timesRise(call, { reg: 1 } as RegisterRecord);
    expect([await risen(), await risen()]).to.deep.equal([true, true]);
    acts.push('reset-time');
    expect([await risen(), await risen()]).to.deep.equal([false, false]);
    expect(asked).to.deep.equal(['0+0', '0+2', '0+0', '0+0', '2+1', '0+0']);
    acts.length = 1;
    expect(await risen()).to.equal(true);
  });

  const rises = (total: number, operationType: string) =>
    timesRise(
      {
        deps: {
          chain: {
            byBlueprint: () =>
              Promise.resolve({ total, items: [{ transaction: { payload: { operation: { operationType } } } }] }),
          },
        },
      } as unknown as ODataCall,
      { reg: 1 } as RegisterRecord,
    );

  it('takes times for rising but where governance reset them, or may have done so', async () => {
    expect(await rises(1, 'add-member')).to.equal(true);
    expect(await rises(1, 'reset-time')).to.equal(false);
    expect(await rises(201, 'add-member')).to.equal(false);
  });
});
