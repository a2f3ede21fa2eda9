// Group commit: what shares a write, in what order things become durable, and what happens when a write fails.
import { expect } from 'chai';
import { InvariantError } from '../../../../core/base/assert.js';
import {
  COMMIT_BYTES_MAX,
  GROUP_BYTES_MIN,
  JOURNAL_RING,
  ROW_KEPT_BYTES_MAX,
  WRITE_BUFFER_BYTES,
} from '../../../../core/base/limits/node/storage.js';
import type { GroupFigures } from '../../../../storage/engine/journal.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { decodeRingRow, lastRingSeq, ringGap } from '../../../../storage/engine/ring.js';
import { locationKey, ringKey, transactionKey } from '../../../../storage/keys/chain-keys.js';
import { encodeKey } from '../../../../storage/keys/family-keys.js';
import { countKey, groupOf, runKey } from '../../../../storage/keys/index-keys.js';
import { FAMILY_ROWS } from '../../../../storage/keys/keyspace.js';
import { keyName } from '../../../../storage/keys/names.js';

const key = (n: number): Uint8Array => Buffer.from(`z${n}`);
const named = (n: number): string => keyName(key(n));
const put = (n: number, size = 1): KvOp => ({ key: key(n), value: Buffer.alloc(size, n) });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function start(lastSeq = 0) {
  const kv = memoryKv();
  const groups: GroupFigures[] = [];
  const fatal: Error[] = [];
  const durable: number[] = [];
  const journal = new Journal(kv, {
    lastSeq,
    onFatal: (error) => fatal.push(error),
    onDurable: ({ seq }) => durable.push(seq),
    metrics: { groupCommitted: (figures) => groups.push(figures) },
  });
  return { kv, journal, groups, fatal, durable };
}

describe('Journal', () => {
  it('keeps one write in flight and gathers the commits made meanwhile into the next', async () => {
    const { kv, journal, groups } = start();
    kv.hold();
    const order: number[] = [];
    const commits = [1, 2].map((n) => journal.commit([put(n)]).then(() => order.push(n)));
    await turn();
    expect(kv.pending).to.equal(1);
    commits.push(...[3, 4, 5].map((n) => journal.commit([put(n)]).then(() => order.push(n))));
    await turn();
    expect(kv.pending).to.equal(1);
    expect(order).to.deep.equal([]);
    expect(journal.backlogBytes).to.equal(5 * 3);
    kv.release();
    await Promise.all(commits);
    await turn();
    expect(order).to.deep.equal([1, 2, 3, 4, 5]);
    expect(groups.map((group) => group.commits)).to.deep.equal([2, 3]);
    expect(journal.backlogBytes).to.equal(0);
    const counts = journal.counts();
    expect(counts).to.deep.equal({ groups: 2, commits: 5, ops: 7, bytes: 15 });
  });

  it('gives a caller what is queued, newest first, and the store only what is durable', async () => {
    const { kv, journal } = start();
    await journal.commit([put(1)]);
    kv.hold();
    const first = journal.commit([{ key: key(1), value: Buffer.of(50) }]);
    await turn();
    const second = journal.commit([{ key: key(1), value: undefined }, put(2)]);
    expect(journal.getSync(key(1))).to.equal(undefined);
    expect(journal.getSync(key(2))![0]).to.equal(2);
    expect(kv.getSync(key(1))![0]).to.equal(1);
    expect(kv.getSync(key(2))).to.equal(undefined);
    kv.sync(1);
    await first;
    expect(kv.getSync(key(1))![0]).to.equal(50);
    expect(journal.getSync(key(1))).to.equal(undefined);
    kv.release();
    await second;
    expect(kv.getSync(key(1))).to.equal(undefined);
  });

  it('writes the runs of index groups, which are not read before they are durable', async () => {
    const { kv, journal } = start();
    kv.hold();
    const run = runKey({ family: 'wallet', group: groupOf('a wallet'), reg: 1 }, 0);
    const count = countKey('wallet', groupOf('a wallet'), 1);
    const done = journal.commit([
      { key: run, value: Buffer.of(1) },
      { key: count, value: Buffer.of(2) },
    ]);
    expect(journal.getSync(count)![0]).to.equal(2);
    expect(() => journal.getSync(run)).to.throw(InvariantError);
    await turn();
    kv.release();
    await done;
    expect(kv.getSync(run)![0]).to.equal(1);
  });

  it('writes the rows of the inbox, which no part reads before they are durable', async () => {
    const { kv, journal } = start();
    const rows = ['inbox-instances', 'inbox-lists', 'inbox-pending'] as const;
    const keys = rows.map((name) => encodeKey(FAMILY_ROWS[name], []));
    await journal.commit(keys.map((row) => ({ key: row, value: Buffer.of(7) })));
    for (const row of keys) {
      expect(kv.getSync(row)![0]).to.equal(7);
      expect(() => journal.getSync(row)).to.throw(InvariantError);
      expect(() => journal.row(keyName(row), (bytes) => bytes)).to.throw(InvariantError);
    }
  });

  it('gives the newest of the rows that each transaction has, which are seldom read before they last, as of any other', async () => {
    const { kv, journal } = start();
    const [tx, at] = [transactionKey({ reg: 1, height: 2, hash: Buffer.alloc(8) }, 3), locationKey(1, 'a'.repeat(64))];
    const set = (row: Uint8Array, n: number): KvOp => ({ key: row, value: Buffer.of(n) });
    const read = () => [tx, at].map((row) => journal.getSync(row)?.[0]);
    kv.hold();
    const commits = [journal.commit([set(tx, 1), set(at, 1), set(tx, 2)])];
    await turn();
    expect(read()).to.deep.equal([2, 1]);
    commits.push(journal.commit([set(tx, 3), put(1)]));
    expect(read()).to.deep.equal([3, 1]);
    commits.push(journal.commit([{ key: tx, value: undefined }, set(at, 4)]), journal.commit([set(at, 5)]));
    expect(read()).to.deep.equal([undefined, 5]);
    expect(journal.getSync(key(1))?.[0]).to.equal(1);
    kv.release();
    await Promise.all(commits);
    expect(read()).to.deep.equal([undefined, 5]);
    expect(kv.getSync(tx)).to.equal(undefined);
    expect(() => journal.row(keyName(at), (bytes) => bytes)).to.throw(InvariantError);
  });

  it('splits groups at the byte cap, never a commit', async () => {
    const { kv, journal, groups } = start();
    kv.hold();
    const half = COMMIT_BYTES_MAX / 2;
    const commits = [put(1, half), put(2, half - 100), put(3, half), put(4, COMMIT_BYTES_MAX + 5), put(5)].map((op) =>
      journal.commit([op]),
    );
    kv.release();
    await Promise.all(commits);
    expect(journal.counts().groups).to.equal(4);
    await turn();
    expect(groups.map((group) => group.commits)).to.deep.equal([2, 1, 1, 1]);
  });

  it('numbers its groups without a hole and forgets the ones before the ring', async () => {
    const { kv, journal, durable } = start(JOURNAL_RING - 1);
    for (const n of [1, 2, 3]) await journal.commit([put(n)]);
    expect(durable).to.deep.equal([JOURNAL_RING, JOURNAL_RING + 1, JOURNAL_RING + 2]);
    expect(journal.seq).to.equal(JOURNAL_RING + 2);
    expect(await lastRingSeq(kv)).to.equal(JOURNAL_RING + 2);
    expect(await ringGap(kv, JOURNAL_RING - 1, JOURNAL_RING + 2)).to.equal(undefined);
    expect(await ringGap(kv, 0, JOURNAL_RING + 2)).to.equal(3);
    await kv.write([{ key: ringKey(JOURNAL_RING + 1), value: undefined }]);
    expect(await ringGap(kv, JOURNAL_RING - 1, JOURNAL_RING + 2)).to.equal(JOURNAL_RING + 1);
    await journal.commit([put(4)]);
    const row = kv.getSync(ringKey(JOURNAL_RING + 3))!;
    expect(Buffer.from(row).readUInt32BE(0)).to.equal(1);
    expect(Buffer.from(row).readUInt32BE(4)).to.equal(3);
  });

  it('fills a small group up, so that two write buffers hold no more groups than the ring', async () => {
    const { kv, journal } = start();
    const bytesOf = ({ key, value }: ReturnType<typeof put>) => key.length + (value?.length ?? 0);
    const [small, large] = [put(1), put(2, GROUP_BYTES_MIN)];
    await journal.commit([small]);
    await journal.commit([large]);
    const rows = [1, 2].map((seq) => kv.getSync(ringKey(seq)) as Uint8Array);
    expect(bytesOf(small) + (rows[0]?.length ?? 0)).to.equal(GROUP_BYTES_MIN);
    expect(rows[1]?.length).to.equal(20);
    expect(GROUP_BYTES_MIN * JOURNAL_RING).to.be.least(2 * WRITE_BUFFER_BYTES);
    expect(rows.map((row) => decodeRingRow(row).bytes)).to.deep.equal([small, large].map(bytesOf));
  });

  it('deletes the row that leaves the ring', async () => {
    const { kv, journal } = start(JOURNAL_RING);
    await kv.write([
      { key: ringKey(1), value: Buffer.alloc(8) },
      { key: ringKey(2), value: Buffer.alloc(8) },
    ]);
    await journal.commit([put(1)]);
    expect(kv.getSync(ringKey(1))).to.equal(undefined);
    expect(kv.getSync(ringKey(2))).to.not.equal(undefined);
  });

  it('ends with the first failed write: all are refused, the node is told once', async () => {
    const { kv, journal, fatal } = start();
    kv.hold();
    const outcomes = [1, 2].map((n) =>
      journal.commit([put(n)]).then(
        () => 'kept',
        () => 'refused',
      ),
    );
    await turn();
    outcomes.push(
      journal.commit([put(3)]).then(
        () => 'kept',
        () => 'refused',
      ),
    );
    kv.failNextSync();
    kv.release();
    expect(await Promise.all(outcomes)).to.deep.equal(['refused', 'refused', 'refused']);
    expect(fatal.length).to.equal(1);
    expect(
      await journal.commit([put(4)]).then(
        () => 'kept',
        () => 'refused',
      ),
    ).to.equal('refused');
    expect(
      await journal.whenDrained().then(
        () => 'drained',
        () => 'refused',
      ),
    ).to.equal('refused');
    expect(fatal.length).to.equal(1);
    expect(kv.getSync(key(1))).to.equal(undefined);
  });

  it('drains what was committed before and takes nothing after close', async () => {
    const { kv, journal } = start();
    kv.hold();
    void journal.commit([put(1)]);
    const drained = journal.whenDrained().then(() => kv.getSync(key(1)) !== undefined);
    kv.release();
    expect(await drained).to.equal(true);
    await journal.commit([]);
    await journal.close();
    expect(
      await journal.commit([put(2)]).then(
        () => 'kept',
        () => 'refused',
      ),
    ).to.equal('refused');
  });

  it('decodes a row once until it is written again, sees queued writes, and gives away only rows that cannot be changed', async () => {
    const { kv, journal } = start();
    const opened: number[] = [];
    const read = (n: number) =>
      journal.row(named(n), (bytes) => {
        opened.push(n);
        return { list: [...bytes] };
      });
    expect([read(1), read(1)]).to.deep.equal([undefined, undefined]);
    await journal.commit([put(1)]);
    const first = read(1);
    expect(first).to.deep.equal({ list: [1] });
    expect(read(1)).to.equal(first);
    expect(() => (first as { list: number[] }).list.push(9)).to.throw(TypeError);
    kv.hold();
    const written = journal.commit([{ key: key(1), value: Buffer.of(7) }]);
    expect(read(1)).to.deep.equal({ list: [7] });
    const removed = journal.commit([{ key: key(1), value: undefined }]);
    expect(read(1)).to.equal(undefined);
    kv.release();
    await Promise.all([written, removed]);
    expect(read(1)).to.equal(undefined);
    expect(opened).to.deep.equal([1, 1]);
  });

  it('tells what is queued from what is durable', async () => {
    const { kv, journal } = start();
    await journal.commit([put(1), put(2)]);
    await journal.commit([
      { key: key(1), value: Buffer.of(7) },
      { key: key(2), value: undefined },
    ]);
    const both = (n: number) => [journal.getSync(key(n))?.[0], kv.getSync(key(n))?.[0]];
    expect([both(1), both(2)]).to.deep.equal([
      [7, 7],
      [undefined, undefined],
    ]);
    kv.hold();
    const queued = journal.commit([{ key: key(1), value: Buffer.of(8) }]);
    expect(both(1)).to.deep.equal([8, 7]);
    kv.release();
    await queued;
    expect(both(1)).to.deep.equal([8, 8]);
  });

  it('keeps no large row, and nothing that could not be decoded', async () => {
    const { journal } = start();
    await journal.commit([put(1, ROW_KEPT_BYTES_MAX + 1), put(2)]);
    let opened = 0;
    const length = () =>
      journal.row(named(1), (bytes) => {
        opened += 1;
        return bytes.length;
      });
    expect([length(), length()]).to.deep.equal([ROW_KEPT_BYTES_MAX + 1, ROW_KEPT_BYTES_MAX + 1]);
    expect(opened).to.equal(2);
    const damaged = () =>
      journal.row(named(2), () => {
        throw new Error('damaged');
      });
    expect(damaged).to.throw('damaged');
    expect(damaged).to.throw('damaged');
  });
});
