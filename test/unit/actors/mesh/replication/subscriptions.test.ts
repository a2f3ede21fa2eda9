// Following the registers of others: what is shown to whom, where heads come from, and how following ends and begins
// again.
import { expect } from 'chai';
import type { PeerService } from '../../../../../actors/mesh/ports.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { SealedDocket } from '../../../../../core/model/register.js';
import { issueOf } from '../../../../support/base/results.js';
import { MeshWorld, peerOf } from '../../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../../support/node/ledger-world.js';

const subscribe = (mesh: MeshWorld, name: string) => mesh.node(name).surface.subscribe(REGISTER_ID, {});

/** Lets a node tell what `one` tells of its registers, and give other dockets. */
function offers(mesh: MeshWorld, name: string, dockets: () => AsyncIterable<SealedDocket>): void {
  const { driver } = mesh.node('one');
  const heads: PeerService['heads'] = (...asked) => driver.heads(...asked);
  const adverts: PeerService['adverts'] = (...asked) => driver.adverts(...asked);
  mesh.net.serve(peerOf(name), Object.assign(Object.create(mesh.node(name).driver), { heads, adverts, dockets }));
}

/** The right docket 0, under signatures that no key made. */
function givesBroken(mesh: MeshWorld, name: string): void {
  offers(mesh, name, async function* () {
    const [genesis] = await mesh.chain('one');
    const { certificate } = genesis!;
    const signatures = certificate.signatures.map((one) => ({ ...one, signature: 'ab'.repeat(64) }));
    yield { ...genesis!, certificate: { ...certificate, signatures } };
  });
}

describe('following a register', () => {
  it('shows a stranger nothing of a private register, and a reader all of it', async () => {
    const mesh = await MeshWorld.of('one', 'reader', 'stranger');
    await mesh.found(['one']);
    const { driver, world } = mesh.node('one');
    const { self } = mesh.node('stranger').net;
    expect(driver.adverts(self)).to.deep.equal([]);
    expect(await driver.heads(self, { registerIds: [REGISTER_ID] })).to.deep.equal([]);
    for (let bucket = 0; bucket < 256; bucket++) expect(await driver.heads(self, { bucket })).to.deep.equal([]);
    const range = driver.dockets(self, { registerId: REGISTER_ID, fromHeight: 0, toHeight: 9, bytesMax: 1 << 20 });
    expect(isFailure(range) && range.issue.code).to.equal('REGISTER_NOT_FOUND');
    expect(issueOf(await subscribe(mesh, 'stranger'))).to.include({ code: 'REGISTER_NOT_ADVERTISED' });
    await world.ledger.update(REGISTER_ID, { readers: [peerOf('reader')] } as never);
    expect(await subscribe(mesh, 'reader')).to.include({ registerId: REGISTER_ID, isSubscribed: true });
    await mesh.clock.advance(1000);
    expect(mesh.height('reader')).to.equal(1);
    expect(issueOf(await subscribe(mesh, 'stranger'))).to.include({ code: 'REGISTER_NOT_ADVERTISED' });
    await mesh.stop();
  });

  it('says whom it asked for a register that no peer offers, and what to do about it', async () => {
    const mesh = await MeshWorld.of('one', 'two', 'reader');
    await mesh.found(['one', 'two']);
    const refused = await subscribe(mesh, 'reader');
    expect(issueOf(refused)).to.include({ code: 'REGISTER_NOT_ADVERTISED' });
    const { message } = issueOf(refused) as { readonly message: string };
    for (const name of ['one', 'two']) expect(message).to.include(peerOf(name));
    expect(message).to.include(`quorate register update ${REGISTER_ID} --advertise yes`);
    mesh.isolate('reader');
    expect(issueOf(await subscribe(mesh, 'reader')))
      .to.have.property('message')
      .that.includes('linked with no other')
      .and.includes('quorate mesh status');
    // The validators serve each other without any offer.
    expect([mesh.height('one'), mesh.height('two'), mesh.height('reader')]).to.deep.equal([1, 1, -1]);
    await mesh.stop();
  });

  it('names a few of many whom it asked', async () => {
    const many = Array.from({ length: 9 }, (_, n) => `node ${n}`);
    const mesh = await MeshWorld.of(...many);
    const refused = issueOf(await subscribe(mesh, 'node 0')) as { readonly message: string };
    expect(many.filter((name) => refused.message.includes(peerOf(name)))).to.have.length(5);
    expect(refused.message).to.include(' and 3 more.');
    await mesh.stop();
  });

  it('begins with the copy that holds, whichever other peer gives docket 0 with a certificate that no member signed', async () => {
    for (const isNamed of [true, false]) {
      const liars = isNamed ? ['one liar', 'two liar', 'three liar', 'four liar'] : ['one liar'];
      for (const names of [
        ['one', ...liars],
        [...liars, 'one'],
      ]) {
        const mesh = await MeshWorld.of(...names, 'reader');
        await mesh.found(['one'], { advertise: true });
        for (const name of liars) givesBroken(mesh, name);
        const { genesisHash } = mesh.node('one').world.ledger.register(REGISTER_ID)!;
        const { surface } = mesh.node('reader');
        const begun = await surface.subscribe(REGISTER_ID, isNamed ? { genesisHash } : {});
        expect(begun, names.join()).to.include({ registerId: REGISTER_ID, isSubscribed: true });
        const blamed = mesh.net.blames.map(({ peerId, offence }) => `${peerId} ${offence}`);
        const lied = liars.map((name) => `${peerOf(name)} invalid-signature`);
        expect(lied, names.join()).to.include.members(blamed);
        // A liar that is asked before the honest peer is tried before it.
        if (names[0] !== 'one') expect(blamed, names.join()).to.have.members(lied);
        await mesh.stop();
      }
    }
  });

  it('begins with no copy where peers tell several, and says which organisation told which and what to do', async () => {
    const mesh = await MeshWorld.of('one', 'two', 'liar', 'reader');
    await mesh.found(['one'], { advertise: true });
    const { genesisHash } = mesh.node('one').world.ledger.register(REGISTER_ID)!;
    mesh.net.link(peerOf('one'), peerOf('two'));
    expect(await subscribe(mesh, 'two')).to.include({ registerId: REGISTER_ID });
    await mesh.node('two').world.ledger.update(REGISTER_ID, { advertise: true });
    const other = await MeshWorld.of('liar');
    await other.found(['liar'], { advertise: true });
    const [forged] = await other.chain('liar');
    expect(forged!.docket.hash).to.not.equal(genesisHash);
    offers(mesh, 'liar', async function* () {
      yield forged!;
    });
    await mesh.clock.advance(1000);
    const refused = await subscribe(mesh, 'reader');
    expect(issueOf(refused)).to.include({ code: 'GENESIS_AMBIGUOUS', path: '/genesisHash' });
    const { message } = issueOf(refused) as { readonly message: string };
    expect(message).to.match(new RegExp(`${genesisHash} by org of (one, org of two|two, org of one)`));
    expect(message).to.include(`${forged!.docket.hash} by org of liar`);
    expect(message).to.include(`quorate register subscribe ${REGISTER_ID} --genesis HASH`);
    expect(mesh.node('reader').world.ledger.register(REGISTER_ID)).to.equal(undefined);
    const begun = await mesh.node('reader').surface.subscribe(REGISTER_ID, { genesisHash });
    expect(begun).to.include({ registerId: REGISTER_ID, isSubscribed: true });
    await mesh.stop();
    await other.stop();
  });

  it('passes over a peer that never gives docket 0, and says when only such copies were given that do not hold', async () => {
    const mesh = await MeshWorld.of('silent', 'one', 'reader');
    await mesh.found(['one'], { advertise: true });
    const never = () => new Promise<never>(() => undefined);
    offers(mesh, 'silent', async function* () {
      yield await never();
    });
    const begun = mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(10_000);
    expect(await begun).to.include({ registerId: REGISTER_ID, isSubscribed: true });
    // It is asked for the dockets that it told of, too.
    const stopped = mesh.stop();
    await mesh.clock.advance(30_000);
    await stopped;
    const lying = await MeshWorld.of('one', 'reader');
    await lying.found(['one'], { advertise: true });
    givesBroken(lying, 'one');
    expect(issueOf(await subscribe(lying, 'reader'))).to.include({ code: 'CERTIFICATE_INVALID' });
    await lying.stop();
  });

  it('tells one that may read it no more of no further docket, and the one that may again of all', async () => {
    const mesh = await MeshWorld.of('one', 'reader');
    const pin = await mesh.found(['one']);
    const { world } = mesh.node('one');
    await world.ledger.update(REGISTER_ID, { readers: [peerOf('reader')] } as never);
    await subscribe(mesh, 'reader');
    await mesh.clock.advance(1000);
    expect(mesh.node('reader').driver.parts.subscriptions.providersOf(REGISTER_ID)).to.deep.equal([peerOf('one')]);
    await world.ledger.update(REGISTER_ID, { readers: [] } as never);
    const told: string[] = [];
    mesh.net.alter = (_from, to, frame) => {
      if (to === peerOf('reader')) told.push(frame.type);
      return frame;
    };
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(10_000);
    expect(told).to.not.include('head');
    expect(mesh.height('reader')).to.equal(1);
    await world.ledger.update(REGISTER_ID, { readers: [peerOf('reader')] } as never);
    // Its interest is told again with the next round.
    await mesh.clock.advance(180_000);
    expect(mesh.height('reader')).to.equal(2);
    await mesh.submit('one', mesh.action('one', pin, 2));
    await mesh.clock.advance(1000);
    expect(mesh.height('reader')).to.equal(3);
    await mesh.stop();
  });

  it('hears every head, from another provider when one is lost', async () => {
    const three = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...three, 'reader');
    const pin = await mesh.found(three, { advertise: true });
    for (const name of three) await mesh.node(name).world.ledger.update(REGISTER_ID, { advertise: true });
    for (const name of three) await mesh.node('reader').driver.parts.subscriptions.refreshAdverts(peerOf(name));
    await subscribe(mesh, 'reader');
    await mesh.clock.advance(1000);
    const before = mesh.node('reader').driver.parts.subscriptions.providersOf(REGISTER_ID);
    expect(before).to.have.length(2);
    mesh.net.cut(peerOf('reader'), before[0]!);
    await mesh.clock.advance(100);
    const after = mesh.node('reader').driver.parts.subscriptions.providersOf(REGISTER_ID);
    expect(after).to.have.length(2);
    expect(after).to.not.include(before[0]);
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(500);
    expect(mesh.height('reader')).to.equal(2);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('hears of it from a member as soon as there is one, in the place of a replica', async () => {
    const mesh = await MeshWorld.of('one', 'a', 'b', 'reader');
    const pin = await mesh.found(['one'], { advertise: true });
    const { subscriptions } = mesh.node('reader').driver.parts;
    mesh.net.cut(peerOf('reader'), peerOf('one'));
    for (const name of ['a', 'b']) {
      await subscribe(mesh, name);
      await mesh.clock.advance(1000);
      await mesh.node(name).world.ledger.update(REGISTER_ID, { advertise: true });
      await subscriptions.refreshAdverts(peerOf(name));
    }
    await subscribe(mesh, 'reader');
    await mesh.clock.advance(1000);
    expect([...subscriptions.providersOf(REGISTER_ID)].sort()).to.deep.equal([peerOf('a'), peerOf('b')]);
    mesh.net.link(peerOf('reader'), peerOf('one'));
    await mesh.clock.advance(1000);
    expect(subscriptions.providersOf(REGISTER_ID)).to.have.length(2).and.include(peerOf('one'));
    // The replicas that lost their interest, or have none to tell, are not needed for it.
    for (const name of ['a', 'b']) mesh.net.cut(peerOf(name), peerOf('one'));
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(500);
    expect(mesh.height('reader')).to.equal(2);
    await mesh.stop();
  });

  it('ends with its data kept, begins again, and can be purged and taken over anew', async () => {
    const mesh = await MeshWorld.of('one', 'reader');
    const pin = await mesh.found(['one'], { advertise: true });
    await subscribe(mesh, 'reader');
    await mesh.clock.advance(1000);
    const { surface, world } = mesh.node('reader');
    expect(await world.ledger.remove(REGISTER_ID)).to.include({ code: 'SUBSCRIPTION_EXISTS' });
    expect(await surface.unsubscribe(REGISTER_ID)).to.equal(undefined);
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(90_000);
    expect(mesh.height('reader')).to.equal(1);
    expect(await subscribe(mesh, 'reader')).to.include({ isSubscribed: true });
    await mesh.clock.advance(3000);
    expect([mesh.height('reader'), world.ledger.register(REGISTER_ID)?.status]).to.deep.equal([2, 'ONLINE']);
    expect(await surface.unsubscribe(REGISTER_ID)).to.equal(undefined);
    const removed = world.ledger.remove(REGISTER_ID);
    await mesh.clock.advance(100);
    expect(await removed).to.equal(undefined);
    expect(await subscribe(mesh, 'reader')).to.include({ isSubscribed: true });
    await mesh.clock.advance(3000);
    expect(mesh.height('reader')).to.equal(2);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  for (const [how, until] of [
    ['the next round', 90_000],
    ['a stream of the peer is replaced', 500],
  ] as const)
    it(`tells a lost interest again when ${how === 'the next round' ? 'the next round begins' : how}`, async () => {
      const mesh = await MeshWorld.of('one', 'reader');
      const pin = await mesh.found(['one'], { advertise: true });
      mesh.net.alter = (_from, _to, frame) => (frame.type === 'interest' ? undefined : frame);
      await subscribe(mesh, 'reader');
      await mesh.clock.advance(1000);
      const [one, reader] = [mesh.node('one'), mesh.node('reader')];
      expect(reader.driver.parts.subscriptions.providersOf(REGISTER_ID)).to.deep.equal([peerOf('one')]);
      expect(one.driver.parts.tipAnnouncer.isInterested(REGISTER_ID, peerOf('reader'))).to.equal(false);
      mesh.net.alter = undefined;
      // As the links tell it: the peer stays linked, and what waited on its stream is lost.
      if (until < 1000) reader.driver.onLinked(one.net.self);
      await mesh.clock.advance(until);
      expect(one.driver.parts.tipAnnouncer.isInterested(REGISTER_ID, peerOf('reader'))).to.equal(true);
      await mesh.submit('one', mesh.action('one', pin, 1));
      await mesh.clock.advance(500);
      expect(mesh.height('reader')).to.equal(mesh.height('one'));
      await mesh.stop();
    });

  it('repeats no interest without end, nor in what it follows no more', async () => {
    const mesh = await MeshWorld.of('one', 'reader');
    await mesh.found(['one'], { advertise: true });
    await subscribe(mesh, 'reader');
    await mesh.clock.advance(1000);
    const { subscriptions } = mesh.node('reader').driver.parts;
    const told: string[] = [];
    mesh.net.alter = (_from, _to, frame) => {
      if (frame.type === 'interest') told.push(`${frame.registerId} ${frame.on}`);
      return frame;
    };
    subscriptions.repeat(peerOf('one'));
    subscriptions.repeat(peerOf('one'));
    subscriptions.repeat(peerOf('reader'));
    expect(told).to.deep.equal([`${REGISTER_ID} true`, `${REGISTER_ID} true`]);
    expect(await mesh.node('reader').surface.unsubscribe(REGISTER_ID)).to.equal(undefined);
    told.length = 0;
    subscriptions.repeat(peerOf('one'));
    expect(told).to.deep.equal([]);
    await mesh.stop();
  });
});
