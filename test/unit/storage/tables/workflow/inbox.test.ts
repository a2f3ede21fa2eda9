// Rows of the inbox: what a change of an instance writes, and in which order lists are read. A deletion leaves nothing
// of its register and all of others.
import { expect } from 'chai';
import type { InstanceState } from '../../../../../core/blueprint/state/instance.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import {
  type InboxInstance,
  InboxRows,
  ofBlueprint,
  ofRegister,
} from '../../../../../storage/tables/workflow/inbox.js';

const PIN = 'ab'.repeat(32);

function anInstance(createdAtMs: number, more: Partial<InboxInstance> & { state?: InstanceState } = {}): InboxInstance {
  const { state = 'Active', ...rest } = more;
  return {
    instance: {
      blueprintId: 'b',
      flow: {},
      language: 2,
      moves: 0,
      opener: 'w1',
      participants: {},
      publicationTxId: PIN,
      runs: {},
      since: {},
      state,
    },
    ...{ order: [], pending: [], wallets: ['w1'], createdAtMs, updatedAtMs: createdAtMs },
    ...{ firstTransactionId: 't', lastTransactionId: 't', transactionCount: 1, completedActionCount: 1 },
    ...rest,
  };
}

function store() {
  const kv = memoryKv();
  const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
  const rows = new InboxRows(kv);
  const put = (reg: number, instanceId: string, after: InboxInstance, before?: InboxInstance) =>
    journal.commit(rows.changeOps({ reg, instanceId, before, after }));
  const ids = async (scope: string, state: InstanceState = 'Active', reg = 1) =>
    (await rows.listedPlaces({ scope, reg, state }, 10)).map(({ instanceId }) => instanceId);
  return { kv, journal, rows, put, ids };
}

describe('InboxRows', () => {
  it('lists newest first, and reads on behind a place', async () => {
    const { rows, put, ids } = store();
    for (const [id, at] of [
      ['a', 5],
      ['b', 9],
      ['c', 9],
      ['d', 7],
    ] as const)
      await put(1, id, anInstance(at));
    await put(2, 'other', anInstance(6));
    expect(await ids(ofRegister)).to.deep.equal(['c', 'b', 'd', 'a']);
    expect(await ids(ofBlueprint('b'))).to.deep.equal(['c', 'b', 'd', 'a']);
    const list = { scope: 'w1', reg: 1, state: 'Active' } as const;
    const rest = await rows.listedPlaces(list, 2, { createdAtMs: 9, instanceId: 'b' });
    expect(rest.map(({ instanceId }) => instanceId)).to.deep.equal(['d', 'a']);
    expect(await rows.registersOf('w1', 10)).to.deep.equal([1, 2]);
    expect(await rows.registersOf('w1', 1)).to.deep.equal([1]);
    expect(await rows.registersOf('w', 10)).to.deep.equal([]);
  });

  it('moves an instance to the list of its state, and into the lists of wallets that join it', async () => {
    const { put, ids } = store();
    const first = anInstance(5);
    const joined = anInstance(5, { wallets: ['w1', 'w2'] });
    const ended = anInstance(5, { wallets: ['w1', 'w2'], state: 'Completed' });
    await put(1, 'a', first);
    await put(1, 'a', joined, first);
    expect([await ids('w1'), await ids('w2')]).to.deep.equal([['a'], ['a']]);
    await put(1, 'a', ended, joined);
    expect([await ids('w1'), await ids('w2'), await ids(ofRegister)]).to.deep.equal([[], [], []]);
    expect([await ids('w2', 'Completed'), await ids(ofRegister, 'Completed')]).to.deep.equal([['a'], ['a']]);
  });

  it('keeps what waits for a wallet while it waits', async () => {
    const { put, rows } = store();
    const waiting = (...pending: InboxInstance['pending']) => anInstance(5, { pending });
    const open = waiting({ branch: 't:1', sinceMs: 5 }, { branch: 't:2', sinceMs: 5, wallet: 'w1', dueMs: 9 });
    await put(1, 'a', open);
    expect(await rows.pendingOf('w1', 1, 10)).to.deep.equal([{ branch: 't:2', sinceMs: 5, instanceId: 'a', dueMs: 9 }]);
    const taken = waiting({ branch: 't:1', sinceMs: 5, wallet: 'w1' }, { branch: 'u:3', sinceMs: 8, wallet: 'w1' });
    await put(1, 'a', taken, open);
    expect((await rows.pendingOf('w1', 1, 10)).map(({ branch }) => branch)).to.deep.equal(['u:3', 't:1']);
    expect((await rows.pendingOf('w1', 1, 1)).length).to.equal(1);
    await put(3, 'b', waiting({ branch: 'v:1', sinceMs: 2, wallet: 'w1' }));
    expect(await rows.waitingRegisters('w1', 10)).to.deep.equal([1, 3]);
    expect(await rows.waitingRegisters('w1', 1)).to.deep.equal([1]);
    expect(await rows.waitingRegisters('w', 10)).to.deep.equal([]);
    const sooner = waiting({ branch: 'u:3', sinceMs: 8, wallet: 'w1', dueMs: 10 });
    await put(1, 'a', sooner, taken);
    expect(await rows.pendingOf('w1', 1, 10)).to.deep.equal([
      { branch: 'u:3', sinceMs: 8, instanceId: 'a', dueMs: 10 },
    ]);
  });

  it('drops all of a register and nothing of others, whatever became of the rows', async () => {
    const { kv, journal, rows, put, ids } = store();
    for (const reg of [1, 2])
      for (const id of ['a', 'b'])
        await put(reg, id, anInstance(5, { pending: [{ branch: `${id}:1`, sinceMs: 5, wallet: 'w1' }] }));
    const ends = { height: 3, hash: PIN, instances: 2, active: 2 };
    await journal.commit([rows.cursorOp(1, ends), rows.cursorOp(2, ends)]);
    const spoilt = rows.changeOps({ reg: 1, instanceId: 'a', before: undefined, after: anInstance(5) })[0]!;
    await journal.commit([{ key: spoilt.key, value: Uint8Array.of(1) }]);
    await rows.drop(1, (ops) => journal.commit(ops));
    expect([await ids(ofRegister), await ids('w1'), await rows.pendingOf('w1', 1, 9)]).to.deep.equal([[], [], []]);
    expect(await rows.instances(1, ['a', 'b'])).to.deep.equal([undefined, undefined]);
    expect([...(await rows.allCursors()).keys()]).to.deep.equal([2]);
    expect((await ids('w1', 'Active', 2)).length + (await rows.pendingOf('w1', 2, 9)).length).to.equal(4);
    await journal.commit([{ key: rows.cursorOp(2, ends).key, value: Uint8Array.of(1) }]);
    expect((await rows.allCursors()).get(2)).to.include({ height: -1, dropping: true });
    await kv.close();
  });
});
