// The stage that all scenarios share: four organisations, each with its own node process on this machine, and one
// register. Three of them seal it, the fourth follows it, has its submissions forwarded, and cannot be called by the
// others.
import { type ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { everywhere, follow, foundShared } from '../../cli/harness/shared-register.js';

export interface Stage {
  readonly cluster: MeshCluster;
  /** acme, bolt, crux and dune, which only follows. */
  readonly members: readonly ClusterMember[];
  readonly registerId: string;
  readonly genesisHash: string;
}

const SEATS = 3;
/** At this address no process answers: the fourth node calls the others and cannot be called, as behind a NAT. */
const NOWHERE = '127.0.0.1:9';

export async function openStage(): Promise<Stage> {
  const settingsOf = (index: number) => (index < SEATS ? {} : { 'network.announce': NOWHERE });
  const cluster = await MeshCluster.create({ nodes: SEATS, spares: 1, settingsOf });
  try {
    const { members } = cluster;
    await cluster.grow();
    await cluster.waitForLinks();
    const seats = members.slice(0, SEATS);
    const founding = { name: 'Scenarios', mode: 'majority', seats, isPublic: true } as const;
    const { registerId, genesisHash } = await foundShared(cluster, founding);
    for (const member of members.slice(SEATS)) await follow(member, registerId);
    await everywhere(members, registerId, 1);
    return { cluster, members, registerId, genesisHash };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

export function memberOf({ members }: Stage, name: string): ClusterMember {
  const member = members.find((one) => one.name === name);
  if (!member) throw new Error(`No organisation is called ${name}.`);
  return member;
}

/** SIGKILL, and a start on what the store holds. */
export async function restart({ cluster }: Stage, { node }: ClusterMember): Promise<void> {
  await node.kill();
  await node.start();
  await cluster.waitForLinks();
}
