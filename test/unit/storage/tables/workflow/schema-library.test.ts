// Schemas of organisations: found before they are durable, listed by id, each organisation for itself, and those that
// are published for all.
import { expect } from 'chai';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { type KeptSchema, SchemaLibrary } from '../../../../../storage/tables/workflow/schema-library.js';

const kept = (schemaId: string, more: Partial<KeptSchema> = {}): KeptSchema => ({
  ...{ organisationId: 'org', schemaId, title: schemaId, description: '', sectors: [], provider: 'org' },
  ...{ status: 'active', version: 1, isPublished: false, schema: { type: 'object' } },
  ...{ createdBy: 'ada', createdAtMs: 5, updatedAtMs: 5 },
  ...more,
});
const ids = (list: readonly { readonly schemaId: string }[]) => list.map(({ schemaId }) => schemaId);

describe('storage/tables/workflow/schema-library', () => {
  it('keeps, lists by id without the schema, and removes', async () => {
    const kv = memoryKv();
    const library = new SchemaLibrary(kv, kv);
    for (const id of ['b', 'a', 'c']) await kv.write([...library.put(kept(id))]);
    await kv.write([...library.put(kept('z', { organisationId: 'other' }))]);
    expect(ids(library.list('org'))).to.deep.equal(['a', 'b', 'c']);
    expect(library.list('org')[0]).to.have.all.keys(
      ...['organisationId', 'schemaId', 'title', 'description', 'sectors', 'provider', 'status', 'version'],
      'isPublished',
    );
    expect(library.find('org', 'a')).to.deep.equal(kept('a'));
    expect(library.find('org', 'z')).to.equal(undefined);
    await kv.write([...library.remove(kept('b'))]);
    expect(ids(library.list('org'))).to.deep.equal(['a', 'c']);
    expect(library.find('org', 'b')).to.equal(undefined);
    expect(library.listPublished()).to.deep.equal([]);
  });

  it('shows what is published to all, as it is now, until it is removed', async () => {
    const kv = memoryKv();
    const library = new SchemaLibrary(kv, kv);
    const published = kept('a', { isPublished: true });
    await kv.write([...library.put(published)]);
    await kv.write([...library.put(kept('b', { organisationId: 'other', isPublished: true }))]);
    await kv.write([...library.put({ ...published, status: 'deprecated' })]);
    expect(library.listPublished().map(({ schemaId, status }) => `${schemaId} ${status}`)).to.deep.equal([
      ...['a deprecated', 'b active'],
    ]);
    expect(library.findPublished('a')?.organisationId).to.equal('org');
    await kv.write([...library.remove(published)]);
    expect(ids(library.listPublished())).to.deep.equal(['b']);
    expect(library.findPublished('a')).to.equal(undefined);
  });
});
