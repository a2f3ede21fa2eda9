// Gossip between hosts on the loopback: what reaches whom, what never leaves, and what becomes of those who send
// rubbish.
import { expect } from 'chai';
import { signCatalogue } from '../../../../../core/mesh/catalogue.js';
import { encodeCatalogueNotice } from '../../../../../proto/codec/catalogue.js';
import { encodeHeadClaim } from '../../../../../proto/codec/head.js';
import { CATALOGUE_TOPIC, headTopic, shardOf } from '../../../../../proto/topics.js';
import { GossipNode, gossiping, headAt, recordOf, registerId } from '../../../../support/mesh/gossips.js';
import { until } from '../../../../support/mesh/networks.js';
import { liar } from '../../../../support/register/evidence.js';

const PUBLIC = registerId(1);
const PRIVATE = registerId(2);

describe('gossip between hosts', () => {
  const [ada, bob, eve] = [new GossipNode('ada'), new GossipNode('bob'), new GossipNode('eve')];
  const nodes = [ada, bob, eve];

  before(async () => {
    ada.ledger.hold(recordOf(1, { advertise: true }), 3);
    ada.ledger.hold(recordOf(2, { description: 'Nobody may know' }), 3);
    // Bob follows the register; he has no link, so no Watch either.
    bob.ledger.hold(recordOf(1, { subscribed: true }), 3);
    eve.ledger.hold(recordOf(1, { subscribed: true }), 3);
    await gossiping(nodes);
    await until(() => nodes.every((node) => node.gossip.listeners().length === 2));
    for (const node of nodes) node.catalogue.start();
  });

  after(() => Promise.all(nodes.map((node) => node.stop())));

  const topic = headTopic(shardOf(PUBLIC));
  const accepted = (node: GossipNode) => node.verdicts.filter((verdict) => verdict === 'in head accept').length;

  it('tells everybody what is advertised, and who tells it', async () => {
    await until(() => [bob, eve].every((node) => node.subscriptions.available().length === 1));
    const [found] = bob.subscriptions.available();
    expect(found).to.deep.include({ registerId: PUBLIC, name: 'Register 1', height: 3, peers: [ada.peerId] });
  });

  it('brings a head to those who follow the register, and to no shard besides', async () => {
    await until(() => [bob, eve].every((node) => node.gossip.shards.has(shardOf(PUBLIC))));
    await until(() => ada.transport.listeners(topic).length === 2);
    expect([...bob.gossip.shards]).to.deep.equal([shardOf(PUBLIC)]);
    ada.seal(PUBLIC, 4);
    await until(() => accepted(bob) === 1 && accepted(eve) === 1);
  });

  it('says nothing of a register that is not advertised', async () => {
    ada.seal(PRIVATE, 4);
    ada.seal(PUBLIC, 5);
    await until(() => accepted(bob) === 2);
    const bytes = Buffer.from(PRIVATE.replaceAll('-', ''), 'hex').toString('latin1');
    for (const node of nodes)
      for (const message of node.wire) {
        expect(message.includes(bytes)).to.equal(false);
        expect(message.includes('Register 2')).to.equal(false);
        expect(message.includes('Nobody may know')).to.equal(false);
      }
    expect(ada.wire.length).to.be.above(2);
  });

  it('hears no catalogue twice, nor an older one', async () => {
    const told = { descriptor: eve.descriptor, withdrawn: [], seq: eve.descriptor.seq };
    const advert = bob.subscriptions.advertsOf(ada.peerId)[0]!;
    const first = signCatalogue({ ...told, adverts: [{ ...advert, height: 7 }] }, (digest) => eve.sign(digest));
    await eve.transport.publish(CATALOGUE_TOPIC, encodeCatalogueNotice(first));
    await until(() => bob.subscriptions.advertsOf(eve.peerId).length === 1);
    const older = signCatalogue({ ...told, seq: told.seq - 1, adverts: [{ ...advert, height: 9 }] }, (digest) =>
      eve.sign(digest),
    );
    expect(bob.catalogue.onHeard(first)).to.equal('ignore');
    const ignored = bob.verdicts.filter((one) => one === 'in catalogue ignore').length;
    await eve.transport.publish(CATALOGUE_TOPIC, encodeCatalogueNotice(older));
    await until(() => bob.verdicts.filter((one) => one === 'in catalogue ignore').length > ignored);
    expect(bob.subscriptions.advertsOf(eve.peerId)[0]?.height).to.equal(7);
    expect(bob.book.score(eve.peerId)).to.equal(0);
  });

  it('withdraws what is advertised no more', async () => {
    ada.ledger.hold(recordOf(1), 5);
    await until(() => bob.subscriptions.advertsOf(ada.peerId).length === 0);
    expect(bob.subscriptions.available().flatMap(({ peers }) => peers)).not.to.include(ada.peerId);
  });

  it('refuses what is malformed, too large, misplaced or forged, and bans who sends it', async () => {
    const scoreBefore = bob.transport.scoreOf(eve.peerId);
    await eve.transport.publish(topic, Buffer.from('no message at all'));
    await until(() => bob.blames.includes(`${eve.peerId} protocol`));
    await eve.transport.publish(topic, Buffer.alloc(9000, 1));
    await until(() => bob.blames.includes(`${eve.peerId} oversize`));
    await until(() => bob.transport.scoreOf(eve.peerId) < scoreBefore - 5);
    expect(bob.book.score(eve.peerId)).to.be.within(-41, -39);
    // A docket that follows another docket than Bob's might be right for a node that knows that one.
    const prevHash = headAt(PUBLIC, 5).certificate.docketHash;
    const forged = headAt(PUBLIC, 6, { by: liar('nobody'), prevHash });
    await eve.transport.publish(topic, encodeHeadClaim(forged));
    await until(() => bob.book.isBanned(eve.peerId));
    await until(() => !bob.transport.linkedPeers().includes(eve.peerId));
    expect(bob.blames.at(-1)).to.equal(`${eve.peerId} invalid-signature`);
  });

  it('does not let a banned peer back, nor a stranger in', async () => {
    await eve.transport.dial(bob.peerId, bob.transport.multiaddrs).catch(() => undefined);
    const stranger = new GossipNode('mallory', { orgId: 'unknown' });
    nodes.push(stranger);
    await stranger.start();
    stranger.book.learn(bob.descriptor, { isSeed: false });
    stranger.open();
    await stranger.transport.dial(bob.peerId, bob.transport.multiaddrs).catch(() => undefined);
    await until(
      () => stranger.transport.linkedPeers().length === 0 && !eve.transport.linkedPeers().includes(bob.peerId),
    );
    expect(bob.transport.linkedPeers()).to.deep.equal([ada.peerId]);
  });
});

describe('a host of gossip', () => {
  it('starts and stops twenty times and leaves nothing behind', async () => {
    const handles = () => process.getActiveResourcesInfo().filter((one) => /TCP|Timeout/.test(one)).length;
    const warm = new GossipNode('warm');
    await warm.start();
    await warm.stop();
    const before = handles();
    for (let round = 0; round < 20; round++) {
      const [one, other] = [new GossipNode(`one ${round}`), new GossipNode(`other ${round}`)];
      await gossiping([one, other]);
      if (round % 5 === 0) await until(() => one.links.size === 1 && other.links.size === 1);
      await Promise.all([one.stop(), other.stop()]);
    }
    await until(() => handles() <= before + 1);
  });
});
