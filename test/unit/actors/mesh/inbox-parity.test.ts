// Nodes that hold one register answer alike about it: what waits for whom, and which instances there are, however they
// came by its dockets.
import { expect } from 'chai';
import { Dice } from '../../../support/base/dice.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import {
  answersOf,
  anyMove,
  deleteRows,
  forkPublication,
  inboxOn,
  placeOf,
  rowsOf,
} from '../../../support/node/inbox.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

describe('the inbox of nodes that hold one register', () => {
  it('is the same on validators and on a replica, and after its rows were deleted', async () => {
    const mesh = await MeshWorld.of('one', 'two', 'three');
    await mesh.found(['one', 'two', 'three'], { advertise: true });
    const publication = forkPublication(mesh.clock.now());
    await mesh.submit('one', publication);
    await mesh.clock.advance(1000);
    const inboxes = new Map([
      ['one', await inboxOn(mesh.node('one').world)],
      ['two', await inboxOn(mesh.node('two').world)],
    ]);
    const random = new Dice('parity');
    const dice = (sides: number) => Math.floor(random.number() * sides);
    const ids: string[] = [];
    for (let i = 0; i < 60; i++) {
      const { world } = mesh.node('one');
      await mesh.submit('one', anyMove(world, { pin: publication.txId, dice, ids }));
      await mesh.clock.advance(500);
    }
    // The replica has no register number in common with the validators, and gets all of it in ranges.
    await mesh.add('reader');
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.settle();
    inboxes.set('reader', await inboxOn(mesh.node('reader').world));
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(5000);
    expect(mesh.height('reader')).to.equal(mesh.height('one'));
    const height = mesh.height('one');
    expect([height, mesh.height('two')]).to.deep.equal([height, height]);

    const answers = await answersOf(inboxes.get('one')!, mesh.node('one').world);
    expect(answers.instances.length).to.be.greaterThan(10);
    expect(answers.pending.some(({ total }) => total > 0)).to.equal(true);
    for (const [name, inbox] of inboxes) {
      const { world } = mesh.node(name);
      expect(await answersOf(inbox, world), name).to.deep.equal(answers);
      const rows = await rowsOf(world.kv);
      await inbox.stop();
      await deleteRows(world);
      const again = await inboxOn(world);
      expect(await answersOf(again, world), name).to.deep.equal(answers);
      expect(await rowsOf(world.kv), name).to.deep.equal(rows);
      await again.stop();
    }
    // No user is told of actions that the replica only caught up with.
    const told = (name: string) => mesh.node(name).world.told.filter(({ type }) => type === 'action-confirmed').length;
    expect([told('one') > 40, told('reader')]).to.deep.equal([true, 0]);
    expect(placeOf(mesh.node('reader').world).registerId).to.equal(REGISTER_ID);
    await mesh.stop();
  });
});
