// Answers of repeated requests as they are stored: nothing of them can be read or guessed from the disk, and what was
// moved or changed does not open.
import { expect } from 'chai';
import { sha256Hex } from '../../../../../core/base/hash.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { defineTable, RowTable } from '../../../../../storage/engine/table.js';
import { Idempotency, type StoredAnswer } from '../../../../../storage/tables/accounts/idempotency.js';

const rows = defineTable<readonly [string, string], Record<string, unknown>>('idempotency-keys');
const answer: StoredAnswer = {
  digest: sha256Hex('/api/actions\n{"approved":true}'),
  status: 202,
  body: '{"calculations":{"price":4711}}',
  headers: { location: '/api/operations/hidden' },
  expiresAtMs: 1000,
};

function aStore(kv = memoryKv(), fill = 1) {
  const journal = new Journal(kv, { onFatal: () => undefined });
  let drawn = 0;
  const random = { bytes: (length: number) => new Uint8Array(length).fill(++drawn) };
  const store = new Idempotency({ kv, queued: journal, random, key: new Uint8Array(32).fill(fill) });
  const commit = (...ops: Parameters<Journal['commit']>[0]) => journal.commit(ops);
  return { kv, store, commit, table: new RowTable(kv, rows) };
}

describe('Idempotency', () => {
  it('gives an answer back, before and after it is durable', async () => {
    const { store, commit, kv } = aStore();
    const committed = commit(store.put('ann', 'submit k1', answer));
    expect(store.get('ann', 'submit k1')).to.deep.equal(answer);
    await committed;
    expect(aStore(kv).store.get('ann', 'submit k1')).to.deep.equal(answer);
    expect(store.get('ann', 'submit k2')).to.equal(undefined);
    expect(store.get('bob', 'submit k1')).to.equal(undefined);
  });

  it('has nothing of an answer on the disk, nor a hash that could be guessed', () => {
    const { store } = aStore();
    const stored = Buffer.from(store.put('ann', 'submit k1', answer).value ?? []).toString('latin1');
    expect(Object.keys(JSON.parse(stored.slice(4)))).to.have.members(['sealed', 'expiresAtMs']);
    const sealed = Buffer.from(JSON.parse(stored.slice(4)).sealed, 'base64').toString('latin1');
    for (const part of ['4711', 'calculations', 'operations', answer.digest])
      for (const text of [stored, sealed]) expect(text).to.not.contain(part);
  });

  it('seals no two rows under one key, whatever the nonces', () => {
    const kv = memoryKv();
    const random = { bytes: (length: number) => new Uint8Array(length) };
    const store = new Idempotency({ kv, queued: kv, random, key: new Uint8Array(32) });
    // Equal texts under one key and nonce would be equal but for their tags.
    const sealed = (caller: string) => {
      const row = Buffer.from(store.put(caller, 'k', answer).value ?? []).toString('utf8', 4);
      return Buffer.from(JSON.parse(row).sealed, 'base64').toString('hex', 13, 45);
    };
    expect(sealed('ann')).to.equal(sealed('ann'));
    expect(sealed('ann')).to.not.equal(sealed('bob'));
  });

  it('opens for its own caller, key, time and node only', async () => {
    const { store, commit, table, kv } = aStore();
    await commit(store.put('ann', 'submit k1', answer));
    expect(() => aStore(kv, 2).store.get('ann', 'submit k1')).to.throw('does not open');
    const row = table.get(['ann', 'submit k1']) as Record<string, unknown>;
    await commit(table.put(['bob', 'submit k1'], row), table.put(['ann', 'k2'], { ...row, expiresAtMs: 2000 }));
    expect(() => store.get('bob', 'submit k1')).to.throw('does not open');
    expect(() => store.get('ann', 'k2')).to.throw('does not open');
    await commit(table.put(['ann', 'submit k1'], { ...row, expiresAtMs: 2000 }));
    expect(() => store.get('ann', 'submit k1')).to.throw('does not open');
    for (const changed of [{ ...row, sealed: '!' }, { ...answer }]) {
      await commit(table.put(['ann', 'submit k1'], changed));
      expect(() => store.get('ann', 'submit k1')).to.throw('does not open');
    }
  });

  it('forgets what has expired, so many at a time', async () => {
    const { store, commit } = aStore();
    await commit(...['a', 'b', 'c'].map((key) => store.put('ann', key, answer)));
    await commit(store.put('ann', 'old', answer), store.put('ann', 'late', { ...answer, expiresAtMs: 1001 }));
    const first = await store.sweep(1000, 3);
    expect(first).to.have.lengthOf(3);
    await commit(...first);
    await commit(...(await store.sweep(1000, 3)));
    expect(['a', 'b', 'c', 'old'].map((key) => store.get('ann', key))).to.deep.equal(new Array(4).fill(undefined));
    expect(store.get('ann', 'late')?.status).to.equal(202);
  });
});
