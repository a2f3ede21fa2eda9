// Damaged files of a store on the real engine, with and without its mark: each ends in a refusal that changes nothing,
// or in a store that says what it lost and can be read to its end. LevelDB itself ends the process over some of them,
// and begins a new database over others.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { crc32c } from '../../../storage/disk/crc32c.js';
import { prepareDisk } from '../../../storage/disk/prepare.js';
import { TableScrub } from '../../../storage/disk/table-scrub.js';
import { StoreError } from '../../../storage/engine/fault.js';
import { heightKey, stateKey, transactionKey } from '../../../storage/keys/chain-keys.js';
import { lostRows, openStore, type Store } from '../../../storage/open.js';
import { Dice } from '../../support/base/dice.js';
import { folderOfAll } from '../../support/base/folders.js';
import { QUIET } from '../../support/node/ledger-world.js';

const options = { nowMs: 1, onFatal: () => undefined };
const ROWS = 6000;

/** Rows of three families of register 1, so that most blocks hold rows of one. */
function rowOf(n: number): { readonly key: Uint8Array; readonly value: Uint8Array } {
  const value = Buffer.from(createHash('sha256').update(String(n)).digest('hex').repeat(3));
  const height = Math.floor(n / 3);
  if (n % 3 === 0) return { key: heightKey('pointer', 1, height), value };
  if (n % 3 === 1) return { key: stateKey(1, `wallet/${n}`), value };
  return { key: transactionKey({ reg: 1, height, hash: Buffer.alloc(32, 7) }, 0), value };
}

async function filled(dir: string): Promise<void> {
  const store = await openStore(dir, options);
  for (let n = 0; n < ROWS; n += 50) await store.journal.commit(Array.from({ length: 50 }, (_, i) => rowOf(n + i)));
  await store.close();
}

/** Every file of a folder by its hash, without what a lock or LevelDB's own log leaves. */
function state(dir: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(dir))
    if (!/^(LO(G|CK)|FOLDER-LOCK$)/.test(name))
      files[name] = createHash('sha256')
        .update(readFileSync(join(dir, name)))
        .digest('hex');
  return files;
}

describe('a damaged store', function () {
  this.timeout(120_000);
  const root = folderOfAll();
  const inLog = join(root, 'log');
  const inTables = join(root, 'tables');
  let copies = 0;

  before(async () => {
    await filled(inLog);
    cpSync(inLog, inTables, { recursive: true });
    // LevelDB writes what its log holds into a table when it opens.
    await (await openStore(inTables, options)).close();
  });

  function copyOf(dir: string): string {
    const copy = join(root, `copy${copies++}`);
    cpSync(dir, copy, { recursive: true });
    return copy;
  }

  /** The largest file with this ending. */
  function fileOf(dir: string, ending: string): string {
    const names = readdirSync(dir).filter((name) => name.endsWith(ending));
    return join(dir, names.sort((a, b) => statSync(join(dir, b)).size - statSync(join(dir, a)).size)[0]!);
  }

  function spoil(path: string, change: (bytes: Buffer) => void): void {
    const bytes = readFileSync(path);
    change(bytes);
    writeFileSync(path, bytes);
  }

  async function refusal(dir: string): Promise<string> {
    const before = state(dir);
    const said = await openStore(dir, options).then(
      (store) => store.close().then(() => `opened, fence ${store.fence}`),
      (error: unknown) => (error instanceof StoreError ? error.issue.message : String(error)),
    );
    if (!said.startsWith('opened')) expect(state(dir), 'a refused store is left as it was').to.deep.equal(before);
    return said;
  }

  /** Reads every row; those that are gone have to be among what the store says it lost. */
  async function goneRows(store: Store): Promise<number> {
    const lost = lostRows(store.kv)?.registers.map(({ row }) => row) ?? [];
    let gone = 0;
    for (let n = 0; n < ROWS; n++) {
      const { key, value } = rowOf(n);
      const found = store.kv.getSync(key);
      if (found && Buffer.compare(found, value) === 0) continue;
      expect(found, 'a row that is not the one that was written').to.equal(undefined);
      expect(lost).to.include(['pointer', 'state', 'transaction'][n % 3]);
      gone += 1;
    }
    for await (const _ of store.kv.range({ gte: Buffer.of(0), lt: Buffer.of(255) }));
    return gone;
  }

  it('sums as its specification says (RFC 3720 B.4)', () => {
    expect(crc32c(Buffer.alloc(32))).to.equal(0x8a9136aa);
    expect(crc32c(Buffer.alloc(32, 0xff))).to.equal(0x62a8ab43);
    expect(crc32c(Buffer.from(Array.from({ length: 32 }, (_, i) => i)))).to.equal(0x46dd794e);
    expect(crc32c(Buffer.from(Array.from({ length: 33 }, (_, i) => i)), 0, 32)).to.equal(0x46dd794e);
  });

  it('never reads flipped bits, zeroed sectors and zeroed pages of a table as health', async () => {
    const roll = new Dice('damage');
    const seen = { refused: 0, opened: 0, gone: 0 };
    for (let i = 0; i < 36; i++) {
      const dir = copyOf(inTables);
      spoil(fileOf(dir, '.ldb'), (bytes) => {
        const at = Math.floor(roll.number() * (bytes.length - 5000));
        if (i % 3 === 0) bytes[at]! ^= 1 << (i % 8);
        else if (i % 3 === 1) bytes.fill(0, at - (at % 512), at - (at % 512) + 512);
        else bytes.fill(0, at - (at % 4096), at - (at % 4096) + 4096);
      });
      const store = await openStore(dir, options).catch((error: unknown) => {
        if (error instanceof StoreError && error.issue.code === 'STORE_DAMAGED') return undefined;
        throw error;
      });
      if (!store) {
        seen.refused += 1;
        continue;
      }
      seen.opened += 1;
      expect(lostRows(store.kv), 'damage that was not told').to.not.equal(undefined);
      expect(existsSync(join(dir, 'quarantine'))).to.equal(true);
      seen.gone += await goneRows(store);
      await store.close();
      const again = await openStore(dir, options);
      expect(lostRows(again.kv), 'it stays told until the ledger marked its registers').to.not.equal(undefined);
      await again.close();
      rmSync(dir, { recursive: true });
    }
    expect(seen.opened).to.be.greaterThan(20);
    expect(seen.gone).to.be.greaterThan(seen.opened);
  });

  it('refuses a table that is gone, cut, empty or without its footer, and keeps the rest when the operator asks', async () => {
    const cases: ((path: string) => void)[] = [
      (path) => rmSync(path),
      (path) => truncateSync(path, 20_000),
      (path) => truncateSync(path, 0),
      (path) => spoil(path, (bytes) => bytes.fill(0, bytes.length - 8)),
      (path) => spoil(path, (bytes) => bytes.fill(0, bytes.length - 400, bytes.length - 300)),
    ];
    for (const harm of cases) {
      const dir = copyOf(inTables);
      harm(fileOf(dir, '.ldb'));
      expect(await refusal(dir)).to.match(/is damaged: \d+\.ldb .*Nothing was changed.*quorate salvage/);
      await prepareDisk(dir, { nowMs: 1, isSalvage: true });
      const saved = await openStore(dir, options).catch((error: unknown) => error);
      // The only table held the version of the store too: that is refused again, in words.
      expect((saved as StoreError).issue.message).to.include('restore a backup'.replace('restore', 'Restore'));
    }
  });

  it('refuses a store whose only log is gone or empty, with its mark, and with its key file alone', async () => {
    for (const harm of [
      (path: string) => rmSync(path),
      (path: string) => truncateSync(path, 0),
      (path: string) => spoil(path, (bytes) => bytes.fill(0)),
    ]) {
      const dir = copyOf(inLog);
      harm(fileOf(dir, '.log'));
      expect(await refusal(dir)).to.match(/holds nothing, but its file MARK tells of \d+ writes .*Nothing was changed/);
      rmSync(join(dir, 'MARK'));
      writeFileSync(join(dir, 'master.key'), 'k');
      expect(await refusal(dir)).to.match(/holds nothing, but it has the key file master\.key/);
    }
  });

  it('fences a store whose log was cut, and says how many dockets are missing', async () => {
    for (const withMark of [true, false]) {
      const dir = copyOf(inLog);
      const log = fileOf(dir, '.log');
      truncateSync(log, Math.floor(statSync(log).size / 2));
      if (!withMark) rmSync(join(dir, 'MARK'));
      const store = await openStore(dir, options);
      expect(store.fence).to.equal(withMark ? 'journal-tail' : 'mark-gone');
      if (withMark) {
        const pointers = Array.from({ length: ROWS / 3 }, (_, n) => store.kv.getSync(heightKey('pointer', 1, n)));
        expect(store.missing?.dockets).to.equal(pointers.filter((row) => row === undefined).length);
        expect(existsSync(join(dir, 'quarantine')), 'what LevelDB throws away is kept').to.equal(true);
      }
      await store.close();
    }
  });

  it('finds a hole in the log of a store that was stopped cleanly', async () => {
    const dir = copyOf(inLog);
    spoil(fileOf(dir, '.log'), (bytes) => bytes.fill(0, 200_000, 200_512));
    const store = await openStore(dir, options);
    expect([store.fence, store.cleanStart]).to.deep.equal(['journal-gap', false]);
    expect(store.missing?.dockets).to.be.greaterThan(0);
    await store.close();
  });

  it('finds a table that goes bad while the store is open, and has the node stop in good order', async () => {
    const dir = copyOf(inTables);
    const store = await openStore(dir, options);
    spoil(fileOf(dir, '.ldb'), (bytes) =>
      bytes.fill(0, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 64),
    );
    const error = await new Promise<Error>((resolve) => {
      const scrub = new TableScrub(dir, 1 << 24, {
        log: QUIET,
        onFatal: (found) => void scrub.stop().then(() => resolve(found)),
      });
    });
    expect(error.message).to.match(/^The table \d+\.ldb \(1 damaged blocks\) .* next start sets the damage aside/);
    await store.close();
    const again = await openStore(dir, options);
    expect(await goneRows(again)).to.be.greaterThan(0);
    await again.close();
  });

  it('refuses a damaged MANIFEST and a store that another process has open', async () => {
    const dir = copyOf(inTables);
    const manifest = readdirSync(dir).find((name) => name.startsWith('MANIFEST'))!;
    spoil(join(dir, manifest), (bytes) => bytes.fill(0, 30, 60));
    expect(await refusal(dir)).to.match(/MANIFEST-\d+ is damaged at byte 0.*Nothing was changed/);
    const open = copyOf(inTables);
    const store = await openStore(open, options);
    await openStore(open, options).then(
      () => expect.fail('it was opened twice'),
      (error: unknown) => expect((error as StoreError).issue.code).to.equal('STORE_LOCKED'),
    );
    await store.close();
  });
});
