// Templates of organisations: found before they are durable, listed by id, each organisation for itself.
import { expect } from 'chai';
import { pingPong } from '../../../../../core/design/templates/ping-pong.js';
import type { Template } from '../../../../../core/design/templates/template.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { summaryOf, TemplateStore } from '../../../../../storage/tables/workflow/templates.js';

const stored = (id: string) => ({ template: { ...pingPong, id } as Template, createdBy: 'ada', createdAtMs: 5 });

describe('storage/tables/workflow/templates', () => {
  it('keeps, lists by id and removes', async () => {
    const kv = memoryKv();
    const store = new TemplateStore(kv, kv);
    for (const id of ['b', 'a', 'c']) await kv.write([...store.add('org', stored(id))]);
    await kv.write([...store.add('other', stored('z'))]);
    expect(store.list('org').map(({ id }) => id)).to.deep.equal(['a', 'b', 'c']);
    expect(store.list('org')[0]).to.deep.equal(summaryOf(stored('a').template));
    expect(store.find('org', 'a')).to.deep.equal(stored('a'));
    expect(store.find('org', 'z')).to.equal(undefined);
    await kv.write([...store.remove('org', 'b')]);
    expect(store.list('org').map(({ id }) => id)).to.deep.equal(['a', 'c']);
    expect(store.find('org', 'b')).to.equal(undefined);
    expect(new TemplateStore(kv, kv).list('nobody')).to.deep.equal([]);
  });

  it('sees what is queued', () => {
    const kv = memoryKv();
    const queued = new Map<string, Uint8Array>();
    const store = new TemplateStore(kv, { getSync: (key) => queued.get(Buffer.from(key).toString('hex')) });
    for (const { key, value } of store.add('org', stored('a')))
      if (value) queued.set(Buffer.from(key).toString('hex'), value);
    expect(store.list('org').length).to.equal(1);
    expect(store.find('org', 'a')?.createdBy).to.equal('ada');
  });
});
