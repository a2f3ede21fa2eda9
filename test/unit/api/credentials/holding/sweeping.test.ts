// The end of a wallet with all that it holds: one commit, which a crash applies whole or not at all.
import { expect } from 'chai';
import { endWithHoldings } from '../../../../../api/credentials/holding/sweeping.js';
import { issue } from '../../../../../core/base/issue.js';
import { SWEEP_TRIES } from '../../../../../core/base/limits/node/wallets.js';
import { fail, isFailure } from '../../../../../core/base/result.js';
import { type KeptHead, NO_KEPT, withKept } from '../../../../../core/credentials/holding/head.js';
import type { KeptCredential } from '../../../../../core/credentials/holding/kept.js';
import type { PendingCredential } from '../../../../../core/credentials/holding/pending.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import type { Kv, KvOp } from '../../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { defineTable, RowTable } from '../../../../../storage/engine/table.js';
import { KeptCredentials } from '../../../../../storage/tables/credentials/kept.js';
import { PendingCredentials } from '../../../../../storage/tables/credentials/pending.js';

const ended = new RowTable<string, boolean>(memoryKv(), defineTable('wallets')).put('w', true);

function opened(kv: Kv = memoryKv()) {
  const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
  const kept = new KeptCredentials(kv, journal);
  const pending = new PendingCredentials(kv, journal);
  const deps = { commit: (ops: readonly KvOp[]) => journal.commit(ops), credentials: { kept, pending } } as never;
  const add = (wallet: string, id: string) => {
    const head = withKept(kept.head(wallet)) as KeptHead;
    return journal.commit([kept.put({ wallet, id } as KeptCredential), kept.putHead(wallet, { ...head, nextKey: 4 })]);
  };
  const end = (ends = (): readonly KvOp[] => [ended]) => endWithHoldings(deps, 'w', ends);
  return { kv, kept, pending, add, end };
}

const isEnded = (kv: Kv) => kv.getSync(ended.key) !== undefined;

describe('endWithHoldings', () => {
  it('leaves no credential of the wallet, a damaged one neither, and those of others', async () => {
    const { kv, kept, pending, add, end } = opened();
    for (const id of ['1', '2', '3']) await add('w', id);
    await kv.write([pending.put('w', [{ id: '5' } as PendingCredential])]);
    await add('w2', '4');
    const [damaged] = kept.forget('w', ['2']);
    await kv.write([{ key: (damaged as KvOp).key, value: Uint8Array.of(1, 2, 3) }]);
    expect(await end()).to.equal(undefined);
    expect([await kept.ids('w'), await kept.ids('w2'), isEnded(kv)]).to.deep.equal([[], ['4'], true]);
    expect(pending.of('w')).to.deep.equal([]);
    expect(kept.durableHead('w')).to.deep.equal({ ...NO_KEPT, change: 4, forgotten: 4, nextKey: 4 });
  });

  it('writes no head for a wallet that never held anything', async () => {
    const { kept, end } = opened();
    await end();
    expect(kept.durableHead('w')).to.equal(NO_KEPT);
  });

  it('finds a credential that is queued while it looks', async () => {
    const { kept, add, end } = opened();
    const added = add('w', '1');
    await Promise.all([added, end()]);
    expect(await kept.ids('w')).to.deep.equal([]);
  });

  it('ends nothing where its end is refused', async () => {
    const { kv, kept, add, end } = opened();
    await add('w', '1');
    const refused = await endOf(end(() => fail(issue('WALLET_NOT_FOUND', '', '')) as never));
    expect([refused, await kept.ids('w'), isEnded(kv)]).to.deep.equal(['WALLET_NOT_FOUND', ['1'], false]);
  });

  it('ends nothing while the wallet takes credentials all the time, and asks no more than so often', async () => {
    const kv = memoryKv();
    const { kept, add, end } = opened(kv);
    await add('w', '0');
    let asked = 0;
    const { ids } = kept;
    kept.ids = async (wallet) => {
      void add('w', `n${asked++}`);
      return ids.call(kept, wallet);
    };
    expect([await endOf(end()), isEnded(kv), asked]).to.deep.equal(['NODE_UNAVAILABLE', false, SWEEP_TRIES]);
  });

  it('is whole after a crash in its middle: all is there and goes the next time, or all is gone', async () => {
    for (const written of [0, 1]) {
      const disk = memoryKv();
      const before = opened(disk);
      for (const id of ['1', '2']) await before.add('w', id);
      disk.hold();
      void before.end();
      while (disk.pending === 0) await new Promise(setImmediate);
      expect(disk.pending, 'one write has all of it').to.equal(1);
      const after = opened(disk.crash(written));
      const isWhole = written === 1;
      expect([await after.kept.ids('w'), isEnded(after.kv)]).to.deep.equal([isWhole ? [] : ['1', '2'], isWhole]);
      await after.end();
      expect([await after.kept.ids('w'), isEnded(after.kv)]).to.deep.equal([[], true]);
    }
  });
});

async function endOf(ending: ReturnType<typeof endWithHoldings>): Promise<string | undefined> {
  const result = await ending;
  return isFailure(result) ? result.issue.code : undefined;
}
