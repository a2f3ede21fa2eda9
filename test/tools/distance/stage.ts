// Nodes with a proxy before each of them for each other one: the links between them are as far and as thin as stated.
import type { Stage } from '../../../cli/bench/stage.js';
import type { ClusterMember, MeshCluster } from '../../../cli/harness/mesh-cluster.js';
import type { foundShared, publishBench } from '../../../cli/harness/shared-register.js';
import { FaultProxy, type LinkFault } from '../fault-proxy.js';

/** Wallets that sign; as many as cli/bench/stage.ts takes. */
const SENDERS = 256;

/** The modules that make it: those of another commit have other transactions. */
export interface Making {
  readonly MeshCluster: typeof MeshCluster;
  readonly foundShared: typeof foundShared;
  readonly publishBench: typeof publishBench;
}

export interface DistantStage {
  readonly stage: Stage;
  /** From now on; they are near at first. */
  setLinks(fault: LinkFault): void;
  /** That the links have carried so far, in all directions. */
  carriedBytes(): number;
}

export interface DistantOptions {
  readonly nodes: number;
  readonly mode: 'majority' | 'bft';
}

export async function distantStage(making: Making, { nodes, mode }: DistantOptions): Promise<DistantStage> {
  const cluster = await making.MeshCluster.create<FaultProxy>({
    nodes,
    openProxy: (target) => FaultProxy.open(target),
  });
  try {
    const { registerId } = await making.foundShared(cluster, { name: 'Bench', mode });
    const workload = await making.publishBench(cluster.members, registerId, SENDERS);
    const [first, ...others] = cluster.members as [ClusterMember, ...ClusterMember[]];
    const proxies = [...cluster.proxies.values()];
    const stage: Stage = {
      nodes: [first.node, ...others.map(({ node }) => node)],
      token: first.token,
      members: cluster.members,
      workload,
      sequence: 0,
      stop: () => cluster.stop(),
      remove: () => cluster.remove(),
    };
    return {
      stage,
      setLinks: (fault) => {
        for (const proxy of proxies) proxy.set(fault);
      },
      carriedBytes: () => proxies.reduce((sum, { carriedBytes }) => sum + carriedBytes, 0),
    };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}
