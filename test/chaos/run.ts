// One chaos run: a mesh of real processes behind fault proxies, clients at work, a storm of faults, then calm and the
// verdict.
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { quorum } from '../../core/register/roster.js';
import { Dice } from '../support/base/dice.js';
import { auditStore } from '../tools/store-audit.js';
import { Clients } from './clients.js';
import { type Ground, groundOf, withLogs } from './field.js';
import { Journal, type JournalCounts } from './journal.js';
import { skewedProgram } from './skewed.js';
import { Storm } from './storm.js';
import { Upheaval, type UpheavalName } from './upheaval.js';
import { judge, type Replica, type Verdict } from './verdict.js';
import { type ChaosProgress, type NodeUsage, Watch } from './watch.js';

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
  /** Changes beside faults: see upheaval.ts. */
  readonly upheavals: readonly UpheavalName[];
  /** Where what the nodes print is kept; nowhere when left out. */
  readonly logs?: string;
  readonly log: (sentence: string) => void;
  readonly progress?: (now: ChaosProgress) => void;
}

export interface ChaosReport extends Verdict {
  readonly options: Omit<ChaosOptions, 'log' | 'progress'>;
  readonly faultsDrawn: Readonly<Record<string, number>>;
  /** How often each change got through, of how often it was tried. */
  readonly upheavals: Readonly<Record<string, string>>;
  readonly kills: number;
  readonly submitted: number;
  readonly reads: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Seconds. */
  readonly longestStall: number;
  readonly verdictMs: number;
  /** MiB that this process took at most during the storm, and after the verdict. */
  readonly ownMiB: readonly [number, number];
  /** Empty where the system does not tell. */
  readonly usage: readonly NodeUsage[];
  /** Lines that the nodes printed at level warn and above. */
  readonly printed: JournalCounts;
}

/** A node whose clock was moved says so, and builds nothing for as long. */
const MISDATED = /The clock of this node jumped by/;
/** Nodes say it of their disk, and of what peers tell them after they were put back to a backup. */
const NEARLY_FULL = /The disk of the store is nearly full/;
const FORGOT = /A peer holds a vote that this node forgot/;

/** Promises are offered again once a minute at the latest; then they have to be sealed. */
export const CONVERGE_MS = 90_000;

export async function chaosRun(options: ChaosOptions): Promise<ChaosReport> {
  const { nodes, mode, seconds, clients: count, seed, followers, registers, lines, bury, logs, log } = options;
  const { upheavals } = options;
  log(`Starting ${nodes + followers} nodes behind fault proxies.`);
  const journal = new Journal(logs);
  const onOutput = (index: number, text: string) => journal.take(index, text);
  const isSkewable = upheavals.includes('clock');
  const programOf = isSkewable ? () => skewedProgram() : undefined;
  const ground = await groundOf({
    seats: nodes,
    followers,
    registers,
    mode,
    onOutput,
    ...(programOf && { programOf }),
  });
  try {
    const run = await stormed(ground, options);
    const { clients, storm, watch } = run;
    const usage = watch.usage();
    const replicas = ground.cluster.members.map(replicaOf);
    const { stories } = clients;
    const { registerIds } = ground;
    log('All nodes run and every register goes on; the verdict.');
    const started = performance.now();
    const verdict = await judge({ replicas, registerIds, stories, convergeMs: CONVERGE_MS, gone: run.gone });
    return {
      ...verdict,
      faults: [...run.faults, ...journal.errors.filter((line) => !run.isDue(line)), ...verdict.faults],
      options: { nodes, mode, seconds, clients: count, seed, followers, registers, lines, bury, upheavals },
      faultsDrawn: Object.fromEntries(storm.counts),
      upheavals: run.upheavals,
      kills: storm.kills,
      submitted: stories.size,
      reads: clients.witness.reads,
      ...latenciesOf(clients.latenciesMs),
      longestStall: watch.longestStall,
      verdictMs: performance.now() - started,
      ownMiB: [watch.ownMiB, Math.round(process.memoryUsage.rss() / 1024 ** 2)],
      usage,
      printed: journal.counts,
    };
  } catch (error) {
    throw withLogs(error, ground.cluster.members);
  } finally {
    await ground.cluster.remove();
  }
}

interface Stormed {
  readonly clients: Clients;
  readonly storm: Storm;
  readonly watch: Watch;
  readonly gone: ReadonlySet<number>;
  readonly faults: readonly string[];
  readonly upheavals: Readonly<Record<string, string>>;
  /** Whether an error that a node printed had to be printed. */
  isDue(line: string): boolean;
}

/** The storm with its clients until all is calm again and each node has proven that it goes on. */
async function stormed({ cluster, fields, registerIds, owners }: Ground, options: ChaosOptions): Promise<Stormed> {
  const { nodes, mode, seconds, clients: count, seed, lines, bury, log } = options;
  const dice = new Dice(`chaos ${seed}`);
  const isSkewed = (index: number) => upheaval.isSkewed(index);
  const clients = new Clients({ members: cluster.members, fields, dice, isSkewed });
  const tolerated = nodes - quorum(mode, nodes).commit;
  const proposer = () => proposerOf(cluster, registerIds[0] as string);
  const storm = new Storm({ cluster, dice, seats: nodes, tolerated, log, proposer });
  const watch = new Watch({ cluster, clients, storm, registerIds });
  const working = clients.run({ count, lines });
  const upheaval = new Upheaval({
    ...{ cluster, dice, storm, registerIds, owners, log },
    kinds: options.upheavals,
    seatsMin: mode === 'bft' ? 4 : Math.min(nodes, 3),
    restored: (member) => clients.restored(member),
  });
  storm.start();
  upheaval.start();
  const gone = new Set<number>();
  for (let second = 1; second <= seconds; second++) {
    await pause(1000);
    if (bury && second === Math.ceil(seconds / 2)) gone.add(await buried(cluster, { storm, dice, seats: nodes }));
    options.progress?.(watch.look(second));
  }
  log('Calm: every fault ends, every node runs.');
  await upheaval.stop();
  await storm.calm();
  await upheaval.mend();
  clients.stop();
  await working;
  const afterwards = await clients.afterwards(CONVERGE_MS);
  watch.look(seconds);
  return {
    clients,
    storm,
    watch,
    gone,
    faults: [...clients.witness.faults, ...storm.faults, ...upheaval.faults, ...watch.faults, ...afterwards],
    upheavals: upheaval.counts(),
    isDue: (line) =>
      (upheaval.done.has('clock') && MISDATED.test(line)) ||
      (upheaval.done.has('full-disk') && NEARLY_FULL.test(line)) ||
      ([...upheaval.putBack].some((index) => line.startsWith(`node ${index} `)) && FORGOT.test(line)),
  };
}

export function replicaOf(member: ClusterMember): Replica {
  const { index, name, node } = member;
  return {
    index,
    name,
    client: () => node.client(member.token),
    stop: () => node.stop(),
    store: () => auditStore(node.dataDir),
  };
}

export function latenciesOf(latenciesMs: readonly number[]): { readonly p50Ms: number; readonly p99Ms: number } {
  const sorted = [...latenciesMs].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function buried(
  cluster: MeshCluster,
  { storm, dice, seats }: { readonly storm: Storm; readonly dice: Dice; readonly seats: number },
): Promise<number> {
  const member = dice.pick(cluster.members.filter(({ index }) => index < seats));
  await storm.bury(member);
  return member.index;
}

/** The builder of the newest docket, which leads again or hands on: the first node that answers is believed. */
async function proposerOf(cluster: MeshCluster, registerId: string): Promise<ClusterMember | undefined> {
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
