// Runs the Kv suite on LevelDB and on the disk in memory, and checks what each engine adds: refusals on one, crashes on
// the other.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { StoreError } from '../../../storage/engine/fault.js';
import { openLevel } from '../../../storage/engine/level.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { kvSuite } from './kv-suite.js';

const folders: string[] = [];

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'quorate-kv-'));
  folders.push(dir);
  return join(dir, 'store');
}

async function codeOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
  } catch (error) {
    if (error instanceof StoreError) return error.issue.code;
    throw error;
  }
  return 'opened';
}

after(() => {
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
});

kvSuite('LevelDB', () => openLevel(folder()));
kvSuite('memory', async () => memoryKv());

describe('openLevel', () => {
  const key = Buffer.of(1);

  it('refuses a store that is open already', async () => {
    const dir = folder();
    const kv = await openLevel(dir);
    expect(await codeOf(openLevel(dir))).to.equal('STORE_LOCKED');
    await kv.write([{ key, value: key }]);
    await kv.close();
  });

  it('keeps what was written over a reopen', async () => {
    const dir = folder();
    const first = await openLevel(dir);
    await first.write([{ key, value: Buffer.of(42) }]);
    await first.close();
    const second = await openLevel(dir);
    expect(second.getSync(key)![0]).to.equal(42);
    await second.close();
  });

  it('says how many bytes its tables take', async () => {
    const dir = folder();
    const first = await openLevel(dir);
    await first.write([{ key: Buffer.from('~a'), value: randomBytes(1_000_000) }]);
    await first.close();
    const second = await openLevel(dir);
    expect(await second.sizeBytes?.()).to.be.within(1_000_000, 1_100_000);
    await second.close();
  });

  it('refuses a folder with foreign files and leaves it as it was', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'quorate-kv-'));
    folders.push(dir);
    writeFileSync(join(dir, 'letter.txt'), 'hello');
    expect(await codeOf(openLevel(dir))).to.equal('STORE_VERSION');
    expect(readdirSync(dir)).to.deep.equal(['letter.txt']);
  });

  it('refuses a store of another version and leaves it as it was', async () => {
    const dir = folder();
    await (await openLevel(dir)).close();
    writeFileSync(join(dir, 'FORMAT'), 'quorate-store-format 999\n');
    const before = readdirSync(dir).sort();
    expect(await codeOf(openLevel(dir))).to.equal('STORE_VERSION');
    expect(readdirSync(dir).sort()).to.deep.equal(before);
    for (const earlier of ['quorate-store 1\n', 'quorate-store 8']) {
      writeFileSync(join(dir, 'FORMAT'), earlier);
      expect(await codeOf(openLevel(dir))).to.equal('STORE_VERSION');
      expect(readFileSync(join(dir, 'FORMAT'), 'utf8')).to.equal(earlier);
    }
    writeFileSync(join(dir, 'FORMAT'), 'rubbish');
    expect(await codeOf(openLevel(dir))).to.equal('STORE_DAMAGED');
  });

  it('refuses a store whose CURRENT or MANIFEST is gone or damaged', async () => {
    const dir = folder();
    const kv = await openLevel(dir);
    await kv.write([{ key, value: key }]);
    await kv.close();
    const current = readFileSync(join(dir, 'CURRENT'), 'utf8');
    rmSync(join(dir, 'CURRENT'));
    const before = readdirSync(dir).sort();
    expect(await codeOf(openLevel(dir))).to.equal('STORE_DAMAGED');
    expect(readdirSync(dir).sort()).to.deep.equal(before);
    writeFileSync(join(dir, 'CURRENT'), current);
    const manifest = join(dir, current.trim());
    const bytes = readFileSync(manifest);
    writeFileSync(manifest, Buffer.concat([Buffer.alloc(20, 0xee), bytes.subarray(20)]));
    expect(await codeOf(openLevel(dir))).to.equal('STORE_DAMAGED');
    writeFileSync(manifest, bytes);
    const again = await openLevel(dir);
    expect(again.getSync(key)![0]).to.equal(1);
    await again.close();
  });

  it('refuses a network file system unless told otherwise', async () => {
    const fileSystemType = (): number => 0x6969;
    expect(await codeOf(openLevel(folder(), { fileSystemType }))).to.equal('STORE_UNSAFE');
    await (await openLevel(folder(), { fileSystemType, allowNetworkFileSystem: true })).close();
  });
});

describe('memoryKv', () => {
  const op = (n: number) => [
    { key: Buffer.of(n), value: Buffer.of(n) },
    { key: Buffer.of(n + 100), value: Buffer.of(n) },
  ];

  it('loses what was not synced in a crash, whole batches at a time and in order', async () => {
    const kv = memoryKv();
    await kv.write(op(1));
    kv.hold();
    const lost = [kv.write(op(2)), kv.write(op(3)), kv.write(op(4))].map((write) =>
      write.then(
        () => 'kept',
        () => 'lost',
      ),
    );
    expect(kv.pending).to.equal(3);
    kv.sync(1);
    const survivor = kv.crash(1);
    expect(await Promise.all(lost)).to.deep.equal(['kept', 'lost', 'lost']);
    const held = [1, 2, 3, 4, 101, 102, 103, 104].filter((n) => survivor.getSync(Buffer.of(n)) !== undefined);
    expect(held).to.deep.equal([1, 2, 3, 101, 102, 103]);
    expect(() => kv.getSync(Buffer.of(1))).to.throw('closed');
  });

  it('writes nothing after a failed sync', async () => {
    const kv = memoryKv();
    kv.failNextSync();
    expect(await codeOf(kv.write(op(1)))).to.equal('STORE_DAMAGED');
    expect(await codeOf(kv.write(op(2)))).to.equal('STORE_DAMAGED');
    expect(kv.getSync(Buffer.of(2))).to.equal(undefined);
  });
});
