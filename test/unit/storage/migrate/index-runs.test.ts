// A store of version 1, with a row for each entry of an index group, becomes the store that sealing writes now,
// whenever power is lost meanwhile.
import { expect } from 'chai';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { sealJson } from '../../../../storage/engine/value.js';
import { metaKey, rowRange } from '../../../../storage/keys/chain-keys.js';
import { CHAIN_ROWS, type ChainRow } from '../../../../storage/keys/chain-rows.js';
import { groupOf, runKey } from '../../../../storage/keys/index-keys.js';
import { openStoreOn, type StoreOnOptions } from '../../../../storage/open.js';
import { isRebuilding } from '../../../../storage/repair/rebuild.js';
import { aChain } from '../../../support/a-chain.js';

const OTHER = '22222222-2222-4222-8222-222222222222';
const GROUPED = (Object.keys(CHAIN_ROWS) as ChainRow[]).filter((row) => /(Run|Count)$/.test(row));

const start = (kv: MemoryKv, more: Partial<StoreOnOptions> = {}) =>
  openStoreOn(kv, {
    nowMs: 1,
    onFatal: (error) => {
      throw error;
    },
    ...more,
  });

async function rowsOf(kv: MemoryKv): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const row of Object.keys(CHAIN_ROWS) as ChainRow[]) {
    if (row === 'meta' || row === 'ring') continue;
    for await (const [key, value] of kv.range(rowRange(row)))
      rows.push(`${row} ${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`);
  }
  return rows;
}

describe('storage/migrate/index-runs', () => {
  /**
   * The rows as they are written now, and a store that says version 1 with counters without entries and rows of one
   * entry.
   */
  async function both(): Promise<{ now: readonly string[]; old: MemoryKv }> {
    const kv = memoryKv();
    const store = await start(kv, { version: 1, migrations: [] });
    const chain = new ChainStore(kv, store.journal);
    for (const step of aChain(6, 12)) await store.journal.commit(chain.sealOps({ reg: 3, ...step }));
    for (const step of aChain(2, 4, OTHER)) await store.journal.commit(chain.sealOps({ reg: 4, ...step }));
    const now = await rowsOf(kv);
    const old = kv.crash();
    for (const row of GROUPED)
      for await (const [key, value] of old.range(rowRange(row)))
        await old.write([{ key, value: row.endsWith('Count') ? value.slice(0, 22) : undefined }]);
    for (const reg of [3, 4])
      for (const n of [0, 1, 2, 40])
        await old.write([{ key: runKey({ family: 'wallet', group: groupOf('x'), reg }, n), value: Buffer.alloc(27) }]);
    // The program of version 1 was rebuilding one of them when it was stopped.
    await old.write([{ key: metaKey('rebuild/3'), value: sealJson({ next: 4 }) }]);
    return { now, old };
  }

  it('makes the rows as a seal writes them', async () => {
    const { now, old } = await both();
    expect(await rowsOf(old)).not.to.deep.equal(now);
    const store = await start(old);
    expect(await rowsOf(old)).to.deep.equal(now);
    expect(isRebuilding(store.kv, 3)).to.equal(false);
    const page = await new ChainStore(old, store.journal).byBlueprint(3, 'bp1', { skip: 0, top: 100 });
    expect(page.items.length).to.equal(page.total);
    expect(page.total).to.be.greaterThan(16);
  });

  it('is done again after losing power at any of its writes', async () => {
    const { now, old } = await both();
    for (let survived = 1; ; survived++) {
      const kv = old.crash();
      kv.hold();
      const opening = start(kv).catch(() => undefined);
      let written = 0;
      let idle = 0;
      while (written < survived && idle < 20) {
        await new Promise((resolve) => setImmediate(resolve));
        idle = kv.pending > 0 ? 0 : idle + 1;
        if (kv.pending > 0) {
          kv.sync(1);
          written++;
        }
      }
      const disk = kv.crash();
      await opening;
      await start(disk);
      expect(await rowsOf(disk), `after ${survived} writes`).to.deep.equal(now);
      if (written < survived) break;
    }
  });
});
