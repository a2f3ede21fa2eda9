// The bounds of what is kept of other nodes' catalogues, and how room comes back.
import { expect } from 'chai';
import { CatalogueCache } from '../../../../../actors/mesh/gossip/catalogue-cache.js';
import type { Catalogue } from '../../../../../core/mesh/catalogue.js';
import type { Advert } from '../../../../../core/mesh/frames.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { descriptorOf } from '../../../../support/mesh/descriptor.js';

const MINUTE_MS = 60_000;
const template = descriptorOf('any');
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function advertOf(registerId: string, description = 'short'): Advert {
  const about = { registerId, genesisHash: 'ab'.repeat(32), name: 'Orders', description };
  return { ...about, height: 3, isFullReplica: true, isPublic: true };
}

/** As it stands once it is verified: the shelf judges no signature. */
function catalogue(peerId: string, ids: readonly number[], given: Partial<Catalogue> = {}): Catalogue {
  const adverts = ids.map((n) => advertOf(idOf(n)));
  return { descriptor: { ...template, peerId }, adverts, withdrawn: [], seq: 1, signature: '', ...given };
}

function scene() {
  const clock = new VirtualClock();
  const held = new Map<string, Map<string, Advert>>();
  let told = 0;
  const shelf = new CatalogueCache({
    clock,
    subscriptions: {
      onAdvertised: (peerId, advert) => {
        told++;
        held.set(peerId, (held.get(peerId) ?? new Map()).set(advert.registerId, advert));
      },
      withdrawn: (peerId, ids) => {
        for (const id of ids) held.get(peerId)?.delete(id);
      },
      advertsOf: (peerId) => [...(held.get(peerId)?.values() ?? [])],
    },
    isLinked: () => false,
  });
  return { clock, shelf, held, told: () => told };
}

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);

describe('actors/mesh/gossip/catalogue-cache', () => {
  it('keeps a bounded number of nodes, and takes new ones when old ones have gone silent', async () => {
    const { clock, shelf } = scene();
    for (const n of upTo(2000)) expect(shelf.put(catalogue(`node ${n}`, []))).to.equal(true);
    expect(shelf.put(catalogue('one more', [1]))).to.equal(false);
    expect(shelf.has(idOf(1))).to.equal(false);
    expect(shelf.put(catalogue('node 7', [1], { seq: 2 })), 'one that is known').to.equal(true);
    await clock.advance(20 * MINUTE_MS);
    shelf.put(catalogue('node 7', [], { seq: 3 }));
    await clock.advance(6 * MINUTE_MS);
    shelf.sweep(clock.steady());
    expect(shelf.has(idOf(1)), 'of the one that spoke').to.equal(true);
    expect(shelf.put(catalogue('one more', [2]))).to.equal(true);
  });

  it('keeps 1024 offers of a node, and more only after it withdrew some', () => {
    const { shelf, told } = scene();
    for (const part of upTo(17)) shelf.put(catalogue('eve', upTo(64, part * 64), { seq: part + 1 }));
    expect(told()).to.equal(1024);
    expect([shelf.has(idOf(1023)), shelf.has(idOf(1024))]).to.deep.equal([true, false]);
    shelf.put(catalogue('eve', [1024], { seq: 50, withdrawn: [idOf(0)] }));
    expect([shelf.has(idOf(0)), shelf.has(idOf(1024))]).to.deep.equal([false, true]);
    shelf.clear('eve');
    expect([shelf.has(idOf(1)), shelf.isNews(catalogue('eve', [], { seq: 50 }))]).to.deep.equal([false, false]);
  });

  it('keeps 20,000 offers of all nodes together, and gets room back from those that go', async () => {
    const { clock, shelf, told } = scene();
    for (const node of upTo(210)) shelf.put(catalogue(`node ${node}`, upTo(100, node * 100)));
    expect(told()).to.equal(20_000);
    expect(shelf.has(idOf(20_000))).to.equal(false);
    await clock.advance(26 * MINUTE_MS);
    shelf.sweep(clock.steady());
    expect(shelf.has(idOf(0))).to.equal(false);
    shelf.put(catalogue('late', [20_000]));
    expect(shelf.has(idOf(20_000))).to.equal(true);
  });

  it('counts a register as offered until the last of its nodes withdraws it', () => {
    const { shelf } = scene();
    for (const name of ['a', 'b']) shelf.put(catalogue(name, [1]));
    shelf.put(catalogue('a', [], { seq: 2, withdrawn: [idOf(1)] }));
    expect(shelf.has(idOf(1))).to.equal(true);
    shelf.put(catalogue('b', [], { seq: 2, withdrawn: [idOf(1)] }));
    expect(shelf.has(idOf(1))).to.equal(false);
  });

  it('keeps the whole description that a peer listed itself', () => {
    const { shelf, held } = scene();
    const listed = (description: string) => held.set('eve', new Map([[idOf(1), advertOf(idOf(1), description)]]));
    listed('short, and then some more');
    shelf.put(catalogue('eve', [1]));
    expect(held.get('eve')?.get(idOf(1))?.description).to.equal('short, and then some more');
    listed('another');
    shelf.put(catalogue('eve', [1], { seq: 2 }));
    expect(held.get('eve')?.get(idOf(1))?.description).to.equal('short');
  });
});
