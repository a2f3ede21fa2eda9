// The mesh as the surface shows it: who proposes in which round of a shared register, and whose votes are held; what
// peers offer to everybody, and how many of a roster are in reach.
import { expect } from 'chai';
import type { PeerView } from '../../../../actors/mesh/mesh.js';
import { reachableIn } from '../../../../actors/mesh/reach.js';
import { meshSurface } from '../../../../actors/mesh/surface.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { issueOf } from '../../../support/base/results.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const THREE = ['one', 'two', 'three'];

describe('the mesh as the surface shows it', () => {
  it('tells the proposer and the round of a register with a seat here, and the votes of a height that is stuck', async () => {
    const mesh = await MeshWorld.of(...THREE, 'reader');
    const pin = await mesh.found(THREE, { advertise: true });
    const { surface, world } = mesh.node('one');
    const leader = mesh.seat('one').validatorId;
    expect(surface.replica(REGISTER_ID)?.consensus).to.deep.equal({ round: 0, leader });
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(1000);
    expect(mesh.node('reader').surface.replica(REGISTER_ID)?.consensus).to.equal(undefined);
    mesh.isolate('two');
    mesh.isolate('three');
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(300);
    const view = world.ledger.consensus(REGISTER_ID);
    if (isFailure(view)) throw new Error(view.issue.code);
    expect(view).to.include({ height: mesh.height('one') + 1, state: 'Proposed', leader, self: leader, busy: true });
    expect(view.votes.map(({ validatorId, decision }) => [validatorId, decision])).to.deep.include([leader, 'Approve']);
    await mesh.clock.advance(5000);
    expect(surface.replica(REGISTER_ID)?.consensus?.round).to.be.greaterThan(0);
    await mesh.stop();
  });

  it('says why a node can have no seat in a new register, and what to do', async () => {
    const mesh = await MeshWorld.of(...THREE);
    await mesh.add('visitor', { standing: 'guest' });
    mesh.net.link(peerOf('one'), peerOf('visitor'));
    mesh.isolate('three');
    const { driver, world, net, peerId } = mesh.node('one');
    const about = { ...net.self, endpoint: '', seat: () => mesh.seat('one') };
    const none = issue('PEER_NOT_FOUND', '', 'none');
    const refused = async () => none;
    const surface = meshSurface({
      ...{ parts: driver.parts, ledger: world.ledger, own: about },
      spread: (...given) => driver.spread(...given),
      book: { bans: { ban: refused, lift: refused }, reset: async () => fail(none) },
      views: () =>
        ['two', 'three', 'visitor'].map((name) => ({ peerId: peerOf(name), state: 'backing-off' }) as PeerView),
    });
    expect(surface.seatOf(peerId)).to.deep.equal(mesh.seat('one'));
    expect(surface.seatOf(peerOf('two'))).to.deep.equal(mesh.seat('two'));
    const told: readonly (readonly [string, string])[] = [
      [peerOf('three'), 'is not linked (backing-off)'],
      [peerOf('visitor'), 'is linked as a guest'],
      [peerOf('nobody'), 'This node knows no node'],
    ];
    for (const [other, text] of told) {
      const found = surface.seatOf(other);
      expect(issueOf(found)).to.include({ code: 'PEER_NOT_FOUND' });
      expect(issueOf(found)).to.have.property('message').that.includes(other).and.includes(text);
    }
    await mesh.stop();
  });

  it('tells apart what peers offer to everybody and what they offer to this node alone', async () => {
    const mesh = await MeshWorld.of(...THREE, 'reader');
    await mesh.found(THREE, { advertise: true });
    const { driver, surface } = mesh.node('reader');
    await driver.parts.subscriptions.refreshAdverts(mesh.node('one').peerId);
    expect(surface.available().map(({ registerId, isPublic }) => [registerId, isPublic])).to.deep.equal([
      [REGISTER_ID, true],
    ]);
    const { world, peerId } = mesh.node('one');
    const record = world.registers.byId(REGISTER_ID)!;
    await world.registers.save(world.store.journal, {
      ...record,
      advertise: false,
      readers: [mesh.node('reader').peerId],
    });
    await driver.parts.subscriptions.refreshAdverts(peerId);
    expect(driver.parts.subscriptions.advertsOf(peerId).map(({ isPublic }) => isPublic)).to.deep.equal([false]);
    expect(surface.available().every(({ isPublic }) => isPublic === false)).to.equal(true);
    await mesh.stop();
  });

  it('gives what is taken over to the organisation that asked, or to the one of the seat', async () => {
    const mesh = await MeshWorld.of(...THREE, 'reader');
    await mesh.found(THREE, { advertise: true });
    const tenantOf = (name: string) => mesh.node(name).world.ledger.register(REGISTER_ID)?.localTenantId;
    expect(tenantOf('one')).to.equal(undefined);
    expect(tenantOf('two')).to.equal('org of two');
    await mesh.node('reader').surface.subscribe(REGISTER_ID, { tenantId: 'harbour' });
    await mesh.clock.advance(1000);
    expect(tenantOf('reader')).to.equal('harbour');
    await mesh.stop();
  });

  it('counts the members of a roster in reach, this node among them', async () => {
    const mesh = await MeshWorld.of(...THREE);
    const roster = { validators: THREE.map((name) => mesh.seat(name)) };
    const { keys, driver } = mesh.node('one');
    expect(reachableIn(roster, keys, driver.parts.net())).to.equal(3);
    mesh.isolate('three');
    expect(reachableIn(roster, keys, driver.parts.net())).to.equal(2);
    expect(reachableIn(roster, keys, undefined)).to.equal(1);
    expect(reachableIn({ validators: roster.validators.slice(1) }, keys, driver.parts.net())).to.equal(1);
    await mesh.stop();
  });
});
