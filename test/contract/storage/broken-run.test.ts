// A block that goes bad in an old table of an open store: LevelDB ends the process over it. The next start comes to
// that table, however old it is and however little a start looks at otherwise. So does a start after damage that was
// met in time, and one after a start that was broken off.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, cpSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { examineStore, tablePath } from '../../../storage/disk/examine.js';
import { readManifest } from '../../../storage/disk/manifest.js';
import { nextTable, PASS_MS_MIN } from '../../../storage/disk/pass.js';
import { TableScrub } from '../../../storage/disk/table-scrub.js';
import { keepSoundFrom, VERIFY_FILE, wantedVerify } from '../../../storage/engine/verify-file.js';
import { heightKey } from '../../../storage/keys/chain-keys.js';
import { lostRows, openStore, type Store } from '../../../storage/open.js';
import { folderOfAll } from '../../support/base/folders.js';
import { QUIET } from '../../support/node/ledger-world.js';

/** A start looks at the newest table only. */
const options = { nowMs: 1, onFatal: () => undefined, startBytesMax: 0 };
const ROWS = 4500;
const STORE = new URL('../../../storage/open.js', import.meta.url).href;
const KEYS = new URL('../../../storage/keys/chain-keys.js', import.meta.url).href;
/** Reads the rows of the store one by one, as a program of its own. */
const READER = `
  import { heightKey } from ${JSON.stringify(KEYS)};
  import { openStore } from ${JSON.stringify(STORE)};
  const store = await openStore(process.argv[1], { nowMs: 1, onFatal: () => undefined, startBytesMax: 0 });
  console.log('opened');
  for (let n = 0; n < ${ROWS}; n++)
    try { store.kv.getSync(heightKey('pointer', 1, n)); } catch { console.log('met'); }
  await store.close();
  console.log('read');
`;

/**
 * Rows of the first half are packed by LevelDB; those of the second half, as hashes and signatures mostly are, cannot
 * be.
 */
function rowOf(n: number): { readonly key: Uint8Array; readonly value: Uint8Array } {
  const hash = createHash('sha512').update(String(n)).digest();
  const value = n < ROWS / 2 ? Buffer.from(hash.toString('hex').repeat(2)) : Buffer.concat([hash, sha512(hash)]);
  return { key: heightKey('pointer', 1, n), value };
}

function sha512(bytes: Uint8Array): Buffer {
  return createHash('sha512').update(bytes).digest();
}

describe('a run that damage ended', function () {
  this.timeout(120_000);
  const root = folderOfAll();
  const base = join(root, 'base');
  let copies = 0;

  before(async () => {
    const store = await openStore(base, options);
    for (let n = 0; n < ROWS; n += 50) await store.journal.commit(Array.from({ length: 50 }, (_, i) => rowOf(n + i)));
    await store.close();
    // LevelDB writes what its log holds into a table when it opens. Four of them it would merge.
    for (let i = 0; i < 2; i++) await (await openStore(base, options)).close();
  });

  function copyOf(dir: string): string {
    const copy = join(root, `copy${copies++}`);
    cpSync(dir, copy, { recursive: true });
    return copy;
  }

  /**
   * Zeros in the oldest table. Those that begin a block which is not packed are a key of no bytes, over which LevelDB
   * ends the process.
   */
  function spoilOldest(dir: string, { at, bytes } = { at: 0.75, bytes: 8192 }): number {
    const table = readManifest(dir)!.tables.at(-1)!;
    const file = openSync(tablePath(dir, table), 'r+');
    writeSync(file, Buffer.alloc(bytes), 0, bytes, Math.floor(table.bytes * at));
    closeSync(file);
    return table.number;
  }

  function read(dir: string): { readonly signal: string | null; readonly out: string } {
    const { signal, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', READER, dir], {
      encoding: 'utf8',
      // Where the system keeps the core that it is meant to end with, it goes with the folder.
      cwd: root,
    });
    if (signal === null) expect(stderr).to.equal('');
    return { signal, out: stdout };
  }

  function goneRows(store: Store): number {
    let gone = 0;
    for (let n = 0; n < ROWS; n++) if (!store.kv.getSync(rowOf(n).key)) gone += 1;
    return gone;
  }

  it('is followed by a start that comes to the damage, however old, and not by another end', async () => {
    const dir = copyOf(base);
    expect(readManifest(dir)!.tables.length).to.be.greaterThan(1);
    spoilOldest(dir);
    expect(wantedVerify(dir), 'nothing is asked after a stop in good order').to.equal(undefined);
    const first = read(dir);
    expect(first.out, 'a start that looks at the newest only does not come to it').to.match(/^opened\n/);
    expect(first.signal).to.equal('SIGABRT');
    expect(wantedVerify(dir)).to.deep.equal({});
    const store = await openStore(dir, options);
    expect(lostRows(store.kv)?.registers.map(({ row }) => row)).to.include('pointer');
    expect(goneRows(store)).to.be.greaterThan(0);
    await store.close();
    expect(existsSync(join(dir, VERIFY_FILE))).to.equal(false);
    expect(read(dir)).to.deep.equal({ signal: null, out: 'opened\nread\n' });
  });

  it('asks for nothing after a stop in good order, and for everything while the store is open', async () => {
    const dir = copyOf(base);
    const store = await openStore(dir, options);
    expect(wantedVerify(dir)).to.deep.equal({});
    await store.close();
    expect(wantedVerify(dir)).to.equal(undefined);
  });

  it('keeps what it met of damage through a stop in good order', async () => {
    for (const meet of [
      async (dir: string) => {
        await new Promise<void>((resolve) => {
          const scrub = new TableScrub(dir, 1 << 24, {
            log: QUIET,
            onFatal: () => void scrub.stop().then(() => resolve()),
          });
        });
      },
      (_dir: string, store: Store) => {
        // A block that does not unpack: LevelDB says so, and goes on.
        expect(() => goneRows(store)).to.throw('cannot be read');
        return Promise.resolve();
      },
    ]) {
      const dir = copyOf(base);
      const store = await openStore(dir, options);
      spoilOldest(dir, { at: 0.15, bytes: 1024 });
      await meet(dir, store);
      await store.close();
      expect(wantedVerify(dir)).to.deep.equal({});
      const again = await openStore(dir, options);
      expect(lostRows(again.kv)).to.not.equal(undefined);
      await again.close();
    }
  });

  it('goes on where a start was broken off, and verifies the newest again', () => {
    const dir = copyOf(base);
    const numbers = readManifest(dir)!.tables.map(({ number }) => number);
    const looks: unknown[] = [];
    expect(examineStore(dir, {}, (at) => looks.push(at.soundFrom))?.verified).to.equal(numbers.length);
    expect(looks).to.deep.equal(numbers);
    const bad = spoilOldest(dir);
    looks.length = 0;
    const examined = examineStore(dir, { bytesMax: 0, alsoBelow: numbers.at(-2)! }, (at) => looks.push(at.soundFrom));
    expect(examined?.damage.map(({ number }) => number)).to.deep.equal([bad]);
    expect(looks, 'nothing is kept once damage was found').to.deep.equal([numbers[0], undefined]);
    keepSoundFrom(dir, 12);
    expect(wantedVerify(dir)).to.deep.equal({ soundFrom: 12 });
    const path = join(dir, VERIFY_FILE);
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(2), 0, 2, 6);
    closeSync(file);
    expect(readFileSync(path).length).to.be.greaterThan(8);
    expect(wantedVerify(dir), 'a note that cannot be read asks for everything').to.deep.equal({});
  });

  it('verifies what was never verified first, then what was verified longest ago', () => {
    const tables = [5, 4, 3].map((number) => ({ number, level: 0, bytes: 1, from: Buffer.of(0), to: Buffer.of(1) }));
    const next = (at: readonly (readonly [number, number])[], now: number) =>
      nextTable(tables, new Map(at), now)?.number;
    expect(next([], 0)).to.equal(5);
    expect(next([[5, 0]], 1)).to.equal(4);
    const seen = [[5, 30], [4, 10], [3, 20]] as const; // biome-ignore format: a row a table
    expect(next(seen, PASS_MS_MIN)).to.equal(undefined);
    expect(next(seen, PASS_MS_MIN + 10)).to.equal(4);
    expect(next(seen, 10 * PASS_MS_MIN), 'the oldest is never left behind by the newer ones').to.equal(4);
  });
});
