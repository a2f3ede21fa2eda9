// An idle mesh: nothing is sent but the digests of anti-entropy, and no timer waits but theirs. Submissions that a
// quorum must hold are spread.
import { expect } from 'chai';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const THREE = ['one', 'two', 'three'];
const idOf = (n: number) => `${String(n).padStart(8, '0')}-2222-4333-8444-555555555555`;

describe('an idle mesh', () => {
  it('of fifty shared registers sends digests only, and arms one timer a node', async () => {
    const mesh = await MeshWorld.of(...THREE);
    for (let n = 0; n < 50; n++) {
      const made = await mesh.tryFound(THREE, { registerId: idOf(n) });
      expect(made).to.have.property('sealed');
    }
    await mesh.clock.advance(180_000);
    const types = new Map<string, number>();
    mesh.net.alter = (_from, _to, frame) => {
      types.set(frame.type, (types.get(frame.type) ?? 0) + 1);
      return frame;
    };
    await mesh.clock.advance(600_000);
    expect([...types.keys()]).to.deep.equal(['digest']);
    expect(types.get('digest')).to.be.within(3 * 2 * 8, 3 * 2 * 13);
    expect(mesh.clock.armed).to.equal(THREE.length);
    await mesh.stop();
  });
});

describe('spreading', () => {
  it('is done when a quorum has it on disk, and fails when no quorum can be reached', async () => {
    const mesh = await MeshWorld.of(...THREE);
    const pin = await mesh.found(THREE);
    const tx = mesh.action('one', pin, 1);
    mesh.isolate('three');
    expect(await mesh.node('one').driver.spread(REGISTER_ID, [tx])).to.equal(true);
    expect(mesh.node('two').world.outbox.get(REGISTER_ID, tx.txId)).to.not.equal(undefined);
    mesh.isolate('two');
    expect(await mesh.node('one').driver.spread(REGISTER_ID, [mesh.action('one', pin, 2)])).to.equal(false);
    await mesh.stop();
  });
});
