// The bench: throw-away nodes in processes of their own, real HTTP to the first of them, distinct signed transactions,
// closed loops. With several nodes a transaction counts when a quorum of them has synced it. Everything is measured
// from outside: sealed answers, CPU time, metrics and folders.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareActions } from './actions.js';
import { type Floor, measureFloor } from './floor.js';
import { runLoad, SEALED } from './load.js';
import { type BenchScenario, cpuMicros, requestsOf, type Stage, type StageOptions, setStage } from './stage.js';

export interface BenchOptions extends StageOptions {
  readonly scenario: 'plain' | 'workflow';
  readonly concurrency: readonly number[];
  readonly batches: readonly number[];
  /** Transactions of one row, about: rows at low concurrency submit fewer. */
  readonly transactions: number;
  /** Longest time of one row. */
  readonly secondsMax: number;
}

export interface BenchRow {
  readonly scenario: BenchScenario;
  readonly nodes: number;
  readonly mode: 'majority' | 'bft';
  /** Transactions a request. */
  readonly batch: number;
  readonly concurrency: number;
  readonly sealedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers that asked the client to come again later; it did. */
  readonly refused: number;
  /** CPU time of the processes of all nodes, user and system. */
  readonly cpuMicrosPerTx: number;
  readonly fsyncsPerSecond: number;
  readonly bytesPerTx: number;
  readonly verifyPerSecondCore: number;
  /** sealedPerSecond over verifyPerSecondCore. */
  readonly ratio: number;
  /** Of actions: sealedPerSecond over that of the plain transactions, one a request, under the same load. */
  readonly toPlain?: number;
}

export interface BenchResult {
  readonly floor: Floor;
  readonly rows: readonly BenchRow[];
}

/** Transactions a connection submits at the most in a row. */
const PER_CONNECTION = 400;
/**
 * Of either scenario, before its first row: code that is not compiled yet, and wallets that have not agreed with each
 * other, would be measured otherwise.
 */
const WARM_UP = { batch: 1, concurrency: 64, transactions: 2000 } as const;
/** A node may tell figures that are so old. */
const METRICS_HELD_MS = 1000;
const SETTLE_MS = 1500;

export async function runBench(options: BenchOptions, progress: (sentence: string) => void): Promise<BenchResult> {
  progress('Measuring what this machine can do at best.');
  const floor = await measureFloor();
  const { secondsMax } = options;
  // No longer than a row.
  const warmUp = { ...WARM_UP, transactions: Math.min(WARM_UP.transactions, options.transactions), secondsMax };
  progress(options.nodes === 1 ? 'Starting a node.' : `Starting ${options.nodes} nodes.`);
  const bench = await setStage(options);
  try {
    progress('Warming up.');
    await measure(bench, { ...warmUp, scenario: 'plain' });
    const rows: BenchRow[] = [];
    for (const load of loadsOf(options)) {
      progress(
        `${load.batch} a request, ${load.concurrency} at a time${load.scenario === 'plain' ? '' : `, as actions (${load.scenario})`}.`,
      );
      if (load.scenario !== 'plain' && !bench.actions) await actOn(bench, warmUp);
      const measured = await measure(bench, load);
      const row = { ...withRatio(measured, floor), nodes: options.nodes, mode: options.mode, scenario: load.scenario };
      progress(`${row.sealedPerSecond} sealed a second, p50 ${row.p50Ms} ms, p99 ${row.p99Ms} ms.`);
      rows.push({ ...row, ...compare(rows.at(-1), row) });
    }
    await bench.stop();
    return { floor, rows };
  } finally {
    await bench.remove();
  }
}

/** Publishes the definition that actions need, and does some of them. */
async function actOn(bench: Stage, row: Omit<RowOptions, 'scenario'>): Promise<void> {
  bench.actions = await prepareActions(bench.members, bench.workload.registerId);
  await measure(bench, { ...row, scenario: 'workflow' });
}

/** The ratio to the row before it, where that is what it is compared with. */
function compare(before: BenchRow | undefined, row: BenchRow): Pick<BenchRow, 'toPlain'> {
  return before && row.scenario === 'workflow' ? { toPlain: ratioOf(row, before) } : {};
}

/** Plain rows for every batch; actions come one a request, each row after the one that it is compared with. */
function loadsOf({ scenario, batches, concurrency, transactions, secondsMax }: BenchOptions): readonly RowOptions[] {
  const row = (kind: BenchScenario, batch: number, at: number): RowOptions => ({
    scenario: kind,
    batch,
    concurrency: at,
    transactions: Math.min(transactions, at * batch * PER_CONNECTION),
    secondsMax,
  });
  if (scenario === 'workflow') return concurrency.flatMap((at) => [row('plain', 1, at), row('workflow', 1, at)]);
  return batches.flatMap((batch) => concurrency.map((at) => row('plain', batch, at)));
}

interface RowOptions {
  readonly scenario: BenchScenario;
  readonly batch: number;
  readonly concurrency: number;
  readonly transactions: number;
  readonly secondsMax: number;
}

type Measured = Omit<BenchRow, 'verifyPerSecondCore' | 'ratio' | 'nodes' | 'mode' | 'scenario' | 'toPlain'>;

async function measure(bench: Stage, row: RowOptions): Promise<Measured> {
  const [node] = bench.nodes;
  const requests = requestsOf(bench, row);
  const before = await reading(bench);
  const load = await runLoad({
    host: node.host,
    port: node.port,
    concurrency: row.concurrency,
    requests,
    perRequest: row.batch,
    sealed: row.scenario === 'plain' ? SEALED : '"transactionId"',
    secondsMax: row.secondsMax,
  });
  const after = await reading(bench);
  // A compaction under way holds its input and its output: the folder is looked at when that is over.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const bytes = folderBytes(node.dataDir);
  return {
    batch: row.batch,
    concurrency: row.concurrency,
    sealedPerSecond: Math.round(load.sealed / load.seconds),
    p50Ms: load.p50Ms,
    p99Ms: load.p99Ms,
    refused: load.refused,
    cpuMicrosPerTx: Math.round((after.cpuMicros - before.cpuMicros) / load.sealed),
    fsyncsPerSecond: Math.round((after.commits - before.commits) / load.seconds),
    bytesPerTx: Math.round((bytes - before.bytes) / load.sealed),
  };
}

interface Reading {
  readonly cpuMicros: number;
  readonly commits: number;
  readonly bytes: number;
}

/** CPU time of all nodes; commits and bytes of the one that takes the load. */
async function reading({ nodes, token }: Stage): Promise<Reading> {
  const [node] = nodes;
  const cpu = cpuMicros({ nodes });
  const bytes = folderBytes(node.dataDir);
  // The node tells figures of a second ago, in which nothing is asked of it here.
  await pause(METRICS_HELD_MS);
  const metrics = String(await node.client(token).getPrometheusMetrics());
  const commits = /^ledger_journal_commits_total (\d+)/m.exec(metrics)?.[1];
  return { cpuMicros: cpu, commits: Number(commits ?? 0), bytes };
}

/** Files vanish while LevelDB compacts; what is gone counts nothing. */
function folderBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    try {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
    } catch {
      // Compacted away between the listing and this look.
    }
  }
  return bytes;
}

function ratioOf(row: Pick<BenchRow, 'sealedPerSecond'>, plain: BenchRow): number {
  return Math.round((row.sealedPerSecond / plain.sealedPerSecond) * 1000) / 1000;
}

function withRatio(row: Measured, floor: Floor): Omit<BenchRow, 'nodes' | 'mode' | 'scenario'> {
  const ratio = Math.round((row.sealedPerSecond / floor.verifyPerSecondCore) * 1000) / 1000;
  return { ...row, verifyPerSecondCore: floor.verifyPerSecondCore, ratio };
}
