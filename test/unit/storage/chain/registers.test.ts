// Register records: visible once durable, numbered without reuse, and loaded fast however many there are.
import { expect } from 'chai';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { Registers } from '../../../../storage/chain/registers.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../storage/engine/memory.js';

const aRecord = (reg: number): RegisterRecord => ({
  id: `00000000-0000-4000-8000-${reg.toString(16).padStart(12, '0')}`,
  reg,
  name: `Register ${reg}`,
  description: '',
  tenantId: 'tenant',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  status: 'ONLINE',
  seat: 'Running',
  advertise: false,
  isFullReplica: true,
  genesisHash: 'ab'.repeat(32),
});

describe('Registers', () => {
  it('shows a record when it and what was stored with it are durable', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: () => undefined });
    const registers = await Registers.load(kv);
    const record = aRecord(registers.reserve());
    const extra = { key: Buffer.from('zx'), value: Buffer.of(1) };
    const saved = registers.save(journal, record, [extra]);
    expect(registers.byId(record.id)).to.equal(undefined);
    await saved;
    expect(registers.byId(record.id)).to.deep.equal(record);
    expect(kv.getSync(extra.key)).to.not.equal(undefined);
    const again = await Registers.load(kv.crash());
    expect(again.byReg(record.reg)).to.deep.equal(record);
    expect(again.reserve()).to.equal(record.reg + 1);
  });

  it('forgets a removed register', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: () => undefined });
    const registers = await Registers.load(kv);
    await registers.save(journal, aRecord(1));
    await registers.save(journal, aRecord(2));
    await registers.remove(journal, aRecord(1).id);
    expect([registers.size, registers.byReg(1), registers.byId(aRecord(2).id)?.reg]).to.deep.equal([1, undefined, 2]);
    expect([...(await Registers.load(kv)).all()].map((record) => record.reg)).to.deep.equal([2]);
  });

  it('loads ten thousand records', async () => {
    const kv = memoryKv();
    const registers = await Registers.load(kv);
    await kv.write(Array.from({ length: 10_000 }, (_, i) => registers.put(aRecord(i + 1))));
    const loaded = await Registers.load(kv);
    expect(loaded.size).to.equal(10_000);
    expect(loaded.reserve()).to.equal(10_001);
  });
});
