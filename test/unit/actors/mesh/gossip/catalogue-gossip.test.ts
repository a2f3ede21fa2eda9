// Catalogues under a virtual clock: when this node tells what it offers and what it leaves out, and how long, how much
// and from whom it believes.
import { expect } from 'chai';
import { CatalogueGossip } from '../../../../../actors/mesh/gossip/catalogue-gossip.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { generate, sign } from '../../../../../core/crypto/signing/algorithms.js';
import { CATALOGUE_ADVERTS_MAX, type Catalogue, signCatalogue } from '../../../../../core/mesh/catalogue.js';
import type { Advert } from '../../../../../core/mesh/frames.js';
import { encodeCatalogueNotice } from '../../../../../proto/codec/catalogue.js';
import { GOSSIP_CATALOGUE_BYTES_MAX } from '../../../../../proto/codec/limits.js';
import { shardOf } from '../../../../../proto/topics.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { DESCRIPTOR_NOW, descriptorOf } from '../../../../support/mesh/descriptor.js';
import { GossipLedger, QUIET, recordOf, registerId } from '../../../../support/mesh/gossips.js';

const MINUTE_MS = 60_000;
const ID = registerId(1);
const OTHER = registerId(2);
const EVE = descriptorOf('eve');

const signerOf = (name: string) => (digest: Uint8Array) =>
  sign('ED25519', generate('ED25519', sha256(name)).privateKey, digest);

function advertOf(id: string, members: Partial<Advert> = {}): Advert {
  const about = { registerId: id, genesisHash: 'ab'.repeat(32), name: 'Orders', description: 'of the port' };
  return { ...about, height: 3, isFullReplica: true, isPublic: true, ...members };
}

/** The catalogue that the node of that name tells; `by` signs in its place. */
function toldBy(name: string, given: Partial<Catalogue>, by = name): Catalogue {
  const descriptor = descriptorOf(name);
  return signCatalogue({ descriptor, adverts: [], withdrawn: [], seq: DESCRIPTOR_NOW, ...given }, signerOf(by));
}

function scene() {
  const clock = new VirtualClock(DESCRIPTOR_NOW);
  const ledger = new GossipLedger();
  const told: Catalogue[] = [];
  const offers = new Map<string, Map<string, Advert>>();
  const [banned, linked, learnt] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const world = { listeners: ['one'], joined: [] as number[], sends: true };
  const catalogue = new CatalogueGossip({
    ...{ clock, log: QUIET, random: { number: () => 0.5, bytes: () => new Uint8Array(0) }, ledger },
    subscriptions: {
      onAdvertised: (peerId, advert) =>
        void offers.set(peerId, (offers.get(peerId) ?? new Map()).set(advert.registerId, advert)),
      withdrawn: (peerId, ids) => {
        for (const id of ids) offers.get(peerId)?.delete(id);
      },
      advertsOf: (peerId) => [...(offers.get(peerId)?.values() ?? [])],
    },
    cast: () => ({
      join: (shards) => {
        world.joined = [...shards];
      },
      listeners: () => world.listeners,
      catalogue: (one) => world.sends && told.push(one) > 0,
      head: () => true,
    }),
    descriptor: () => descriptorOf('self'),
    sign: signerOf('self'),
    admits: ({ peerId }) => !banned.has(peerId),
    learn: ({ peerId }) => learnt.add(peerId),
    isLinked: (peerId) => linked.has(peerId),
  });
  const offered = (peerId = EVE.peerId) => [...(offers.get(peerId)?.keys() ?? [])];
  const names = () => told.map(({ adverts, withdrawn }) => [adverts.map((one) => one.registerId), withdrawn]);
  return { clock, ledger, told, offers, banned, linked, learnt, world, catalogue, offered, names };
}

describe('the catalogue of this node, told by gossip', () => {
  it('comes soon after the start, again every ten minutes or so, and names nothing that is private', async () => {
    const { clock, ledger, catalogue, names, told, world } = scene();
    ledger.hold(recordOf(1, { advertise: true }));
    ledger.hold(recordOf(2));
    catalogue.start();
    await clock.advance(4000);
    expect(names()).to.deep.equal([[[ID], []]]);
    expect(world.joined).to.deep.equal([shardOf(ID)]);
    await clock.advance(9 * MINUTE_MS);
    expect(told).to.have.length(1);
    await clock.advance(2 * MINUTE_MS);
    expect(told).to.have.length(2);
    expect(told[1]!.seq).to.be.greaterThan(told[0]!.seq);
    catalogue.stop();
    expect(clock.armed).to.equal(0);
  });

  it('comes as often where the clock was set back after one', async () => {
    const { clock, ledger, catalogue, told } = scene();
    ledger.hold(recordOf(1, { advertise: true }), 3);
    clock.setMs = 7 * 24 * 60 * MINUTE_MS;
    catalogue.start();
    await clock.advance(4000);
    clock.setMs = 0;
    await clock.advance(30 * MINUTE_MS);
    expect(told.length).to.be.within(3, 4);
    catalogue.stop();
  });

  it('is told to a newcomer after a while, and to no peer when none listens', async () => {
    const { clock, ledger, catalogue, told, world } = scene();
    ledger.hold(recordOf(1, { advertise: true }));
    world.listeners = [];
    catalogue.start();
    await clock.advance(MINUTE_MS);
    expect(told).to.deep.equal([]);
    world.listeners = ['one'];
    await clock.advance(2000);
    expect(told).to.have.length(1);
    world.listeners = ['one', 'two'];
    await clock.advance(10_000);
    expect(told).to.have.length(1);
    await clock.advance(6000);
    expect(told).to.have.length(2);
    catalogue.stop();
  });

  it('says within seconds what is offered anew and what no more', async () => {
    const { clock, ledger, catalogue, names } = scene();
    ledger.hold(recordOf(1, { advertise: true }));
    catalogue.start();
    await clock.advance(4000);
    ledger.hold(recordOf(1));
    ledger.hold(recordOf(2, { advertise: true }));
    await clock.advance(2000);
    expect(names().slice(1)).to.deep.equal([[[OTHER], [ID]]]);
    await clock.advance(10_000);
    expect(names()).to.have.length(2);
    catalogue.stop();
  });

  it('says again what could not be sent', async () => {
    const { clock, ledger, catalogue, names, world } = scene();
    ledger.hold(recordOf(1, { advertise: true }));
    catalogue.start();
    await clock.advance(4000);
    world.sends = false;
    ledger.hold(recordOf(1));
    await clock.advance(6000);
    expect(names()).to.have.length(1);
    world.sends = true;
    await clock.advance(2000);
    expect(names().slice(1)).to.deep.equal([[[], [ID]]]);
    catalogue.stop();
  });

  it('of a thousand registers comes in messages of a bounded size, a part of them a round, and all in the end', async () => {
    const { clock, ledger, catalogue, told } = scene();
    for (let n = 1; n <= 600; n++) ledger.hold(recordOf(n, { advertise: true, description: 'ü'.repeat(2000) }));
    catalogue.start();
    await clock.advance(4000);
    const named = () => new Set(told.flatMap(({ adverts }) => adverts.map((one) => one.registerId)));
    expect(named().size).to.equal(256);
    for (const one of told) {
      expect(one.adverts.length).to.be.at.most(CATALOGUE_ADVERTS_MAX);
      expect(encodeCatalogueNotice(one).length).to.be.at.most(GOSSIP_CATALOGUE_BYTES_MAX);
      for (const { description } of one.adverts) expect(description).to.have.length(256);
    }
    await clock.advance(30 * MINUTE_MS);
    expect(named().size).to.equal(600);
    catalogue.stop();
  });
});

describe('the catalogues of others, heard by gossip', () => {
  it('count once, in order, and never again when they are replayed', async () => {
    const { catalogue, offered, learnt } = scene();
    const first = toldBy('eve', { adverts: [advertOf(ID)] });
    const second = toldBy('eve', { adverts: [], withdrawn: [ID], seq: DESCRIPTOR_NOW + 1 });
    expect(catalogue.onHeard(first)).to.equal('accept');
    expect([offered(), [...learnt]]).to.deep.equal([[ID], [EVE.peerId]]);
    expect(catalogue.onHeard(first)).to.equal('ignore');
    expect(catalogue.onHeard(second)).to.equal('accept');
    expect(catalogue.onHeard(first)).to.equal('ignore');
    expect(offered()).to.deep.equal([]);
    expect(catalogue.isPublic(ID)).to.equal(false);
  });

  it('are forgotten when their node is silent, and an old one does not bring them back', async () => {
    const { clock, catalogue, offered, linked } = scene();
    const first = toldBy('eve', { adverts: [advertOf(ID)] });
    const bob = toldBy('bob', { adverts: [advertOf(ID)] });
    linked.add(bob.descriptor.peerId);
    for (const one of [first, bob]) expect(catalogue.onHeard(one)).to.equal('accept');
    catalogue.start();
    await clock.advance(24 * MINUTE_MS);
    expect(offered()).to.deep.equal([ID]);
    await clock.advance(2 * MINUTE_MS);
    expect(offered()).to.deep.equal([]);
    expect(catalogue.isPublic(ID)).to.equal(false);
    // A linked node lists what it offers itself.
    expect(offered(bob.descriptor.peerId)).to.deep.equal([ID]);
    expect(catalogue.onHeard(first)).to.equal('ignore');
    expect(offered()).to.deep.equal([]);
    catalogue.stop();
  });

  it('stay for as long as their node repeats them', async () => {
    const { clock, catalogue, offered } = scene();
    catalogue.start();
    for (let n = 0; n < 6; n++) {
      expect(catalogue.onHeard(toldBy('eve', { adverts: [advertOf(ID)], seq: clock.now() }))).to.equal('accept');
      await clock.advance(12 * MINUTE_MS);
    }
    expect(offered()).to.deep.equal([ID]);
    catalogue.stop();
  });

  it('of a banned peer are not heard, and what it offered before is offered no more', () => {
    const { catalogue, offered, banned, learnt } = scene();
    const evil = toldBy('evil', { adverts: [advertOf(OTHER)] });
    banned.add(evil.descriptor.peerId);
    expect(catalogue.onHeard(evil)).to.equal('ignore');
    expect([catalogue.isPublic(OTHER), learnt.size, offered(evil.descriptor.peerId)]).to.deep.equal([false, 0, []]);
    const first = toldBy('eve', { adverts: [advertOf(ID)] });
    expect(catalogue.onHeard(first)).to.equal('accept');
    banned.add(EVE.peerId);
    catalogue.onBanned(EVE.peerId);
    expect([catalogue.isPublic(ID), offered()]).to.deep.equal([false, []]);
    expect(catalogue.onHeard(toldBy('eve', { adverts: [advertOf(ID)], seq: DESCRIPTOR_NOW + 1 }))).to.equal('ignore');
    banned.clear();
    expect(catalogue.onHeard(first), 'a replay after the ban').to.equal('ignore');
    expect(catalogue.onHeard(toldBy('eve', { adverts: [advertOf(ID)], seq: DESCRIPTOR_NOW + 2 }))).to.equal('accept');
    expect(offered()).to.deep.equal([ID]);
  });

  it('are blamed on the peer that passes on a lie, and on no peer when they are old, early or of this node', () => {
    const { catalogue, offered } = scene();
    const ignored = [
      toldBy('eve', { adverts: [advertOf(ID)], seq: DESCRIPTOR_NOW - 21 * MINUTE_MS }),
      toldBy('eve', { adverts: [advertOf(ID)], seq: DESCRIPTOR_NOW + 11 * MINUTE_MS }),
      toldBy('self', { adverts: [advertOf(ID)] }),
    ];
    for (const one of ignored) expect(catalogue.onHeard(one)).to.equal('ignore');
    const many = Array.from({ length: CATALOGUE_ADVERTS_MAX + 1 }, (_, n) => advertOf(registerId(n)));
    const lies = [
      toldBy('eve', { adverts: [advertOf(ID)] }, 'mallory'),
      { ...toldBy('eve', { adverts: [advertOf(ID)] }), adverts: [advertOf(ID, { height: 99 })] },
      toldBy('eve', { adverts: [advertOf(ID)], withdrawn: [ID] }),
      toldBy('eve', { adverts: many }),
    ];
    for (const one of lies) expect(catalogue.onHeard(one)).to.include({ offence: 'protocol' });
    expect(offered()).to.deep.equal([]);
    expect(catalogue.isPublic(ID)).to.equal(false);
  });
});
