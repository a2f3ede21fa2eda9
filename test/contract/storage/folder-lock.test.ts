// One process, one store: another one is refused whichever files were deleted, and the one that has the store notices
// when its files are not its own any more.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { STORE_VERSION } from '../../../core/base/version.js';
import type { StoreError } from '../../../storage/engine/fault.js';
import { watchFolder } from '../../../storage/engine/folder-lock.js';
import { openStore, type Store } from '../../../storage/open.js';
import { folderOfAll } from '../../support/base/folders.js';

const options = { nowMs: 1, onFatal: () => undefined };
const STORE = new URL('../../../storage/open.js', import.meta.url).href;
/** Opens the store as a program of its own, and prints the code of its refusal. */
const OPENER = `
  import { openStore } from ${JSON.stringify(STORE)};
  const said = await openStore(process.argv[1], { nowMs: 1, onFatal: () => undefined }).then(
    (store) => store.close().then(() => 'opened'),
    (error) => error.issue?.code ?? String(error),
  );
  process.stdout.write(said);
`;
const LOCK = join('FOLDER-LOCK', 'LOCK');

function elsewhere(dir: string): string {
  return spawnSync(process.execPath, ['--input-type=module', '-e', OPENER, dir], { encoding: 'utf8' }).stdout;
}

async function here(dir: string): Promise<string> {
  return openStore(dir, options).then(
    (store) => store.close().then(() => 'opened'),
    (error: StoreError) => error.issue.code,
  );
}

/** By a program of its own: to read a locked file in this process would end the lock. */
function copied(from: string, to: string): void {
  expect(spawnSync('cp', ['-r', from, to]).status).to.equal(0);
}

function inode(path: string): number {
  return statSync(path).ino;
}

describe('the lock of a folder', () => {
  const root = folderOfAll();
  let dir: string;
  let store: Store;
  let dirs = 0;

  beforeEach(async () => {
    dir = join(root, `store${dirs++}`);
    store = await openStore(dir, options);
  });
  afterEach(() => store.close().catch(() => undefined));

  for (const gone of [[], ['LOCK'], ['FOLDER-LOCK'], ['LOCK', 'FOLDER-LOCK'], ['LOCK', 'FORMAT']])
    it(`refuses another process without ${gone.join(' and ') || 'nothing'}, and the first goes on`, async () => {
      for (const name of gone) rmSync(join(dir, name), { recursive: true });
      const isLocked = !gone.includes('FORMAT');
      expect(elsewhere(dir)).to.equal(isLocked ? 'STORE_LOCKED' : 'STORE_VERSION');
      expect(store.lossReason()).to.equal(undefined);
      await store.journal.commit([{ key: Buffer.from('mx'), value: Buffer.of(1) }]);
    });

  it('refuses the same process, whose second try ends no lock', async () => {
    // Without LevelDB's own lock, which would hide that.
    rmSync(join(dir, 'LOCK'));
    expect(await here(dir)).to.equal('STORE_LOCKED');
    expect(elsewhere(dir)).to.equal('STORE_LOCKED');
  });

  it('ends with the store', async () => {
    await store.close();
    expect(elsewhere(dir)).to.equal('opened');
    store = await openStore(dir, options);
    expect(store.cleanStart).to.equal(true);
  });

  it('is kept over a raise of the format', async () => {
    await store.close();
    writeFileSync(join(dir, 'FORMAT'), `quorate-store-format ${STORE_VERSION - 1}\n`);
    rmSync(join(dir, 'FOLDER-LOCK'), { recursive: true });
    store = await openStore(dir, options);
    rmSync(join(dir, 'LOCK'));
    rmSync(join(dir, 'FOLDER-LOCK'), { recursive: true });
    expect(elsewhere(dir)).to.equal('STORE_LOCKED');
    expect(store.lossReason()).to.equal(undefined);
    expect(readFileSync(join(dir, 'FORMAT'), 'utf8')).to.equal(`quorate-store-format ${STORE_VERSION}\n`);
  });

  it('is taken in a copy of the folder, whose files are other ones, and stays with the first where FORMAT was put back', async () => {
    const copy = join(root, 'copy');
    copied(dir, copy);
    expect(inode(join(copy, 'FORMAT'))).to.not.equal(inode(join(copy, LOCK)));
    expect(elsewhere(copy)).to.equal('opened');
    expect(inode(join(copy, 'FORMAT'))).to.equal(inode(join(copy, LOCK)));
    copied(join(dir, 'FORMAT'), join(dir, 'FORMAT.of-a-backup'));
    renameSync(join(dir, 'FORMAT.of-a-backup'), join(dir, 'FORMAT'));
    expect(elsewhere(dir)).to.equal('STORE_LOCKED');
  });

  it('makes a damaged database of its own again', async () => {
    await store.close();
    for (const name of readdirSync(join(dir, 'FOLDER-LOCK')))
      if (name !== 'LOCK') writeFileSync(join(dir, 'FOLDER-LOCK', name), 'rubbish');
    store = await openStore(dir, options);
    expect(elsewhere(dir)).to.equal('STORE_LOCKED');
  });

  for (const name of ['LOCK', LOCK, 'FORMAT'])
    it(`is lost when ${name} is another file`, () => {
      writeFileSync(join(dir, 'other'), readFileSync(join(dir, name)));
      renameSync(join(dir, 'other'), join(dir, name));
      expect(store.lossReason()).to.contain(`the file ${name} in`);
    });

  it('is lost when MARK is gone or not as it was written', async () => {
    const whole = readFileSync(join(dir, 'MARK'));
    writeFileSync(join(dir, 'MARK'), Buffer.alloc(whole.length));
    expect(store.lossReason()).to.contain('MARK');
    writeFileSync(join(dir, 'MARK'), whole);
    expect(store.lossReason()).to.equal(undefined);
    await store.journal.commit([{ key: Buffer.from('mx'), value: Buffer.of(1) }]);
    expect(store.lossReason()).to.equal(undefined);
    rmSync(join(dir, 'MARK'));
    expect(store.lossReason()).to.contain('MARK');
  });

  it('is lost when the folder was moved, and when a copy took its place', () => {
    renameSync(dir, `${dir}.moved`);
    expect(store.lossReason()).to.contain('are gone');
    copied(`${dir}.moved`, dir);
    expect(store.lossReason()).to.contain('is another one');
    expect(elsewhere(`${dir}.moved`)).to.equal('STORE_LOCKED');
  });

  it('is looked at each second until it is lost, and then nothing more is written', async () => {
    const looks: (() => void)[] = [];
    const lost: string[] = [];
    const watch = watchFolder({
      lossReason: store.lossReason,
      setTimer: (run, ms) => {
        expect(ms).to.equal(1000);
        looks.push(run);
        return { cancel: () => looks.splice(0) };
      },
      onLost: (error) => {
        lost.push(error.issue.code);
        store.journal.fail(error);
      },
    });
    for (let i = 0; i < 3; i++) looks.shift()!();
    expect(lost).to.deep.equal([]);
    rmSync(join(dir, 'MARK'));
    looks.shift()!();
    expect([lost, looks.length]).to.deep.equal([['STORE_LOCKED'], 0]);
    const refused = await store.journal.commit([{ key: Buffer.from('mx'), value: Buffer.of(1) }]).catch((e) => e);
    expect(refused.message).to.contain('was taken from this process');
    watch.cancel();
    // The rest is closed without a word of the store.
    await store.close().catch(() => undefined);
    store = await openStore(join(root, `store${dirs++}`), options);
  });
});
