// The report of the mesh about its own health: registers without a quorum and how many nodes are missing, clocks, a
// twin, and a certificate that ends soon.
import { expect } from 'chai';
import type { PartHealth } from '../../../../node/observe/health.js';
import { MeshHealth, type MeshHealthPorts } from '../../../../node/observe/mesh-health.js';
import { healthParts } from '../../../../node/observe/part-health.js';
import { unseat } from '../../../support/mesh/mesh-governance.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { genesisTransaction, REGISTER_ID } from '../../../support/node/ledger-world.js';

const WELL: PartHealth = { status: 'healthy' };

async function three() {
  const mesh = await MeshWorld.of('a', 'b', 'c');
  await mesh.found(['a', 'b', 'c']);
  const { world, keys, driver, surface } = mesh.node('a');
  const network = { linksUp: 2, isClockOff: false, twinSeenAtMs: undefined as number | undefined, keyTwins: 0 };
  const trust = { now: WELL };
  const ports: MeshHealthPorts = {
    now: () => mesh.clock.now(),
    ...{ ledger: world.ledger, keys, network, rosters: driver.parts.rosters, net: () => driver.parts.net() },
    trust: { health: () => trust.now },
  };
  return { mesh, world, surface, network, trust, health: new MeshHealth(ports) };
}

describe('node/observe/mesh-health', () => {
  it('is degraded while a register with a seat here cannot reach a quorum, and says how many nodes are missing', async () => {
    const { mesh, health, surface } = await three();
    expect(health.check()).to.deep.equal(WELL);
    expect(surface.replica(REGISTER_ID)).to.deep.include({ state: 'synced' });
    mesh.isolate('b');
    await mesh.clock.advance(6000);
    expect(health.check().status).to.equal('degraded');
    expect(health.check().reason).to.contain('1 of the registers with a seat here stops when one more node is lost');
    expect(health.counts()).to.include({ registersWithoutQuorum: 0 });
    mesh.isolate('c');
    await mesh.clock.advance(1000);
    // Counted again after a while, however often it is asked.
    expect(health.check().reason).to.contain('one more node');
    await mesh.clock.advance(5000);
    expect(health.check().status).to.equal('degraded');
    expect(health.check().reason)
      .to.contain('1 of the registers with a seat here cannot reach a quorum: 2 of their validators are not linked')
      .and.contain('quorate mesh status')
      .and.not.contain('one more')
      .and.not.contain(REGISTER_ID);
    expect(health.counts()).to.deep.equal({
      linksUp: 2,
      registersWithoutQuorum: 1,
      seatsWithoutPeerId: 0,
      seatsLost: 0,
    });
    expect(surface.replica(REGISTER_ID)).to.deep.include({
      state: 'stalled',
      lastError: 'No peer that has the register is linked.',
    });
    await mesh.stop();
  });

  it('is degraded by seats that were founded with the mesh off, until somebody stops their register', async () => {
    const { mesh, world, health } = await three();
    const registerId = '77777777-2222-4333-8444-555555555555';
    await world.ledger.genesis.found({
      transaction: genesisTransaction(mesh.clock.now(), registerId, ['a']),
      advertise: false,
    });
    expect(health.check().status).to.equal('degraded');
    expect(health.check().reason).to.contain('1 of the seats have no peer id').and.contain('quorate mesh status');
    expect(health.counts()).to.include({ seatsWithoutPeerId: 1 });
    await world.ledger.update(registerId, { status: 'OFFLINE' });
    await mesh.clock.advance(6000);
    expect(health.check()).to.deep.equal(WELL);
    await mesh.stop();
  });

  it('is degraded on a node that was voted out, until somebody stops that register', async () => {
    const mesh = await MeshWorld.of('one', 'two', 'three');
    await mesh.found(['one', 'two', 'three']);
    const { world, keys, driver } = mesh.node('three');
    const network = { linksUp: 2, isClockOff: false, twinSeenAtMs: undefined, keyTwins: 0 };
    const health = new MeshHealth({
      now: () => mesh.clock.now(),
      ...{ ledger: world.ledger, keys, network, rosters: driver.parts.rosters, net: () => driver.parts.net() },
      trust: { health: () => WELL },
    });
    expect(health.check()).to.deep.equal(WELL);
    await unseat(mesh, 'one', 'three');
    await mesh.clock.advance(6000);
    expect(mesh.state('three').roster.validators).to.have.length(2);
    expect(health.check().status).to.equal('degraded');
    expect(health.check().reason)
      .to.contain('This node lost its seat in 1 of the registers: their members voted it out')
      .and.contain('quorate register delete')
      .and.not.contain(REGISTER_ID);
    expect(health.counts()).to.include({ seatsLost: 1 });
    await world.ledger.update(REGISTER_ID, { status: 'OFFLINE' });
    await mesh.clock.advance(6000);
    expect(health.check()).to.deep.equal(WELL);
    await mesh.stop();
  });

  it('is degraded by clocks, a twin and the identity on disk, one sentence each', async () => {
    const { mesh, health, network, trust } = await three();
    network.isClockOff = true;
    network.twinSeenAtMs = mesh.clock.now();
    network.keyTwins = 1;
    trust.now = { status: 'degraded', reason: 'The certificate ends.' };
    const { status, reason } = health.check();
    expect(status).to.equal('degraded');
    expect(reason)
      .to.contain('Another process runs with the keys of this node')
      .and.contain('Another node shows the consensus key of this one')
      .and.contain('The clocks of most linked organisations differ')
      .and.contain('The certificate ends.');
    network.isClockOff = false;
    network.keyTwins = 0;
    trust.now = { status: 'unhealthy', reason: 'The certificate has ended.' };
    expect(health.check().status).to.equal('unhealthy');
    trust.now = WELL;
    await mesh.clock.advance(11 * 60 * 1000);
    expect(health.check()).to.deep.equal(WELL);
    const part = healthParts({ store: () => undefined, ledger: () => undefined, mesh: () => health }).at(-1);
    expect([part?.name, part?.check()]).to.deep.equal(['mesh', WELL]);
    await mesh.stop();
  });
});
