// Rebuilding gives the same bytes, also when it is interrupted; checks find each kind of damage and nothing in a sound
// store.
import { expect } from 'chai';
import type { Issue } from '../../../../core/base/issue.js';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import type { MemoryKv } from '../../../../storage/engine/memory.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { heightKey, locationKey, regKey, stateKey, transactionKey } from '../../../../storage/keys/chain-keys.js';
import { groupOf, runKey } from '../../../../storage/keys/index-keys.js';
import { deepCheck, quickCheck } from '../../../../storage/repair/check.js';
import { isRebuilding, purgeRows, rebuildIndexes } from '../../../../storage/repair/rebuild.js';
import type { ChainStep } from '../../../support/register/a-chain.js';
import { aChain, addressOfSender, applyStep } from '../../../support/register/a-chain.js';

const REG = 3;
const OTHER = 4;
const steps = aChain(12, 4);
const others = aChain(3, 2, '22222222-2222-4222-8222-222222222222');

function journalOn(kv: MemoryKv): Journal {
  return new Journal(kv, { onFatal: () => undefined });
}

async function filled(): Promise<{ kv: MemoryKv; journal: Journal; store: ChainStore }> {
  const kv = memoryKv();
  const journal = journalOn(kv);
  const store = new ChainStore(kv, journal);
  const sealAll = async (reg: number, chain: readonly ChainStep[]): Promise<void> => {
    for (const step of chain) await journal.commit(store.sealOps({ reg, ...step }));
  };
  await sealAll(REG, steps);
  await sealAll(OTHER, others);
  await journal.commit(store.recordOps(REG, { height: 12, tipHash: steps[11]!.sealed.docket.hash }));
  return { kv, journal, store };
}

async function dump(kv: MemoryKv): Promise<string[]> {
  const rows: string[] = [];
  for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(255) }))
    if (key[0] !== 'j'.charCodeAt(0))
      rows.push(`${Buffer.from(key).toString('hex')}=${Buffer.from(value).toString('hex')}`);
  return rows;
}

const deep = (kv: MemoryKv): Promise<Issue[]> =>
  deepCheck({ kv, reg: REG, apply: (before, docket) => applyStep(before, docket) });

describe('rebuildIndexes', () => {
  it('gives the same bytes for every row', async () => {
    const { kv, journal } = await filled();
    const before = await dump(kv);
    const seen: number[] = [];
    const totals = await rebuildIndexes({ kv, journal, reg: REG, onProgress: (height) => seen.push(height) });
    expect(totals.transactions).to.equal(48);
    expect(seen.at(-1)).to.equal(11);
    expect(await dump(kv)).to.deep.equal(before);
    expect(isRebuilding(kv, REG)).to.equal(false);
  });

  it('repairs indexes that are damaged or missing', async () => {
    const { kv, journal } = await filled();
    const before = await dump(kv);
    const run = runKey({ family: 'wallet', group: groupOf(addressOfSender('wallet1')), reg: REG }, 0);
    expect(kv.getSync(run)).to.have.length(192);
    await kv.write([
      { key: run, value: Buffer.of(1) },
      { key: locationKey(REG, steps[3]!.sealed.docket.transactions[0]!.txId), value: undefined },
      { key: locationKey(REG, 'ee'.repeat(32)), value: Buffer.alloc(14) },
      { key: heightKey('pointer', REG, 5), value: undefined },
    ]);
    await rebuildIndexes({ kv, journal, reg: REG });
    expect(await dump(kv)).to.deep.equal(before);
  });

  it('goes on after losing power at any of its commits', async () => {
    const whole = await dump((await filled()).kv);
    let interrupted = 0;
    for (let allowed = 0; allowed < 40; allowed++) {
      const { kv } = await filled();
      const journal = journalOn(kv);
      let commits = 0;
      const dying = {
        getSync: (key: Uint8Array) => journal.getSync(key),
        commit: (ops: readonly KvOp[]) =>
          commits++ < allowed ? journal.commit(ops) : Promise.reject(new Error('power')),
      };
      const ended = await rebuildIndexes({ kv, journal: dying, reg: REG, batchOps: 30 }).then(
        () => 'done',
        () => 'power',
      );
      if (ended === 'power') {
        interrupted += 1;
        if (allowed > 0) expect(isRebuilding(kv, REG)).to.equal(true);
      }
      const survivor = kv.crash();
      await rebuildIndexes({ kv: survivor, journal: journalOn(survivor), reg: REG });
      expect(await dump(survivor), `after ${allowed} commits`).to.deep.equal(whole);
    }
    expect(interrupted).to.be.greaterThan(12).and.lessThan(40);
  });
});

describe('purgeRows', () => {
  it('deletes one register and nothing of another', async () => {
    const { kv, journal } = await filled();
    const alone = memoryKv();
    const aloneJournal = journalOn(alone);
    const store = new ChainStore(alone, aloneJournal);
    for (const step of others) await aloneJournal.commit(store.sealOps({ reg: OTHER, ...step }));
    await purgeRows({ kv, journal, reg: REG });
    expect(await dump(kv)).to.deep.equal(await dump(alone));
  });
});

describe('checks', () => {
  it('find nothing in a sound store, nor in an empty register', async () => {
    const { kv } = await filled();
    expect(await quickCheck(kv, REG)).to.deep.equal([]);
    expect(await deep(kv)).to.deep.equal([]);
    expect(await quickCheck(kv, 99)).to.deep.equal([]);
    const heights: number[] = [];
    await deepCheck({ kv, reg: REG, onProgress: (height) => heights.push(height) });
    expect(heights).to.deep.equal(steps.map((_, height) => height));
  });

  const at = (height: number) => ({ reg: REG, height, hash: Buffer.from(steps[height]!.sealed.docket.hash, 'hex') });
  const flip = (kv: MemoryKv, key: Uint8Array): KvOp => {
    const bytes = Buffer.from(kv.getSync(key)!);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    return { key, value: bytes };
  };
  const quickly: Record<string, (kv: MemoryKv) => KvOp> = {
    'a damaged head': (kv) => flip(kv, regKey('head', REG)),
    'a damaged pointer': (kv) => flip(kv, heightKey('pointer', REG, 9)),
    'a missing pointer': () => ({ key: heightKey('pointer', REG, 11), value: undefined }),
    'a damaged transaction of the last docket': (kv) => flip(kv, transactionKey(at(11), 2)),
    'a missing transaction of the last docket': () => ({ key: transactionKey(at(11), 3), value: undefined }),
    'a missing certificate': () => ({ key: heightKey('certificate', REG, 11), value: undefined }),
    'a record that is ahead of the head': () =>
      new ChainStore(memoryKv(), memoryKv()).recordOps(REG, { height: 14, tipHash: '' })[0]!,
    'a record on another tip': () =>
      new ChainStore(memoryKv(), memoryKv()).recordOps(REG, { height: 12, tipHash: 'ab' })[0]!,
    'a lost head under a record': () => ({ key: regKey('head', REG), value: undefined }),
  };
  for (const [what, damage] of Object.entries(quickly)) {
    it(`find ${what} at start`, async () => {
      const { kv } = await filled();
      await kv.write([damage(kv)]);
      const issues = await quickCheck(kv, REG);
      expect(issues.map((found) => found.code)).to.include('STORE_DAMAGED');
    });
  }

  const deeply: Record<string, (kv: MemoryKv) => KvOp> = {
    'a damaged old transaction': (kv) => flip(kv, transactionKey(at(1), 2)),
    'another transaction in the place of one': () => ({
      key: transactionKey(at(2), 0),
      value: steps[3]!.sealed.docket.transactions[0]!.bytes,
    }),
    'a missing place of a TxId': () => ({
      key: locationKey(REG, steps[4]!.sealed.docket.transactions[1]!.txId),
      value: undefined,
    }),
    'a foreign TxId in the index': (kv) => ({
      key: locationKey(REG, 'ee'.repeat(32)),
      value: kv.getSync(locationKey(REG, steps[4]!.sealed.docket.transactions[1]!.txId)),
    }),
    'a state row that the chain does not give': (kv) => ({
      key: stateKey(REG, 'other'),
      value: kv.getSync(stateKey(REG, 'count')),
    }),
    'damaged round changes': () => ({ key: heightKey('justification', REG, 4), value: Buffer.from('{"spoilt') }),
    'a missing state row': () => ({ key: stateKey(REG, 'count'), value: undefined }),
  };
  for (const [what, damage] of Object.entries(deeply)) {
    it(`find ${what} in the whole chain`, async () => {
      const { kv } = await filled();
      await kv.write([damage(kv)]);
      expect(await quickCheck(kv, REG), 'not visible to the quick check').to.deep.equal([]);
      expect((await deep(kv)).map((found) => found.code)).to.include('STORE_DAMAGED');
    });
  }

  it('ask the caller about signatures and validity', async () => {
    const { kv } = await filled();
    const problem: Issue = { code: 'CERTIFICATE_INVALID', path: '', message: 'no' };
    const issues = await deepCheck({
      kv,
      reg: REG,
      verify: (sealed, before) => {
        expect(before?.height).to.equal(
          sealed.docket.header.height === 0 ? undefined : sealed.docket.header.height - 1,
        );
        return sealed.docket.header.height === 6 ? [problem] : [];
      },
      apply: (before, docket) => applyStep(before, docket),
    });
    expect(issues).to.deep.equal([problem]);
  });
});
