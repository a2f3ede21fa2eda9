// How long a peer is let alone and a gap is young, where somebody sets the clock of the node back by days in between.
import { expect } from 'chai';
import { Divergence, type DivergencePorts } from '../../../../actors/mesh/replication/divergence.js';
import { MeshReplication, type MeshReplicationPorts } from '../../../../actors/mesh/replication/replication.js';
import { SYNC_GRACE_MS } from '../../../../core/base/limits/node/replication.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { QUIET, REGISTER_ID } from '../../../support/node/ledger-world.js';

const WEEK_MS = 7 * 24 * 3_600_000;
const REST_MS = 60_000;

describe('where the clock was set back', () => {
  it('a peer whose branch could not be followed is asked again after a minute', async () => {
    const clock = new VirtualClock();
    let asked = 0;
    const net = {
      peer: () => ({}),
      dockets: () => {
        asked++;
        throw new Error('refused at once');
      },
    };
    const ledger = { register: () => ({ id: REGISTER_ID, reg: 1 }), state: () => ({ height: 3 }) };
    const branches = new Divergence({ clock, log: QUIET, ledger, net: () => net } as unknown as DivergencePorts);
    clock.setMs = WEEK_MS;
    branches.onParted(REGISTER_ID, 'peer');
    await clock.advance(1);
    clock.setMs = 0;
    branches.onParted(REGISTER_ID, 'peer');
    await clock.advance(REST_MS);
    expect(asked).to.equal(1);
    branches.onParted(REGISTER_ID, 'peer');
    await clock.advance(1);
    expect(asked).to.equal(2);
  });

  it('a register that lags is said to be behind after the same time', async () => {
    const clock = new VirtualClock();
    const told: string[] = [];
    const ledger = {
      register: () => ({ id: REGISTER_ID, status: 'ONLINE' }),
      state: () => ({ height: 3 }),
      setSync: (_: string, { state }: { readonly state: string }) => told.push(state),
    };
    const net = { peer: () => undefined };
    const ports = { clock, log: QUIET, ledger, net: () => net, proven: () => 4 };
    const replication = new MeshReplication(ports as unknown as MeshReplicationPorts);
    clock.setMs = WEEK_MS;
    replication.hint(REGISTER_ID, 'peer', 4);
    await clock.advance(1);
    clock.setMs = 0;
    replication.hint(REGISTER_ID, 'peer', 4);
    await clock.advance(SYNC_GRACE_MS);
    expect(told).to.deep.equal([]);
    replication.hint(REGISTER_ID, 'peer', 4);
    await clock.advance(1);
    expect(told).to.deep.equal(['stalled']);
    await replication.stop();
  });
});
