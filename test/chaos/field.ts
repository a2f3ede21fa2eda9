// Where a chaos run takes place: a mesh of processes, registers that its seats share, blueprints on each, and members
// without a seat that follow.

import { type ClusterMember, type ClusterOptions, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { everywhere, follow, foundShared, publishBench, publishOn } from '../../cli/harness/shared-register.js';
import { CALLS } from '../tools/crash/workflow.js';
import { FaultProxy } from '../tools/fault-proxy.js';
import type { Field } from './clients.js';

export interface Ground {
  readonly cluster: MeshCluster<FaultProxy>;
  readonly fields: readonly Field[];
  readonly registerIds: readonly string[];
  /** Wallets of the owners, by register and member index. */
  readonly owners: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

export interface GroundOptions {
  readonly seats: number;
  readonly followers: number;
  readonly registers: number;
  readonly mode: 'majority' | 'bft';
  readonly programOf?: ClusterOptions['programOf'];
  readonly onOutput?: ClusterOptions['onOutput'];
}

const KEYS = 64;

export async function groundOf(options: GroundOptions): Promise<Ground> {
  const { seats, followers, registers, mode, programOf, onOutput } = options;
  const cluster = await MeshCluster.create({
    nodes: seats + followers,
    openProxy: (target) => FaultProxy.open(target),
    ...(programOf && { programOf }),
    ...(onOutput && { onOutput }),
  });
  try {
    const seated = cluster.members.slice(0, seats);
    const fields: Field[] = [];
    const owners = new Map<string, ReadonlyMap<number, string>>();
    for (let number = 1; number <= registers; number++)
      fields.push(await fieldOf(cluster, { number, seated, mode, isPublic: followers > 0, owners }));
    return { cluster, fields, owners, registerIds: fields.map(({ workload }) => workload.registerId) };
  } catch (error) {
    const failure = withLogs(error, cluster.members);
    await cluster.remove();
    throw failure;
  }
}

async function fieldOf(
  cluster: MeshCluster,
  given: {
    readonly number: number;
    readonly seated: readonly ClusterMember[];
    readonly mode: 'majority' | 'bft';
    readonly isPublic: boolean;
    readonly owners: Map<string, ReadonlyMap<number, string>>;
  },
): Promise<Field> {
  const { number, seated, mode, isPublic, owners: all } = given;
  const founding = { name: `Chaos ${number}`, mode, seats: seated, isPublic };
  const { registerId, owners } = await foundShared(cluster, founding);
  all.set(registerId, new Map(owners.map(({ walletId }, i) => [seated[i]?.index ?? i, walletId])));
  const workload = await publishBench(seated, registerId, KEYS);
  const callsTxId = await publishOn(seated, registerId, CALLS);
  const rest = cluster.members.filter((member) => !seated.includes(member));
  for (const member of rest) await follow(member, registerId);
  await everywhere(rest, registerId, 2);
  return { workload, callsTxId };
}

/** The error with the end of what each node printed. */
export function withLogs(error: unknown, members: readonly ClusterMember[]): Error {
  const logs = members.map(({ name, node }) => `--- ${name} ---\n${node.logs.slice(-3000)}`);
  return new Error(`${error instanceof Error ? error.stack : String(error)}\n${logs.join('\n')}`);
}
