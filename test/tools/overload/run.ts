// The overload run: ever more clients at once against one node or a mesh, a part of which do not wait as they are told.
// Of each level it tells what was sealed, what was refused, and how long both took. A process asks /alive all the
// while: it tells how long that took.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareActions } from '../../../cli/bench/actions.js';
import { runLoad, SEALED } from '../../../cli/bench/load.js';
import { requestsOf, type Stage, setStage } from '../../../cli/bench/stage.js';
import { figuresOf, startProbe } from './alive-probe.js';
import { type CrowdFigures, runCrowd } from './crowd.js';
import type { ProbeFigures } from './probe.js';
import { type Busy, busyBetween, type Reading, readingOf } from './processors.js';

type Scenario = keyof typeof WARM_UP;

export interface OverloadOptions {
  readonly scenario: Scenario;
  readonly nodes: number;
  readonly levels: readonly number[];
  readonly seconds: number;
  readonly progress: (sentence: string) => void;
}

export interface Level {
  readonly clients: number;
  readonly acceptedPerSecond: number;
  readonly refusedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly refusedP99Ms: number;
  readonly unanswered: number;
  readonly alive: ProbeFigures;
  /** Of all nodes, for each transaction that was taken. */
  readonly cpuMicrosPerTx: number;
  readonly busy: Busy;
  /** Event loop of the node under load, as it says itself. */
  readonly loopP99Ms: number;
  readonly isShort: boolean;
}

/** One in so many clients does not wait as it is told. */
const IMPATIENT_EACH = 4;
/** Requests made for a level, by what the levels before took. */
const AHEAD = 3;
const WARM_UP = { plain: 3000, workflow: 2000 } as const;
/** Between two levels: what was taken last is written, and figures a second old are forgotten. */
const REST_MS = 2000;

export async function runOverload(options: OverloadOptions): Promise<Level[]> {
  const { progress, scenario } = options;
  progress(options.nodes === 1 ? 'Starting a node.' : `Starting ${options.nodes} nodes.`);
  const stage = await setStage({ nodes: options.nodes, mode: 'majority' });
  let probe: ChildProcess | undefined;
  try {
    if (scenario === 'workflow') stage.actions = await prepareActions(stage.members, stage.workload.registerId);
    progress('Warming up.');
    const warm = await warmUp(stage, scenario);
    probe = await startProbe(stage.nodes[0]);
    const levels: Level[] = [];
    for (const clients of options.levels) {
      const expected = Math.max(warm, ...levels.map((one) => one.acceptedPerSecond));
      const level = await levelOf(stage, probe, {
        ...options,
        clients,
        expected,
      });
      progress(`${clients} clients: ${level.acceptedPerSecond} sealed a second, ${level.refusedPerSecond} refused.`);
      levels.push(level);
    }
    probe.disconnect();
    await stage.stop();
    return levels;
  } finally {
    if (probe?.connected) probe.disconnect();
    await stage.remove();
  }
}

/** The transactions sealed a second by then. */
async function warmUp(stage: Stage, scenario: Scenario): Promise<number> {
  const [{ host, port }] = stage.nodes;
  const requests = requestsOf(stage, { scenario, batch: 1, transactions: WARM_UP[scenario] });
  const load = { host, port, concurrency: 64, requests, perRequest: 1, sealed: sealedOf(scenario), secondsMax: 60 };
  const { sealed, seconds } = await runLoad(load);
  return sealed / seconds;
}

async function levelOf(
  stage: Stage,
  probe: ChildProcess,
  at: OverloadOptions & { readonly clients: number; readonly expected: number },
): Promise<Level> {
  const [{ host, port }] = stage.nodes;
  const { scenario, clients, seconds } = at;
  const transactions = Math.ceil(at.expected * seconds * AHEAD) + 2 * clients;
  const requests = requestsOf(stage, { scenario, batch: 1, transactions });
  await pause(REST_MS);
  await figuresOf(probe);
  await loopP99Ms(stage);
  const readings: Reading[] = [];
  const crowd = await runCrowd({
    ...{ host, port, clients, requests, seconds, impatientEach: IMPATIENT_EACH },
    sealed: sealedOf(scenario),
    look: () => void readings.push(readingOf(stage)),
  });
  const [before, after] = readings as [Reading, Reading];
  const alive = await figuresOf(probe);
  await pause(REST_MS);
  return { ...rowOf(crowd, busyBetween(before, after)), clients, alive, loopP99Ms: await loopP99Ms(stage) };
}

function rowOf(crowd: CrowdFigures, busy: Busy): Omit<Level, 'clients' | 'alive' | 'loopP99Ms'> {
  const { p50Ms, p99Ms, maxMs, refusedP99Ms, unanswered, isShort } = crowd;
  const acceptedPerSecond = crowd.accepted / crowd.seconds;
  return {
    acceptedPerSecond: Math.round(acceptedPerSecond),
    refusedPerSecond: Math.round(crowd.refused / crowd.seconds),
    ...{ p50Ms, p99Ms, maxMs, refusedP99Ms, unanswered, isShort },
    cpuMicrosPerTx: Math.round(((busy.first + busy.others) * 1_000_000) / Math.max(1, acceptedPerSecond)),
    busy,
  };
}

/** Since it was asked last. */
async function loopP99Ms({ nodes: [node], token }: Stage): Promise<number> {
  const text = String(await node.client(token).getPrometheusMetrics());
  return Math.round(Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? 0) * 1000);
}

function sealedOf(scenario: Scenario): string {
  return scenario === 'plain' ? SEALED : '"transactionId"';
}
