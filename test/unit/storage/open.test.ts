// Opening a store: what is a clean start, what is a fence, how long a fence stays, and how migrations run.
import { expect } from 'chai';
import { STORE_VERSION } from '../../../core/base/version.js';
import { StoreError } from '../../../storage/engine/fault.js';
import type { MemoryKv } from '../../../storage/engine/memory.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { checksumJson } from '../../../storage/engine/value.js';
import { heightKey, metaKey, ringKey } from '../../../storage/keys/chain-keys.js';
import { MIGRATIONS } from '../../../storage/migrate/index.js';
import type { Migration } from '../../../storage/migrate/migration.js';
import type { Store, StoreOnOptions } from '../../../storage/open.js';
import { migrateCopy, openStoreOn, surveyedOp, unsurveyedGap } from '../../../storage/open.js';
import { Sessions } from '../../../storage/tables/accounts/sessions.js';

const row = (n: number) => ({ key: Buffer.from(`z${n}`), value: Buffer.of(n) });

function start(kv: MemoryKv, more: Partial<StoreOnOptions> = {}): Promise<Store> {
  const onFatal = (error: Error): void => {
    throw error;
  };
  return openStoreOn(kv, { nowMs: 1, onFatal, ...more });
}

/** A store with five groups, closed by a crash; what is on the disk. */
async function crashed(more: Partial<StoreOnOptions> = {}): Promise<MemoryKv> {
  const kv = memoryKv();
  const store = await start(kv, more);
  for (const n of [1, 2, 3, 4]) await store.journal.commit([row(n)]);
  return kv.crash();
}

/** The disk after a clean shutdown. */
async function closed(kv: MemoryKv): Promise<MemoryKv> {
  const store = await start(kv);
  await store.journal.commit([row(9)]);
  let disk: MemoryKv | undefined;
  const { close } = kv;
  kv.close = async () => {
    disk = kv.crash();
    await close.call(kv);
  };
  await store.close();
  return disk!;
}

async function codeOf(action: Promise<unknown>): Promise<string> {
  return action.then(
    () => 'opened',
    (error: unknown) => (error instanceof StoreError ? error.issue.code : String(error)),
  );
}

describe('openStoreOn', () => {
  it('starts a new store, numbers on after a crash, and knows a clean start', async () => {
    const first = await start(memoryKv(), { bootId: 'one' });
    expect([first.newStore, first.cleanStart, first.voteMemoryLost, first.bootId]).to.deep.equal([
      true,
      false,
      false,
      'one',
    ]);
    const disk = await crashed();
    const second = await start(disk);
    expect([second.newStore, second.cleanStart, second.voteMemoryLost]).to.deep.equal([false, false, false]);
    expect(second.journal.seq).to.equal(6);
    expect(second.bootId).to.match(/^[0-9a-f-]{36}$/);
    const third = await start(await closed(memoryKv()));
    expect([third.cleanStart, third.voteMemoryLost]).to.deep.equal([true, false]);
  });

  it('fences the keys of a loss, keeps which, and fences every key again after another loss', async () => {
    const disk = await crashed();
    await disk.write([{ key: ringKey(3), value: undefined }]);
    const found = await start(disk);
    expect(found.fencedKeys).to.equal(undefined);
    await found.nameFenced(['old']);
    const later = disk.crash();
    const again = await start(later);
    expect([again.fence, again.fencedKeys]).to.deep.equal(['journal-gap', ['old']]);
    await again.journal.commit([row(9)]);
    const seq = again.journal.seq;
    await again.journal.commit([row(10)]);
    await later.write([{ key: ringKey(seq), value: undefined }]);
    const third = await start(later.crash());
    expect([third.fence, third.fencedKeys]).to.deep.equal(['journal-gap', undefined]);
  });

  it('is clean once per clean shutdown', async () => {
    const disk = await closed(memoryKv());
    await start(disk);
    expect((await start(disk.crash())).cleanStart).to.equal(false);
  });

  it('finds a missing group after a crash, and says so until the loss is accepted', async () => {
    const disk = await crashed();
    await disk.write([{ key: ringKey(3), value: undefined }]);
    const found = await start(disk);
    expect([found.voteMemoryLost, found.fence, found.losses]).to.deep.equal([true, 'journal-gap', 1]);
    const later = disk.crash();
    const again = await start(later);
    expect([again.fence, again.losses], 'the same loss').to.deep.equal(['journal-gap', 1]);
    await again.acceptLoss();
    const accepted = later.crash();
    const store = await start(accepted);
    expect(store.voteMemoryLost).to.equal(false);
    await store.journal.commit([row(8)]);
    const seq = store.journal.seq;
    await accepted.write([{ key: ringKey(seq - 1), value: undefined }]);
    const last = await start(accepted.crash());
    expect([last.fence, last.losses], 'a new gap counts again').to.deep.equal(['journal-gap', 2]);
  });

  it('counts a loss of rows that no other node has, also where no vote is among them', async () => {
    const lost = { registers: [], votes: false, own: ['status-places'] };
    const found = { hasBadLog: false, hasLostLog: false, lost };
    const store = await start(await closed(memoryKv()), { found });
    expect([store.fence, store.losses]).to.deep.equal([undefined, 1]);
  });

  it('counts no loss of rows that dockets make again', async () => {
    const found = { hasBadLog: false, hasLostLog: false, lost: { registers: [], votes: false, own: [] } };
    expect((await start(await closed(memoryKv()), { found })).losses).to.equal(0);
  });

  it('finds a lost end by the mark beside the store', async () => {
    const disk = await crashed();
    expect((await start(disk, { marked: { seq: 5 } })).voteMemoryLost).to.equal(false);
    expect((await start(await crashed(), { marked: { seq: 6 } })).fence).to.equal('journal-tail');
    expect((await start(await crashed(), { marked: 'damaged' })).fence).to.equal('journal-tail');
    expect((await start(await crashed(), { marked: { seq: 2 } })).voteMemoryLost, 'a mark may lag').to.equal(false);
  });

  it('fences a store with history whose mark is gone, and says how much of the journal is missing', async () => {
    const gone = await start(await crashed(), { marked: 'missing' });
    expect([gone.fence, gone.cleanStart, gone.missing]).to.deep.equal(['mark-gone', false, undefined]);
    const clean = await start(await closed(memoryKv()), { marked: 'missing' });
    expect([clean.fence, clean.cleanStart], 'a clean stop says nothing of the groups after it').to.deep.equal([
      'mark-gone',
      false,
    ]);
    expect((await start(memoryKv(), { marked: 'missing' })).fence, 'a new store has none yet').to.equal(undefined);
    const kv = memoryKv();
    const store = await start(kv);
    for (const height of [0, 1, 2, 3])
      await store.journal.commit([{ key: heightKey('pointer', 1, height), value: Buffer.alloc(1) }]);
    const end = { seq: store.journal.seq, dockets: 4 };
    const cut = kv.crash();
    for (const seq of [end.seq, end.seq - 1]) await cut.write([{ key: ringKey(seq), value: undefined }]);
    const shorter = await start(cut, { marked: end });
    expect([shorter.fence, shorter.missing]).to.deep.equal(['journal-tail', { groups: 2, dockets: 2 }]);
    expect((await start(cut.crash(), { marked: { seq: end.seq - 1 } })).missing, 'it stays told').to.deep.equal({
      groups: 2,
      dockets: 2,
    });
    const holed = kv.crash();
    await holed.write([{ key: ringKey(end.seq - 2), value: undefined }]);
    expect((await start(holed, { marked: end })).missing).to.deep.equal({ groups: 1, dockets: 1 });
  });

  it('has a lost batch looked for once, whatever the fence says that was there before, and also after that is accepted', async () => {
    for (const earlier of ['tail', 'gap', 'both'] as const) {
      const disk = await crashed();
      if (earlier !== 'tail') await disk.write([{ key: ringKey(3), value: undefined }]);
      const first = await start(disk, earlier === 'gap' ? {} : { marked: { seq: 9 } });
      expect(first.fence).to.equal(earlier === 'gap' ? 'journal-gap' : 'journal-tail');
      const seq = unsurveyedGap(disk);
      expect(seq, earlier).to.equal(5);
      await first.journal.commit([surveyedOp(seq!)]);
      expect(unsurveyedGap(disk)).to.equal(undefined);
      await first.journal.commit([row(8)]);
      const lost = first.journal.seq;
      await first.journal.commit([row(9)]);
      await disk.write([{ key: ringKey(lost), value: undefined }]);
      const later = disk.crash();
      const second = await start(later);
      expect(second.fence, 'the first reason stays').to.equal(first.fence);
      expect(unsurveyedGap(later), earlier).to.equal(lost + 1);
      await second.acceptLoss();
      const accepted = later.crash();
      const third = await start(accepted);
      expect([third.fence, unsurveyedGap(accepted)]).to.deep.equal([undefined, lost + 1]);
      await third.journal.commit([surveyedOp(lost + 1)]);
      expect(unsurveyedGap(accepted)).to.equal(undefined);
    }
  });

  it('fences a restored store and refuses an unfinished restore', async () => {
    const restored = await crashed();
    await restored.write([{ key: metaKey('restored'), value: checksumJson({ at: 1 }) }]);
    expect((await start(restored)).fence).to.equal('restored');
    const unfinished = await crashed();
    await unfinished.write([{ key: metaKey('restoring'), value: checksumJson({ at: 1 }) }]);
    expect(await codeOf(start(unfinished))).to.equal('STORE_DAMAGED');
  });

  it('ends all sessions of before, once, where writes may be lost: one of them may have ended a session', async () => {
    const told = async (disk: MemoryKv, more: Partial<StoreOnOptions>) => {
      const { kv, journal } = await start(disk, more);
      const sessions = await Sessions.open(kv, journal);
      const of = (issuedAtMs: number) =>
        sessions.isRevoked({
          tokenId: 't',
          sessionId: 's',
          subject: 'm',
          platformUserId: 'u',
          organisationId: 'o',
          issuedAtMs,
        });
      const owner = { subject: 'm', platformUserId: 'u', organisationId: 'o' };
      return [of(900), of(1000), of(1001), sessions.dateFor(owner, 1000)];
    };
    const noted = [{ key: metaKey('restored'), value: checksumJson({ at: 1 }) }];
    const lost = [{ key: ringKey(3), value: undefined }];
    for (const [reason, signs, change] of [
      ['a restore', {}, noted],
      ['a gap', {}, lost],
      ['a lost end', { marked: { seq: 99 } }, []],
      ['a mark that is gone', { marked: 'missing' }, []],
    ] as const) {
      const disk = await crashed();
      await disk.write([...change]);
      expect(await told(disk, { nowMs: 1000, ...signs }), reason).to.deep.equal([true, true, false, 1001]);
      expect(await told(disk.crash(), { nowMs: 5000 }), 'the next start').to.deep.equal([true, true, false, 1001]);
    }
    expect(await told(await crashed(), { nowMs: 1000 }), 'a crash').to.deep.equal([false, false, false, 1000]);
  });

  it('refuses a newer store and one without its version', async () => {
    const newer = await crashed();
    await newer.write([{ key: metaKey('store-format'), value: checksumJson({ version: STORE_VERSION + 1 }) }]);
    expect(await codeOf(start(newer))).to.equal('STORE_VERSION');
    const without = await crashed();
    await without.write([{ key: metaKey('store-format'), value: undefined }]);
    expect(await codeOf(start(without))).to.equal('STORE_DAMAGED');
  });

  it('refuses each store of version 0.2 and before, by name, whatever formats there will be', async () => {
    for (const version of [1, 2, 8, 9]) {
      const earlier = await crashed();
      await earlier.write([
        { key: metaKey('format'), value: checksumJson({ version }) },
        { key: metaKey('store-format'), value: undefined },
      ]);
      const refused = await start(earlier, { version: 9 }).catch((error: Error) => error);
      expect(refused).to.have.nested.property('issue.code', 'STORE_VERSION');
      expect(refused).to.have.property('message').that.contains('0.2').and.contains('UPGRADING.md');
      expect(await codeOf(migrateCopy(earlier))).to.equal('STORE_VERSION');
    }
  });

  it('brings a copy of an older store to the present format, and not one of a newer program', async () => {
    const moved = { key: Buffer.from('z9'), value: Buffer.of(9) };
    const next = { version: 2, migrations: [{ to: 2, name: 'a row', run: (_, commit) => commit([moved]) }] } satisfies {
      version: number;
      migrations: readonly Migration[];
    };
    const copy = await crashed({ version: 1, migrations: [] });
    expect(await migrateCopy(copy, next)).to.equal(1);
    expect(copy.getSync(moved.key)).to.deep.equal(moved.value);
    expect(await migrateCopy(copy, next), 'which it has then').to.equal(2);
    expect(await codeOf(migrateCopy(copy))).to.equal('STORE_VERSION');
    const kept = await crashed({ version: 1, migrations: [] });
    expect(await codeOf(start(kept, { ...next, keepsFormat: true }))).to.equal('STORE_VERSION');
    expect(kept.getSync(moved.key), 'for what is no start of a node').to.equal(undefined);
  });

  it('runs the migrations that a store has not seen, in order and once', async () => {
    const ran: number[] = [];
    const migration = (to: number): Migration => ({
      to,
      name: `to ${to}`,
      run: async (kv, commit) => {
        ran.push(to);
        const before = kv.getSync(Buffer.from('z1'))![0]!;
        await commit([{ key: Buffer.from('z1'), value: Buffer.of(before * 10) }]);
      },
    });
    const options = { version: 3, migrations: [migration(2), migration(3)] };
    const disk = await crashed({ version: 1, migrations: [] });
    const store = await start(disk, options);
    expect(ran).to.deep.equal([2, 3]);
    expect(store.kv.getSync(Buffer.from('z1'))![0]).to.equal(100);
    await start(disk.crash(), options);
    expect(ran).to.deep.equal([2, 3]);
    await start(memoryKv(), options);
    expect(ran, 'a new store needs none').to.deep.equal([2, 3]);
  });

  it('has a list of migrations that rises by one', () => {
    MIGRATIONS.forEach((migration, i) => {
      expect(migration.to).to.equal(i + 2);
    });
    expect(MIGRATIONS.length).to.equal(STORE_VERSION - 1);
  });
});
