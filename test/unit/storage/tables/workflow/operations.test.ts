// The stored rows of operations: sealed asks that open in their place only, hashes that no other caller can compute,
// lists, and a sweep that goes on where it was.
import { expect } from 'chai';
import { OPERATION_KEEP_MS, OPERATIONS_SWEPT } from '../../../../../core/base/limits/node/operations.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { type OperationRecord, OperationStore } from '../../../../../storage/tables/workflow/operations.js';

const random = { bytes: (length: number) => new Uint8Array(length).fill(1) };

function aStore(kv = memoryKv(), key = 1) {
  const journal = new Journal(kv, { onFatal: () => undefined });
  const store = new OperationStore({ kv, queued: journal, random, key: new Uint8Array(32).fill(key) });
  return { kv, store, commit: (ops: Parameters<Journal['commit']>[0]) => journal.commit(ops) };
}

function record(operationId: string, change: Partial<OperationRecord> = {}): OperationRecord {
  return {
    ...{ operationId, wallet: 'wallet', sender: 'wallet', asker: { id: 'ann' }, registerId: 'register' },
    ...{ blueprintId: 'blueprint', actionId: '0', instanceId: 'instance', recipients: 1, groups: 1 },
    ...{ digest: 'digest', state: 'Queued', createdAtMs: 1000, ...change },
  };
}

describe('OperationStore', () => {
  it('opens an ask under its own operation and key only', async () => {
    const { kv, store, commit } = aStore();
    const [, ask] = store.add(record('one'), 'a secret');
    await commit([...store.add(record('two'), 'another'), ...store.add(record('one'), 'a secret')]);
    expect(store.ask('one')).to.equal('a secret');
    expect(Buffer.from(ask?.value ?? []).toString('latin1')).to.not.contain('a secret');
    expect(() => aStore(kv, 2).store.ask('one')).to.throw('does not open');
    const [, two] = store.add(record('two'), 'x');
    await commit([{ key: (two as { key: Uint8Array }).key, value: ask?.value }]);
    expect(() => store.ask('two')).to.throw('does not open');
  });

  it('hashes what was asked with a key of the node', () => {
    const [one, other] = [aStore().store, aStore(memoryKv(), 2).store];
    expect(one.digest('text'))
      .to.match(/^[0-9a-f]{64}$/)
      .and.equal(aStore().store.digest('text'));
    expect(one.digest('text')).to.not.equal(other.digest('text'));
    expect(one.digest('text')).to.not.equal(one.digest('texts'));
  });

  it('has the transaction beside the ask, and nothing of what has ended', async () => {
    const { store, commit } = aStore();
    await commit(store.add(record('one', { createdAtMs: 2 }), 'asked'));
    await commit(store.add(record('two', { createdAtMs: 1 }), 'asked'));
    const unfinished = async () =>
      (await store.openOperations()).map(({ operationId, state }) => `${operationId} ${state}`);
    expect(await unfinished()).to.deep.equal(['two Queued', 'one Queued']);
    await commit(store.sign(record('one', { createdAtMs: 2, state: 'Signed' }), Uint8Array.of(7)));
    expect([store.ask('one'), ...(store.signedBytes('one') ?? [])]).to.deep.equal(['asked', 7]);
    expect(await unfinished()).to.deep.equal(['two Queued', 'one Signed']);
    await commit(store.end(record('one', { state: 'Completed', completedAtMs: 3 })));
    expect([store.ask('one'), store.signedBytes('one')]).to.deep.equal([undefined, undefined]);
    expect(await unfinished()).to.deep.equal(['two Queued']);
    expect(store.ofWallet('wallet').map(({ operationId }) => operationId)).to.deep.equal(['two', 'one']);
  });

  it('sweeps a bounded number at a time, and in the end all that is old', async () => {
    const { store, commit } = aStore();
    const ended = { state: 'Completed', completedAtMs: 0 } as const;
    const name = (n: number) => String(n).padStart(6, '0');
    for (let n = 0; n < OPERATIONS_SWEPT + 10; n++)
      await commit(store.end(record(name(n), n === 5 ? { state: 'Queued' } : ended)));
    const left = (): number[] =>
      Array.from({ length: OPERATIONS_SWEPT + 10 }, (_, n) => n).filter((n) => store.find(name(n)) !== undefined);
    await store.sweep(OPERATION_KEEP_MS, commit);
    expect(left()).to.have.length(11);
    await store.sweep(OPERATION_KEEP_MS, commit);
    expect(left()).to.deep.equal([5]);
  });
});
