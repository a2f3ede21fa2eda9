// Tables whose prefixes have two characters stand beside each other and beside those of one: no range takes in a row of
// another table.
import { expect } from 'chai';
import fc from 'fast-check';
import { findLost } from '../../../../storage/disk/lost.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { RowTable, type TableDefinition } from '../../../../storage/engine/table.js';
import { decodeParts, encodeKey, textsName } from '../../../../storage/keys/family-keys.js';
import { FAMILY_ROWS, RowsRead } from '../../../../storage/keys/keyspace.js';
import { keyName } from '../../../../storage/keys/names.js';
import { afterPrefix, prefixRange } from '../../../../storage/keys/ranges.js';
import type { FamilyRow } from '../../../../storage/keys/row.js';

type Row = TableDefinition<readonly [string, number], { readonly n: number }>;

const rowOf = (prefix: string, read?: 'pages'): FamilyRow => ({
  ...{ prefix, key: ['text', 'u64'], value: 'json', layout: 'text, number -> a row of a test', since: 1 },
  ...(read && { read }),
});
const tableOf = (prefix: string): Row => ({ name: `test ${prefix}`, row: rowOf(prefix) });

describe('prefixes of two characters', () => {
  it('keep the rows of neighbours apart, in the store and among queued writes', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
    const prefixes = ['}', '~!', '~"', '~a', '~~'];
    const tables = prefixes.map((prefix) => new RowTable(kv, tableOf(prefix)));
    kv.hold();
    const written = tables.map((table, n) =>
      journal.commit([table.put(['a', n], { n }), table.put(['!', 7], { n: n + 100 })]),
    );
    for (const [n, table] of tables.entries()) {
      expect(table.current(journal, ['a', n])).to.deep.equal({ n });
      expect(table.current(journal, ['a', n + 1])).to.equal(undefined);
    }
    kv.release();
    await Promise.all(written);
    for (const [n, table] of tables.entries()) {
      const found = [];
      for await (const row of table.range()) found.push(row);
      expect(found).to.deep.equal([
        [['!', 7], { n: n + 100 }],
        [['a', n], { n }],
      ]);
      const led = [];
      for await (const key of table.keys({ prefix: 'a' })) led.push(key);
      expect(led).to.deep.equal([['a', n]]);
      expect((await table.getMany([['a', n]]))[0]).to.deep.equal({ n });
    }
    await journal.commit([tables[1]!.del(['a', 1])]);
    expect([tables[1]!.get(['a', 1]), tables[2]!.get(['a', 2])]).to.deep.equal([undefined, { n: 2 }]);
  });

  it('order tuples as any prefix does, and give them back', () => {
    const text = fc.string({ unit: 'binary' });
    const row = rowOf('~q');
    fc.assert(
      fc.property(text, text, fc.maxSafeNat(), fc.maxSafeNat(), (a, b, n, m) => {
        const [one, two] = [encodeKey(row, [a, n]), encodeKey(row, [b, m])];
        const order = Buffer.compare(Buffer.from(a), Buffer.from(b)) || Math.sign(n - m);
        expect(Math.sign(Buffer.compare(one, two))).to.equal(order);
        expect(decodeParts(row.key, one)).to.deep.equal([a, n]);
        const name = textsName(row.prefix, [a, b]);
        if (name !== undefined) expect(name).to.equal(keyName(encodeKey({ ...row, key: ['text', 'text'] }, [a, b])));
      }),
    );
  });

  it('are told apart where rows are read in a way of their own', () => {
    const paged = new RowsRead([rowOf('~b', 'pages'), rowOf('~c'), rowOf('b')], 'pages');
    const has = (prefix: string) => {
      const key = encodeKey(rowOf(prefix), ['x', 1]);
      expect(paged.hasNamed(keyName(key))).to.equal(paged.has(key));
      return paged.has(key);
    };
    expect(['~b', '~c', 'b', '~'].map(has)).to.deep.equal([true, false, false, false]);
  });

  it('name the tables that a damaged block may have held', () => {
    const families = { one: rowOf('~a'), two: rowOf('~b'), three: rowOf('~d') };
    const block = (from: string, to: string) => ({ from: Buffer.from(from), to: Buffer.from(to) });
    expect(findLost([block('~b1', '~b9')], families).own).to.deep.equal(['two']);
    expect(findLost([block('~a9', '~c')], families).own).to.deep.equal(['one', 'two']);
    expect(findLost([block('z', '~~')], families).own).to.deep.equal(['one', 'two', 'three']);
    expect(findLost([block('~b1', '~b9')]).own).to.deep.equal(['issued-credentials']);
    expect(findLost([block('K', 'K~')]).own).to.deep.equal(['wallet-secrets']);
  });

  it('end where the next begins', () => {
    const last = Buffer.from('~~');
    expect([...prefixRange(last).lt]).to.deep.equal([0x7e, 0x7f]);
    expect([...afterPrefix(Buffer.from('~a'))]).to.deep.equal([...Buffer.from('~b')]);
    const own = encodeKey(FAMILY_ROWS.settings, ['~a']);
    expect(Buffer.compare(own, Buffer.from('~a'))).to.equal(-1);
  });
});
