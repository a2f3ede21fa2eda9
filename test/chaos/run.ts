// One chaos run: a mesh of real processes behind fault proxies, clients at work, a storm of faults, then calm and the verdict.
import { setTimeout as pause } from 'node:timers/promises';
import type { Member, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { auditStore } from '../../cli/harness/store-audit.js';
import { quorum } from '../../core/register/roster.js';
import { Clients } from './clients.js';
import { groundOf, withLogs } from './field.js';
import { type Dice, diceOf } from './random.js';
import { Storm } from './storm.js';
import { judge, type Replica, type Verdict } from './verdict.js';

export interface ChaosOptions {
  /** Validators. */
  readonly nodes: number;
  readonly mode: 'majority' | 'bft';
  readonly seconds: number;
  readonly clients: number;
  readonly seed: number;
  /** Further nodes that follow without a seat. */
  readonly followers: number;
  readonly registers: number;
  /** Workflows for whose turns two clients contend. */
  readonly lines: number;
  /** Halfway one validator is lost with its data. */
  readonly bury: boolean;
  readonly log: (sentence: string) => void;
  readonly progress?: (now: ChaosProgress) => void;
}

export interface ChaosProgress {
  readonly second: number;
  readonly submitted: number;
  readonly reads: number;
  readonly faults: number;
  readonly running: number;
}

/** Of one process at the end of its run. */
export interface NodeUsage {
  readonly name: string;
  readonly residentMiB: number;
  readonly files: number;
}

export interface ChaosReport extends Verdict {
  readonly options: Omit<ChaosOptions, 'log' | 'progress'>;
  readonly faultsDrawn: Readonly<Record<string, number>>;
  readonly submitted: number;
  readonly reads: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** After the storm and at rest; empty where the system does not tell. */
  readonly usage: readonly NodeUsage[];
}

const CONVERGE_MS = 60_000;

export async function chaosRun(options: ChaosOptions): Promise<ChaosReport> {
  const { nodes, mode, seconds, clients: count, seed, followers, registers, lines, bury, log } = options;
  const dice = diceOf(seed);
  log(`Starting ${nodes + followers} nodes behind fault proxies.`);
  const { cluster, fields, registerIds } = await groundOf({ seats: nodes, followers, registers, mode });
  try {
    const clients = new Clients({ members: cluster.members, fields, dice });
    const tolerated = nodes - quorum(mode, nodes).commit;
    const proposer = () => proposerOf(cluster, registerIds[0] as string);
    const storm = new Storm({ cluster, dice, tolerated, log, proposer });
    const working = clients.run({ count, lines });
    storm.start();
    const gone = new Set<number>();
    for (let second = 1; second <= seconds; second++) {
      await pause(1000);
      if (bury && second === Math.ceil(seconds / 2)) gone.add(await buried(cluster, { storm, dice, seats: nodes }));
      options.progress?.(progressOf(second, { clients, cluster }));
    }
    log('Calm: every fault ends, every node runs.');
    await storm.calm();
    clients.stop();
    await working;
    const usage = usageOf(cluster.members);
    const replicas = cluster.members.map(replicaOf);
    const { stories } = clients;
    const verdict = await judge({ replicas, registerIds, stories, convergeMs: CONVERGE_MS, gone });
    return {
      ...verdict,
      faults: [...clients.witness.faults, ...verdict.faults],
      options: { nodes, mode, seconds, clients: count, seed, followers, registers, lines, bury },
      faultsDrawn: Object.fromEntries(storm.counts),
      submitted: stories.size,
      reads: clients.witness.reads,
      ...latenciesOf(clients.latenciesMs),
      usage,
    };
  } catch (error) {
    throw withLogs(error, cluster.members);
  } finally {
    await cluster.remove();
  }
}

export function replicaOf({ index, name, node, token }: Member): Replica {
  return {
    index,
    name,
    client: () => node.client(token),
    stop: () => node.stop(),
    store: () => auditStore(node.dataDir),
  };
}

export function latenciesOf(latenciesMs: readonly number[]): { readonly p50Ms: number; readonly p99Ms: number } {
  const sorted = [...latenciesMs].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

export function usageOf(members: readonly Member[]): readonly NodeUsage[] {
  return members.flatMap(({ name, node }) => {
    const used = node.usage();
    return used ? [{ name, residentMiB: Math.round(used.residentBytes / 1024 ** 2), files: used.files }] : [];
  });
}

async function buried(
  cluster: MeshCluster,
  { storm, dice, seats }: { readonly storm: Storm; readonly dice: Dice; readonly seats: number },
): Promise<number> {
  const member = dice.pick(cluster.members.filter(({ index }) => index < seats));
  await storm.bury(member);
  return member.index;
}

function progressOf(
  second: number,
  { clients, cluster }: { readonly clients: Clients; readonly cluster: MeshCluster },
): ChaosProgress {
  const { faults, reads } = clients.witness;
  const running = cluster.members.filter(({ node }) => node.isRunning).length;
  return { second, submitted: clients.stories.size, reads, faults: faults.length, running };
}

/** The builder of the newest docket, which leads again or hands on: the first node that answers is believed. */
async function proposerOf(cluster: MeshCluster, registerId: string): Promise<Member | undefined> {
  const params = { registerId };
  const asked = cluster.members
    .filter(({ node }) => node.isRunning)
    .map(async ({ node, token }) => {
      const client = node.client(token);
      const [docket] = await client.listDockets({ params, query: { pageSize: 1, order: 'desc' } });
      const { validators } = await client.getGovernanceRoster({ params });
      const { proposer } = (docket?.header ?? {}) as { readonly proposer?: string };
      return validators.find(({ validatorId }) => validatorId === proposer)?.peerId;
    });
  const late = pause(2000).then(() => undefined);
  const peerId = await Promise.race([Promise.any(asked).catch(() => undefined), late]);
  return cluster.members.find((member) => member.peerId === peerId);
}
