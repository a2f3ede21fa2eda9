// A chaos run as it is seen from outside: how long a register stood still, and a node that ended though the run did not
// end it.
import { expect } from 'chai';
import type { MeshCluster } from '../../cli/harness/mesh-cluster.js';
import type { Clients } from './clients.js';
import type { Storm } from './storm.js';
import { Watch } from './watch.js';

function world() {
  const heights = new Map<string, number>();
  const node = {
    isRunning: true,
    fallen: undefined as { code: number | null; signal: string | null } | undefined,
    usage: () => ({ residentBytes: 100 * 1024 ** 2, files: 10 }),
  };
  const cluster = { members: [{ index: 0, name: 'acme', node }] };
  const clients = { stories: new Map(), acknowledged: 0, witness: { heights, reads: 0, faults: [] } };
  const storm = {
    counts: new Map([
      ['kill', 2],
      ['cut', 1],
    ]),
    kills: 5,
    faults: [],
  };
  const watch = new Watch({
    cluster: cluster as unknown as MeshCluster,
    clients: clients as unknown as Clients,
    storm: storm as unknown as Storm,
    registerIds: ['a', 'b'],
  });
  return { watch, heights, node };
}

describe('chaos watch', () => {
  it('tells the longest time that a register stood still', () => {
    const { watch, heights } = world();
    heights.set('a', 1);
    heights.set('b', 1);
    for (let second = 1; second <= 9; second++) {
      heights.set('b', second);
      if (second === 5) heights.set('a', 2);
      watch.look(second);
    }
    expect(watch.longestStall).to.equal(4);
  });

  it('reports a node that ended by itself, once', () => {
    const { watch, node } = world();
    expect(watch.look(1)).to.include({ running: 1, kills: 5, drawn: 3, faults: 0, largestMiB: 100 });
    node.fallen = { code: 1, signal: null };
    watch.look(2);
    expect(watch.look(3)).to.include({ running: 0, faults: 1 });
    expect(watch.faults).to.deep.equal(['acme ended by itself (exit code 1).']);
  });
});
