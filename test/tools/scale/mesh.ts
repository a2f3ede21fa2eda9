// `scale -- mesh`: a mesh of three nodes that share very many registers. It measures what idling costs in CPU and
// messages. It measures how long the mesh needs to go on when the proposer of a register is killed under load. It
// measures how fast a node that was away catches up.
import { setTimeout as pause } from 'node:timers/promises';
import { type ClusterMember, MeshCluster } from '../../../cli/harness/mesh-cluster.js';
import { everywhere, foundShared, publishBench } from '../../../cli/harness/shared-register.js';
import { benchSubmission, type Workload } from '../../../cli/harness/workload.js';
import { processFigures } from './process-figures.js';

export interface MeshOptions {
  readonly count: number;
  readonly idleSeconds: number;
  readonly onProgress?: (made: number, of: number) => void;
}

export interface MeshReport {
  readonly nodes: number;
  readonly registers: number;
  /** CPU of each node while nothing happens, in thousandths of a core. */
  readonly idleCpuPerMille: readonly number[];
  /** Frames of each kind that each node sent in that time. */
  readonly idleFrames: Readonly<Record<string, number>>;
  readonly rssMiB: readonly number[];
  /** From SIGKILL of the proposer to the next seal, ms. */
  readonly failoverMs: readonly number[];
  readonly catchUp: { readonly transactions: number; readonly seconds: number; readonly perSecond: number };
}

const NODES = 3;
const FOUNDING_AT_ONCE = 4;
const KILLS = 3;
const BEHIND = 6000;
const BATCH = 100;
const SETTLE_MS = 8000;

export async function scaleMesh(options: MeshOptions): Promise<MeshReport> {
  const cluster = await MeshCluster.create({ nodes: NODES });
  try {
    let made = 0;
    const one = async () => {
      while (made < options.count) {
        made++;
        await foundShared(cluster, { name: `Shared ${made}`, mode: 'majority' });
        options.onProgress?.(made, options.count);
      }
    };
    await Promise.all(Array.from({ length: FOUNDING_AT_ONCE }, one));
    const idle = await idling(cluster, options.idleSeconds);
    const { registerId } = await foundShared(cluster, { name: 'Busy', mode: 'majority' });
    const workload = await publishBench(cluster.members, registerId, 64);
    const load = { workload, sequence: 0 };
    const failoverMs: number[] = [];
    for (let i = 0; i < KILLS; i++) failoverMs.push(await failover(cluster, load));
    const catchUp = await catchingUp(cluster, load);
    return { nodes: NODES, registers: options.count, ...idle, failoverMs, catchUp };
  } finally {
    await cluster.remove();
  }
}

interface Load {
  readonly workload: Workload;
  sequence: number;
}

async function idling(cluster: MeshCluster, seconds: number) {
  await pause(SETTLE_MS);
  const look = () =>
    Promise.all(
      cluster.members.map(async (member) => ({
        ...(await processFigures(member.node.client(member.token))),
        frames: await framesOut(member),
      })),
    );
  const before = await look();
  await pause(seconds * 1000);
  const after = await look();
  const idleFrames: Record<string, number> = {};
  for (const [i, { frames }] of after.entries())
    for (const [kind, count] of Object.entries(frames)) {
      const sent = count - (before[i]?.frames[kind] ?? 0);
      if (sent > 0) idleFrames[kind] = (idleFrames[kind] ?? 0) + sent;
    }
  return {
    idleCpuPerMille: after.map(({ cpuSeconds }, i) =>
      Math.round(((cpuSeconds - (before[i]?.cpuSeconds ?? 0)) / seconds) * 1000),
    ),
    idleFrames,
    rssMiB: after.map(({ rssMiB }) => rssMiB),
  };
}

async function framesOut({ node, token }: ClusterMember): Promise<Record<string, number>> {
  const text = String(await node.client(token).getPrometheusMetrics());
  const counts: Record<string, number> = {};
  for (const [, labels = '', value] of text.matchAll(/^ledger_network_frames_total\{([^}]*)\} (\d+)/gm))
    if (labels.includes('direction="out"')) counts[/kind="([^"]+)"/.exec(labels)?.[1] ?? ''] = Number(value);
  return counts;
}

/**
 * Kills the node that proposed the last docket and waits for the first seal of what is submitted elsewhere from then
 * on.
 */
async function failover(cluster: MeshCluster, load: Load): Promise<number> {
  const { registerId } = load.workload;
  const [first] = cluster.members as [ClusterMember];
  await submit(first, load, 1);
  await everywhere(cluster.members, registerId, (await heightOf(first, registerId)) as number);
  const victim = await proposerOf(cluster, registerId);
  const other = cluster.members.find((member) => member !== victim) as ClusterMember;
  await victim.node.kill();
  const started = performance.now();
  await submit(other, load, 1);
  const took = performance.now() - started;
  await victim.node.start();
  await cluster.waitForLinks();
  return Math.round(took);
}

async function proposerOf(cluster: MeshCluster, registerId: string): Promise<ClusterMember> {
  const [first] = cluster.members as [ClusterMember];
  const client = first.node.client(first.token);
  const height = await heightOf(first, registerId);
  const docket = await client.getDocket({ params: { registerId, docketId: String(height - 1) } });
  const { validators } = await client.getGovernanceRoster({ params: { registerId } });
  const proposer = (docket.header as { readonly proposer: string }).proposer;
  const seat = validators.find(({ validatorId }) => validatorId === proposer);
  return cluster.members.find(({ peerId }) => peerId === seat?.peerId) as ClusterMember;
}

/** Dockets of the register. */
async function heightOf({ node, token }: ClusterMember, registerId: string): Promise<number> {
  return Number((await node.client(token).getRegister({ params: { registerId } })).height);
}

/** One node is away while the others seal, and is timed from its first link to the others' head. */
async function catchingUp(cluster: MeshCluster, load: Load): Promise<MeshReport['catchUp']> {
  const [first, , last] = cluster.members as [ClusterMember, ClusterMember, ClusterMember];
  await last.node.stop();
  for (let sealed = 0; sealed < BEHIND; sealed += BATCH) await submit(first, load, BATCH);
  const target = await heightOf(first, load.workload.registerId);
  await last.node.start();
  const started = performance.now();
  await everywhere([last], load.workload.registerId, target);
  const seconds = (performance.now() - started) / 1000;
  return { transactions: BEHIND, seconds: Math.round(seconds * 100) / 100, perSecond: Math.round(BEHIND / seconds) };
}

/** Submits and waits for the seal of all. */
async function submit({ node, token }: ClusterMember, load: Load, count: number): Promise<void> {
  const transactions = Array.from({ length: count }, () => benchSubmission(load.workload, load.sequence++));
  const { results } = await node.client(token).submitBatch({ body: { transactions } as never }, { waitSeconds: 30 });
  const odd = results.find(({ status }) => status !== 'sealed');
  if (odd) throw node.failure(`A transaction is ${odd.status} and not sealed.`);
}
