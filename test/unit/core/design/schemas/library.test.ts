// The schema library: what may be kept, how it is found, and how it is named.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import {
  checkLibrarySchema,
  countNames,
  isFound,
  type LibrarySchemaSummary,
} from '../../../../../core/design/schemas/library.js';
import { namingOf } from '../../../../../core/design/schemas/naming.js';

describe('core/design/schemas', () => {
  it('takes what a blueprint can have, and says why not', () => {
    expect(checkLibrarySchema({ type: 'object' })).to.deep.equal([]);
    const refused = (schema: Parameters<typeof checkLibrarySchema>[0]) =>
      checkLibrarySchema(schema).map(({ code, path, message }) => `${code} ${path} ${message}`);
    expect(refused(true)).to.deep.equal(['SCHEMA_INVALID /schema A schema of the library is an object.']);
    expect(refused([])).to.have.length(1);
    expect(refused({ type: 'objekt' })[0]).to.match(/not a JSON Schema of its draft/);
    expect(refused({ properties: { a: { $ref: 'https://other.example/a.json' } } })[0]).to.match(/another part/);
    expect(refused({ $ref: '#/$defs/a', $defs: { a: { items: { $ref: '#/$defs/a' } } } })[0]).to.match(/itself/);
    expect(refused({ properties: { a: { $id: 'https://x.example/' } } })[0]).to.match(/\$id/);
  });

  it('finds by text, sector, provider and status, each of them', () => {
    const schema: LibrarySchemaSummary = {
      ...{ schemaId: 'a-1', title: 'Meter Reading', description: 'Of water', sectors: ['supply'], provider: 'city' },
      ...{ status: 'active', version: 1 },
    };
    for (const filter of [
      {},
      { search: 'METER' },
      { search: 'water' },
      { search: 'a-1' },
      { sector: 'supply', provider: 'city', status: 'active' },
    ] as const)
      expect(isFound(schema, filter), JSON.stringify(filter)).to.equal(true);
    for (const filter of [
      { search: 'gas' },
      { sector: 'health' },
      { provider: 'town' },
      { status: 'deprecated' },
    ] as const)
      expect(isFound(schema, { search: 'meter', sector: 'supply', ...filter }), JSON.stringify(filter)).to.equal(false);
    expect(countNames(['b', 'a', 'b'])).to.deep.equal([
      { name: 'a', count: 1 },
      { name: 'b', count: 2 },
    ]);
  });

  it('is named as stated, else as the schema says, and by nothing that people cannot read', () => {
    const schema = { title: 'Of the schema', description: 'x'.repeat(600) };
    expect(namingOf({ title: 'Stated', description: '', sectors: ['a'] }, schema)).to.deep.equal({
      ...{ title: 'Stated', description: '', sectors: ['a'] },
    });
    expect(namingOf({}, schema)).to.deep.equal({
      ...{ title: 'Of the schema', description: 'x'.repeat(500), sectors: [] },
    });
    expect(namingOf({}, { title: 'pay\u202edrocer' }, 'file')).to.include({ title: 'file' });
    expect(namingOf({}, {}, 'f'.repeat(8000))).to.include({ title: 'f'.repeat(200) });
    expect(namingOf({}, { title: `${'x'.repeat(199)}\u{1f600}` })).to.include({ title: `${'x'.repeat(199)}\u{1f600}` });
    for (const title of [7, '', 'see http://x', 'a\u200b']) {
      const found = namingOf({}, { title });
      expect(isFailure(found) && [found.issue.code, found.issue.path], String(title)).to.deep.equal([
        ...['BODY_INVALID', '/title'],
      ]);
    }
  });
});
