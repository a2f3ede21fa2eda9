// Typed tables: operations instead of writes, ranges by leading parts, and damage that is not read as data.
import { expect } from 'chai';
import { StoreError } from '../../../../storage/engine/fault.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { defineTable, RowTable } from '../../../../storage/engine/table.js';

interface Membership {
  readonly role: string;
}

const MEMBERS = defineTable<readonly [string, string], Membership>('organisation-users');
const SECRETS = defineTable<readonly [string, string], Uint8Array>('wallet-secrets');
const SETTINGS = defineTable<string, string>('settings');

describe('Table', () => {
  const journalOn = (kv: ReturnType<typeof memoryKv>): Journal =>
    new Journal(kv, {
      onFatal: (error) => {
        throw error;
      },
    });

  it('writes nothing by itself', async () => {
    const kv = memoryKv();
    const table = new RowTable(kv, MEMBERS);
    const op = table.put(['org', 'user'], { role: 'User' });
    expect(table.get(['org', 'user'])).to.equal(undefined);
    await kv.write([op]);
    expect(table.get(['org', 'user'])).to.deep.equal({ role: 'User' });
    await kv.write([table.del(['org', 'user'])]);
    expect(table.get(['org', 'user'])).to.equal(undefined);
  });

  it('shows queued values to rule checks only', async () => {
    const kv = memoryKv();
    const journal = journalOn(kv);
    const table = new RowTable(kv, MEMBERS);
    const written = journal.commit([table.put(['org', 'user'], { role: 'User' })]);
    expect(table.get(['org', 'user'])).to.equal(undefined);
    expect(table.current(journal, ['org', 'user'])).to.deep.equal({ role: 'User' });
    await written;
    expect(table.get(['org', 'user'])).to.deep.equal({ role: 'User' });
  });

  it('ranges over leading parts, between keys, backwards and limited', async () => {
    const kv = memoryKv();
    const table = new RowTable(kv, MEMBERS);
    const keys = [
      ['a', '1'],
      ['a', '2'],
      ['a', '3'],
      ['ab', '1'],
      ['b', '1'],
    ] as const;
    await kv.write([
      ...keys.map((key) => table.put(key, { role: key.join() })),
      new RowTable(kv, SECRETS).put(['a', 'seed'], Buffer.of(1)),
    ]);
    const seen = async (options: Parameters<typeof table.range>[0]): Promise<string[]> => {
      const out: string[] = [];
      for await (const [key, value] of table.range(options)) {
        expect(value.role).to.equal(key.join());
        out.push(key.join(''));
      }
      return out;
    };
    expect(await seen({ prefix: 'a' })).to.deep.equal(['a1', 'a2', 'a3']);
    expect(await seen({ prefix: 'a', reverse: true, limit: 2 })).to.deep.equal(['a3', 'a2']);
    expect(await seen({ from: ['a', '2'], to: ['b', '1'] })).to.deep.equal(['a2', 'a3', 'ab1']);
    expect(await seen({})).to.deep.equal(['a1', 'a2', 'a3', 'ab1', 'b1']);
    expect(await table.getMany([keys[4], ['x', 'y'], keys[0]])).to.deep.equal([
      { role: 'b,1' },
      undefined,
      { role: 'a,1' },
    ]);
  });

  it('keeps bytes as they are and single keys as scalars', async () => {
    const kv = memoryKv();
    const secrets = new RowTable(kv, SECRETS);
    const settings = new RowTable(kv, SETTINGS);
    await kv.write([secrets.put(['address', 'seed'], Buffer.of(1, 2, 3)), settings.put('colour', 'blue')]);
    expect([...secrets.get(['address', 'seed'])!]).to.deep.equal([1, 2, 3]);
    for await (const [key, value] of settings.range()) expect([key, value]).to.deep.equal(['colour', 'blue']);
  });

  it('refuses a damaged value and a key of another shape', async () => {
    const kv = memoryKv();
    const table = new RowTable(kv, MEMBERS);
    const op = table.put(['org', 'user'], { role: 'User' });
    const damaged = Buffer.from(op.value!);
    damaged[damaged.length - 3]! ^= 1;
    await kv.write([{ key: op.key, value: damaged }]);
    expect(() => table.get(['org', 'user'])).to.throw(StoreError, 'checksum');
    expect(() => table.get(['org'] as unknown as [string, string])).to.throw('2 parts');
  });
});
