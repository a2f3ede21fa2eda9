// Catalogues of schemas of others: the form of SchemaStore, and what is left out of one.
import { expect } from 'chai';
import type { Json } from '../../../../../core/base/json.js';
import { SCHEMA_CATALOGUE_ENTRIES_MAX, SCHEMA_URL_MAX } from '../../../../../core/base/limits/node/designs.js';
import { isFailure } from '../../../../../core/base/result.js';
import { readCatalogue, searchCatalogue } from '../../../../../core/design/schemas/catalogue.js';

const url = 'https://json.schemastore.org/package.json';
const entry = { name: 'package.json', description: 'NPM configuration file', url };

describe('core/design/schemas/catalogue', () => {
  it('reads the form of SchemaStore, with members that it does not know', () => {
    const more = { $schema: 'https://json.schemastore.org/schema-catalog.json', version: 1 };
    const given = { ...entry, fileMatch: ['package.json'], versions: { '1': url } };
    expect(readCatalogue({ ...more, schemas: [given] })).to.deep.equal({ entries: [entry], leftOut: 0 });
    const { description: _, ...bare } = entry;
    expect(readCatalogue({ schemas: [bare] })).to.deep.include({ entries: [{ ...entry, description: '' }] });
    const long = readCatalogue({ schemas: [{ ...entry, description: 'x'.repeat(900) }] });
    expect(!isFailure(long) && long.entries[0]?.description.length).to.equal(500);
  });

  it('leaves out each entry that could not be shown or fetched, and one that comes twice', () => {
    const odd: readonly Json[] = [
      ...[null, 'text', [], {}, entry],
      { ...entry, name: 7 },
      { ...entry, name: 'pay\u202edrocer' },
      { ...entry, name: 'x'.repeat(201) },
      { ...entry, url: 7 },
      { ...entry, url: 'package.json' },
      { ...entry, url: 'http://json.schemastore.org/package.json' },
      { ...entry, url: 'file:///etc/passwd' },
      { ...entry, url: `${url}${'x'.repeat(SCHEMA_URL_MAX)}` },
    ];
    expect(readCatalogue({ schemas: [entry, ...odd] })).to.deep.equal({ entries: [entry], leftOut: odd.length });
  });

  it('refuses what is no catalogue, has nothing or too much', () => {
    const many = Array.from({ length: SCHEMA_CATALOGUE_ENTRIES_MAX + 1 }, () => entry);
    for (const document of [null, [], {}, { schemas: {} }, { schemas: [] }, { schemas: [7] }, { schemas: many }]) {
      const read = readCatalogue(document);
      expect(isFailure(read) && read.issue.code).to.equal('SCHEMA_CATALOGUE_INVALID');
    }
  });

  it('is searched by name, description and URL in any case', () => {
    const other = { name: 'GeoJSON', description: 'Places', url: 'https://x.example/geo' };
    const found = (search?: string) => searchCatalogue([entry, other], search).map(({ name }) => name);
    expect(found()).to.deep.equal(['package.json', 'GeoJSON']);
    expect([found('NPM'), found('geoj'), found('x.EXAMPLE'), found('none')]).to.deep.equal([
      ...[['package.json'], ['GeoJSON'], ['GeoJSON'], []],
    ]);
  });
});
