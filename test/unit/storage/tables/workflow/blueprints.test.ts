// Drafts: pages in a stable order, search over what lists show, counts that follow every change, and what is kept about
// publishing.
import { expect } from 'chai';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import {
  Blueprints,
  type DraftFilter,
  type DraftPlace,
  type StoredDraft,
} from '../../../../../storage/tables/workflow/blueprints.js';

const HASH = 'a'.repeat(64);

function aDraft(blueprintId: string, createdAtMs: number, organisationId = 'one'): StoredDraft {
  const document = {
    id: blueprintId,
    title: `Title ${blueprintId}`,
    description: 'A workflow',
    participants: [{}, {}],
  };
  return { organisationId, blueprintId, document, revision: 1, createdAtMs, updatedAtMs: createdAtMs };
}

describe('storage/tables/workflow/blueprints', () => {
  let kv: ReturnType<typeof memoryKv>;
  let blueprints: Blueprints;
  const write = (before: StoredDraft | undefined, after: StoredDraft | undefined) =>
    kv.write(blueprints.change(before, after));
  const ids = async (filter: DraftFilter = {}, page = 1, pageSize = 2) => {
    const found = await blueprints.page('one', { skip: (page - 1) * pageSize, top: pageSize }, filter);
    return [found.items.map(({ id }) => id).join(' '), found.totalCount];
  };

  beforeEach(async () => {
    kv = memoryKv();
    blueprints = new Blueprints(kv, kv);
    for (const [i, id] of ['c', 'a', 'b', 'd', 'e'].entries()) await write(undefined, aDraft(id, 1000 + i));
    await write(undefined, aDraft('a', 1, 'two'));
  });

  it('pages in the order of creation, one organisation alone', async () => {
    expect([await ids({}, 1), await ids({}, 2), await ids({}, 3), await ids({}, 4)]).to.deep.equal([
      ['c a', 5],
      ['b d', 5],
      ['e', 5],
      ['', 5],
    ]);
    expect(blueprints.totals()).to.deep.equal({ drafts: 6, published: 0 });
    expect(blueprints.find('two', 'a')?.createdAtMs).to.equal(1);
    expect(blueprints.find('three', 'a')).to.equal(undefined);
  });

  it('reads no further than the page without a filter', async () => {
    let limit: number | undefined;
    const watched = { ...kv, getSync: kv.getSync.bind(kv), getMany: kv.getMany.bind(kv) };
    const range: typeof kv.range = (asked) => {
      limit = asked.limit;
      return kv.range(asked);
    };
    const found = await new Blueprints({ ...watched, range }, kv).page('one', { skip: 2, top: 2 }, {});
    expect([found.items.length, found.totalCount, limit]).to.deep.equal([2, 5, 5]);
  });

  it('goes on behind a draft, whether it is still there or not, and reads nothing before it', async () => {
    const keys: string[] = [];
    const range: typeof kv.range = async function* (asked) {
      for await (const row of kv.range(asked)) {
        keys.push(Buffer.from(row[0]).toString('latin1'));
        yield row;
      }
    };
    const watched = { getSync: kv.getSync.bind(kv), getMany: kv.getMany.bind(kv), range };
    const at = new Blueprints(watched, kv);
    const behind = async (after: DraftPlace, filter: DraftFilter = {}) => {
      const { items, totalCount, hasMore } = await at.page('one', { skip: 0, top: 2, after }, filter);
      return [items.map(({ id }) => id).join(' '), totalCount, hasMore];
    };
    expect(await behind([1001, 'a'])).to.deep.equal(['b d', 5, true]);
    expect(keys).to.have.length(3);
    await write(blueprints.find('one', 'a'), undefined);
    await write(undefined, aDraft('z', 1004));
    expect(await behind([1001, 'a'])).to.deep.equal(['b d', 5, true]);
    expect(await behind([1003, 'd'])).to.deep.equal(['e z', 5, false]);
    expect(await behind([1003, 'd'], { status: 'Draft' })).to.deep.equal(['e z', 5, false]);
    // Ids come in the order of their bytes, with a filter and without.
    for (const id of ['\u{1F600}', '\uff5e']) await write(undefined, aDraft(id, 1005));
    for (const filter of [{}, { status: 'Draft' } as const])
      expect(await behind([1005, '\uff5e'], filter)).to.deep.equal(['\u{1F600}', 7, false]);
  });

  it('finds part of id, title or description in any case', async () => {
    const renamed = { ...aDraft('c', 1000), document: { title: 'Building PERMIT', description: '' }, revision: 2 };
    await write(aDraft('c', 1000), renamed);
    expect(await ids({ search: 'permit' })).to.deep.equal(['c', 1]);
    expect(await ids({ search: 'TITLE' }, 2)).to.deep.equal(['d e', 4]);
    expect(await ids({ search: 'a work' }, 1)).to.deep.equal(['a b', 4]);
    expect(await ids({ search: 'nothing' })).to.deep.equal(['', 0]);
  });

  it('takes a deleted draft out of lists and back', async () => {
    const draft = aDraft('b', 1002);
    const deleted = { ...draft, deletedAtMs: 5000 };
    await write(draft, deleted);
    expect([await ids({}, 1, 9), await ids({ status: 'Deleted' })]).to.deep.equal([
      ['c a d e', 4],
      ['b', 1],
    ]);
    expect(blueprints.find('one', 'b')?.deletedAtMs).to.equal(5000);
    expect((await blueprints.oldestDeleted('one'))?.blueprintId).to.equal('b');
    expect([blueprints.count('one', 'live'), blueprints.count('one', 'deleted')]).to.deep.equal([4, 1]);
    await write(deleted, draft);
    expect([await ids({}, 1, 9), await blueprints.oldestDeleted('one')]).to.deep.equal([['c a b d e', 5], undefined]);
    await write(draft, undefined);
    expect([await ids({}, 1, 9), blueprints.find('one', 'b'), blueprints.totals().drafts]).to.deep.equal([
      ['c a d e', 4],
      undefined,
      5,
    ]);
  });

  it('notes a publication once', async () => {
    const draft = aDraft('a', 1001);
    const made = { registerId: 'r', publicationTxId: HASH, execDefHash: HASH, publishedAtMs: 2000 };
    await kv.write(blueprints.putPublication(draft, made));
    expect(blueprints.putPublication(draft, made)).to.deep.equal([]);
    expect([await ids({ status: 'Published' }), await ids({ status: 'Draft' })]).to.deep.equal([
      ['a', 1],
      ['c b', 4],
    ]);
    expect(await blueprints.publicationsOf('one', 'a', 10)).to.deep.equal([made]);
    expect(blueprints.totals()).to.deep.equal({ drafts: 6, published: 1 });
  });

  it('counts a pass for its execDefHash, and not for a draft that was taken later', async () => {
    const draft = aDraft('a', 1001);
    await kv.write([blueprints.putPass('one', { blueprintId: 'a', execDefHash: HASH, by: 'u', atMs: 3000 })]);
    expect(blueprints.pass(draft, HASH)?.by).to.equal('u');
    expect(blueprints.pass(draft, 'b'.repeat(64))).to.equal(undefined);
    expect(blueprints.pass({ ...draft, organisationId: 'two' }, HASH)).to.equal(undefined);
    expect(blueprints.pass({ ...draft, lockedSinceMs: 3000 }, HASH)?.by).to.equal('u');
    expect(blueprints.pass({ ...draft, lockedSinceMs: 3001 }, HASH)).to.equal(undefined);
  });

  it('lists overrides, the newest first', async () => {
    const at = (second: number) => ({
      blueprintId: 'a',
      overriddenByPlatformUserId: 'u',
      overriddenAt: new Date(second * 1000).toISOString(),
      registerId: 'r',
      execDefHash: HASH,
    });
    await kv.write([1, 3, 2].map((second) => blueprints.putOverride('one', at(second), `id ${second}`)));
    await kv.write([blueprints.putOverride('one', at(3), 'another of that moment')]);
    const found = await blueprints.overridesOf('one', 'a', 3);
    expect(found.map(({ overriddenAt }) => Date.parse(overriddenAt) / 1000)).to.deep.equal([3, 3, 2]);
    expect(await blueprints.overridesOf('two', 'a', 3)).to.deep.equal([]);
  });

  it('counts two changes of one turn', async () => {
    const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
    const queued = new Blueprints(kv, journal);
    const first = journal.commit(queued.change(undefined, aDraft('x', 1)));
    expect(queued.find('one', 'x')?.revision).to.equal(1);
    await Promise.all([first, journal.commit(queued.change(undefined, aDraft('y', 2)))]);
    expect([queued.count('one', 'live'), queued.totals().drafts]).to.deep.equal([7, 8]);
    await journal.close();
  });
});
