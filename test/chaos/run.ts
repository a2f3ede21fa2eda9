// One chaos run: a mesh of real processes behind fault proxies, clients at work, a storm of faults, then calm and the verdict.
import { setTimeout as pause } from 'node:timers/promises';
import { MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { foundShared, publishBench } from '../../cli/harness/shared-register.js';
import { Clients } from './clients.js';
import { diceOf } from './random.js';
import { Storm } from './storm.js';
import { judge, type Verdict } from './verdict.js';

export interface ChaosOptions {
  readonly nodes: number;
  readonly mode: 'majority' | 'bft';
  readonly seconds: number;
  readonly clients: number;
  readonly seed: number;
  readonly log: (sentence: string) => void;
  readonly progress?: (second: number) => void;
}

export interface ChaosReport extends Verdict {
  readonly options: Omit<ChaosOptions, 'log' | 'progress'>;
  readonly faultsDrawn: Readonly<Record<string, number>>;
  readonly submitted: number;
  readonly reads: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const KEYS = 64;

export async function chaosRun(options: ChaosOptions): Promise<ChaosReport> {
  const { nodes, mode, seconds, clients: count, seed, log } = options;
  const dice = diceOf(seed);
  log(`Starting ${nodes} nodes behind fault proxies.`);
  const cluster = await MeshCluster.create({ nodes, isProxied: true });
  try {
    const { registerId } = await foundShared(cluster, { name: 'Chaos run', mode });
    const workload = await publishBench(cluster.members, registerId, KEYS);
    const quorum = mode === 'bft' ? Math.floor((2 * nodes) / 3) + 1 : Math.floor(nodes / 2) + 1;
    const clients = new Clients(cluster, workload, dice);
    const storm = new Storm({ cluster, dice, tolerated: nodes - quorum, log });
    const working = clients.run(count);
    storm.start();
    for (let second = 1; second <= seconds; second++) {
      await pause(1000);
      options.progress?.(second);
    }
    log('Calm: every fault ends, every node runs.');
    await storm.calm();
    clients.stop();
    await working;
    const verdict = await judge(cluster, registerId, clients.stories);
    const sorted = clients.latenciesMs.sort((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
    return {
      ...verdict,
      faults: [...clients.faults, ...verdict.faults],
      options: { nodes, mode, seconds, clients: count, seed },
      faultsDrawn: Object.fromEntries(storm.counts),
      submitted: clients.stories.size,
      reads: clients.reads,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    };
  } catch (error) {
    const logs = cluster.members.map(({ name, node }) => `--- ${name} ---\n${node.logs.slice(-3000)}`);
    throw new Error(`${error instanceof Error ? error.stack : String(error)}\n${logs.join('\n')}`);
  } finally {
    await cluster.remove();
  }
}
