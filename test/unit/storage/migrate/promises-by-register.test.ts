// A store of version 2, whose promises stand under their TxIds alone, becomes one in which they stand under their
// register, whenever power is lost meanwhile.
import { expect } from 'chai';
import { Outbox } from '../../../../storage/chain/outbox.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { rowRange } from '../../../../storage/keys/chain-keys.js';
import { outboxKey, promiseKey } from '../../../../storage/keys/submission-keys.js';
import { promisesByRegister } from '../../../../storage/migrate/promises-by-register.js';
import { openStoreOn } from '../../../../storage/open.js';
import { aTransaction, REGISTER } from '../../../support/a-chain.js';

const OTHER = '22222222-2222-4222-8222-222222222222';
const TO = promisesByRegister.to;

const start = (kv: MemoryKv, version: number) =>
  openStoreOn(kv, {
    nowMs: 1,
    version,
    migrations: version === TO ? [promisesByRegister] : [],
    onFatal: (error) => {
      throw error;
    },
  });

const entryOf = (n: number) => ({
  registerId: n % 3 === 0 ? OTHER : REGISTER,
  bytes: aTransaction({ n }).bytes,
  priority: 'High' as const,
  acceptedAt: 1_700_000_000_000 + n,
});

async function rows(kv: MemoryKv, row: 'submission' | 'promise'): Promise<number> {
  let count = 0;
  for await (const _ of kv.range(rowRange(row))) count++;
  return count;
}

describe('storage/migrate/promises-by-register', () => {
  const ids = Array.from({ length: 30 }, (_, n) => aTransaction({ n }).txId);

  async function old(): Promise<MemoryKv> {
    const kv = memoryKv();
    await start(kv, TO - 1);
    const scratch = new Outbox(memoryKv());
    for (const [n, txId] of ids.entries())
      await kv.write([{ key: outboxKey('submission', txId), value: scratch.put(txId, entryOf(n)).value }]);
    return kv.crash();
  }

  async function isMoved(kv: MemoryKv): Promise<void> {
    expect([await rows(kv, 'submission'), await rows(kv, 'promise')]).to.deep.equal([0, ids.length]);
    const outbox = new Outbox(kv);
    for (const [n, txId] of ids.entries()) {
      const { registerId } = entryOf(n);
      const read = outbox.get(registerId, txId)!;
      expect({ ...read, bytes: Buffer.from(read.bytes) }).to.deep.equal({
        ...entryOf(n),
        bytes: Buffer.from(entryOf(n).bytes),
      });
      expect(outbox.get(registerId === OTHER ? REGISTER : OTHER, txId)).to.equal(undefined);
    }
    const found: string[] = [];
    for await (const [txId] of outbox.entries(OTHER)) found.push(txId);
    expect(found).to.have.members(ids.filter((_, n) => n % 3 === 0));
  }

  it('moves every promise under its register', async () => {
    const kv = await old();
    await start(kv, TO);
    await isMoved(kv);
  });

  it('goes on where it was when it lost power', async () => {
    const kv = await old();
    for (const [n, txId] of ids.slice(0, 12).entries()) {
      const value = kv.getSync(outboxKey('submission', txId))!;
      await kv.write([
        { key: promiseKey(entryOf(n).registerId, txId), value },
        { key: outboxKey('submission', txId), value: undefined },
      ]);
    }
    const again = kv.crash();
    await start(again, TO);
    await isMoved(again);
  });
});
