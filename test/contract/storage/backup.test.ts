// Backup and restore on the real engine: a whole and consistent copy, fenced when it comes back, refused when it is
// damaged.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { systemRandom } from '../../../node/platform/clock.js';
import { backup, restore } from '../../../storage/backup/backup.js';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { StoreError } from '../../../storage/engine/fault.js';
import { openLevel } from '../../../storage/engine/level.js';
import type { Store } from '../../../storage/open.js';
import { openStore, openStoreOn, unsurveyedGap } from '../../../storage/open.js';
import { deepCheck } from '../../../storage/repair/check.js';
import { nodeSecret } from '../../../storage/secrets/node-secrets.js';
import { folderOfAll } from '../../support/base/folders.js';
import { aChain, applyStep } from '../../support/register/a-chain.js';

describe('backup and restore', () => {
  const root = folderOfAll();
  const file = join(root, 'copy.backup');
  const options = { nowMs: 1, onFatal: () => undefined };
  const steps = aChain(6, 3);
  let store: Store;

  before(async () => {
    store = await openStore(join(root, 'first'), options);
    const chain = new ChainStore(store.kv, store.journal);
    for (const step of steps) await store.journal.commit(chain.sealOps({ reg: 1, ...step }));
    // A value that spans chunks of the copy.
    await store.journal.commit([{ key: Buffer.from('zbig'), value: Buffer.alloc(2_500_000, 5) }]);
  });
  after(async () => {
    await store.close();
  });

  async function codeOf(action: Promise<unknown>): Promise<string> {
    return action.then(
      () => 'done',
      (error: unknown) => (error instanceof StoreError ? error.issue.code : String(error)),
    );
  }

  it('copies while the node works and brings back a sound, fenced store', async () => {
    const figures = await backup(store.kv, file);
    expect(figures.bytes).to.equal(readFileSync(file).length);
    expect(existsSync(`${file}.partial`)).to.equal(false);
    await store.journal.commit([{ key: Buffer.from('zafter'), value: Buffer.of(1) }]);
    const dir = join(root, 'second');
    expect((await restore(file, dir, { nowMs: 2 })).entries).to.equal(figures.entries);
    const second = await openStore(dir, options);
    expect([second.fence, second.voteMemoryLost, second.newStore]).to.deep.equal(['restored', true, false]);
    expect([store.losses, second.losses]).to.deep.equal([0, 1]);
    const chain = new ChainStore(second.kv, second.journal);
    expect(chain.loadState(1)).to.deep.equal(steps[5]!.after);
    expect(
      await deepCheck({ kv: second.kv, reg: 1, apply: (before, docket) => applyStep(before, docket) }),
    ).to.deep.equal([]);
    expect(second.kv.getSync(Buffer.from('zbig'))!.length).to.equal(2_500_000);
    expect(second.kv.getSync(Buffer.from('zafter'))).to.equal(undefined);
    await second.acceptLoss();
    await second.close();
    const third = await openStore(dir, options);
    expect([third.voteMemoryLost, third.cleanStart, third.losses]).to.deep.equal([false, true, 1]);
    await third.close();
  });

  it('has the restored store make a key of its own for tokens, and keeps its other secrets', async () => {
    const master = Buffer.alloc(32, 7);
    const names = [
      { name: 'token-key', length: 48 },
      { name: 'account-key', length: 32 },
    ] as const;
    const of = ({ kv, journal }: Store) =>
      Promise.all(names.map((each) => nodeSecret({ kv, journal, random: systemRandom }, master, each)));
    const [token, account] = await of(store);
    await backup(store.kv, file);
    const dir = join(root, 'of-its-own');
    await restore(file, dir, { nowMs: 2 });
    const other = await openStore(dir, options);
    const [otherToken, otherAccount] = await of(other);
    expect(Buffer.from(otherAccount!).equals(account!)).to.equal(true);
    expect(Buffer.from(otherToken!).equals(token!)).to.equal(false);
    expect(await of(other), 'made once').to.deep.equal([otherToken, otherAccount]);
    await other.close();
  });

  it('judges the writes of the restored store anew, whatever was accepted in the saved one', async () => {
    const long = await openStore(join(root, 'long'), options);
    for (let i = 0; i < 40; i++) await long.journal.commit([{ key: Buffer.from('zrow'), value: Buffer.of(i) }]);
    await long.acceptLoss();
    const copy = join(root, 'long.backup');
    await backup(long.kv, copy);
    await long.close();
    const dir = join(root, 'judged');
    await restore(copy, dir, { nowMs: 2 });
    const kv = await openLevel(dir, {});
    // The mark names more groups than there are: the tail is gone.
    const opened = await openStoreOn(kv, { ...options, marked: { seq: 9, dockets: 0 } });
    expect([opened.fence, unsurveyedGap(kv)]).to.deep.equal(['restored', 0]);
    await opened.close();
  });

  it('refuses a damaged, cut or foreign file and makes nothing', async () => {
    const whole = readFileSync(file);
    const flipped = Buffer.from(whole);
    flipped[Math.floor(flipped.length / 2)]! ^= 1;
    for (const bytes of [flipped, whole.subarray(0, whole.length - 1), whole.subarray(0, 40), Buffer.alloc(0)]) {
      const bad = join(root, 'bad.backup');
      writeFileSync(bad, bytes);
      const dir = join(root, 'nothing');
      expect(await codeOf(restore(bad, dir, { nowMs: 2 }))).to.equal('STORE_DAMAGED');
      expect(existsSync(dir)).to.equal(false);
    }
  });

  it('refuses a folder that holds a store', async () => {
    const dir = join(root, 'used');
    const used = await openStore(dir, options);
    await used.close();
    const before = readdirSync(dir).length;
    expect(await codeOf(restore(file, dir, { nowMs: 2 }))).to.equal('STORE_VERSION');
    expect(readdirSync(dir).length).to.be.at.least(before - 1);
    const again = await openStore(dir, options);
    expect(again.voteMemoryLost).to.equal(false);
    await again.close();
  });
});
