// Accepted submissions and receipts: what is stored is read back, receipts expire in bounded sweeps.
import { expect } from 'chai';
import type { OutboxEntry, StoredRefusal } from '../../../../storage/chain/outbox.js';
import { Outbox } from '../../../../storage/chain/outbox.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { aTransaction, REGISTER } from '../../../support/register/a-chain.js';

const refusal = (at: number): StoredRefusal => ({
  registerId: REGISTER,
  code: 'VAL_SIG_002',
  message: 'no',
  path: '/signatures/0',
  at,
  definitive: true,
});

describe('Outbox', () => {
  it('keeps an entry until it is sealed or refused', async () => {
    const kv = memoryKv();
    const outbox = new Outbox(kv);
    const tx = aTransaction({ n: 1 });
    const entry: OutboxEntry = {
      registerId: REGISTER,
      bytes: tx.bytes,
      priority: 'High',
      acceptedAt: 1_700_000_000_123,
    };
    await kv.write([outbox.put(tx.txId, entry)]);
    const read = outbox.get(REGISTER, tx.txId)!;
    expect({ ...read, bytes: Buffer.from(read.bytes).toString() }).to.deep.equal({
      ...entry,
      bytes: Buffer.from(tx.bytes).toString(),
    });
    const all = [];
    for await (const [txId] of outbox.entries()) all.push(txId);
    expect(all).to.deep.equal([tx.txId]);
    await kv.write(outbox.refuse(tx.txId, refusal(5)));
    expect(outbox.get(REGISTER, tx.txId)).to.equal(undefined);
    expect(outbox.refusal(tx.txId)).to.deep.equal(refusal(5));
    await kv.write([outbox.delRefusal(tx.txId)]);
    expect(outbox.refusal(tx.txId)).to.equal(undefined);
  });

  it('counts what the disk holds and names its registers by the keys alone', async () => {
    const kv = memoryKv();
    const other = '00000000-0000-4000-8000-0000000000ab';
    const txId = (n: number) => n.toString(16).padStart(64, '0');
    const row = (registerId: string) => ({ registerId, bytes: Buffer.of(1), priority: 'Low', acceptedAt: 1 }) as const;
    const before = new Outbox(kv);
    await kv.write([REGISTER, REGISTER, other].map((id, n) => before.put(txId(n), row(id))));
    const values: number[] = [];
    const range: typeof kv.range = async function* (asked) {
      for await (const [key, value] of kv.range(asked)) {
        values.push(value.length);
        yield [key, value];
      }
    };
    const outbox = new Outbox({ ...kv, range });
    expect([...(await outbox.load())]).to.have.members([REGISTER, other]);
    expect(outbox.size).to.equal(3);
    expect(values).to.deep.equal([0, 0, 0]);
  });

  it('deletes old receipts, a bounded number of rows at a time', async () => {
    const kv = memoryKv();
    const outbox = new Outbox(kv);
    const id = (n: number): string => n.toString(16).padStart(64, '0');
    await kv.write(Array.from({ length: 10 }, (_, n) => outbox.putRefusal(id(n), refusal(n % 2 === 0 ? 100 : 200))));
    let cursor: string | undefined;
    let sweeps = 0;
    do {
      const sweep = await outbox.expiredOps(150, 4, cursor);
      await kv.write(sweep.ops);
      cursor = sweep.next;
      sweeps += 1;
    } while (cursor !== undefined);
    expect(sweeps).to.equal(3);
    const kept = Array.from({ length: 10 }, (_, n) => n).filter((n) => outbox.refusal(id(n)) !== undefined);
    expect(kept).to.deep.equal([1, 3, 5, 7, 9]);
  });
});
