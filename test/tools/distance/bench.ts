// `npm run bench -- --delay MS --rate BYTES`: a mesh over far and thin links beside the same mesh over near ones, by
// turns, so that what is compared had one machine. A proxy stands in each link, and what waits for it waits in the
// node.
import { setTimeout as pause } from 'node:timers/promises';
import { runLoad, SEALED } from '../../../cli/bench/load.js';
import { requestsOf } from '../../../cli/bench/stage.js';
import { CommandError, EXIT } from '../../../cli/command/command.js';
import { outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { MeshCluster } from '../../../cli/harness/mesh-cluster.js';
import { foundShared, publishBench } from '../../../cli/harness/shared-register.js';
import type { LinkFault } from '../fault-proxy.js';
import { programOptions } from '../program-options.js';
import { type DistantStage, distantStage } from './stage.js';

interface Load {
  readonly concurrency: number;
  /** Transactions a request. */
  readonly batch: number;
}

const LOADS: readonly Load[] = [
  { concurrency: 1, batch: 1 },
  { concurrency: 64, batch: 1 },
  { concurrency: 256, batch: 1 },
  { concurrency: 16, batch: 50 },
];
/** More than is sealed in a second on the two processors that a bench takes. */
const PER_SECOND_MOST = 3000;
/** After a row, for what it left to do. */
const REST_MS = 1000;

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** That the links carried, each direction of each, for a sealed transaction. */
  readonly bytesEach: number;
}

export interface DistanceRow extends Load {
  readonly near: Measured;
  readonly far: Measured;
}

/** The exit code: 0, or that of a wrong call. */
export async function distanceBench(): Promise<number> {
  const { values } = programOptions(
    'npm run bench --',
    'With --delay or --rate, and without --against: a mesh over far and thin links beside one over near links, in one run.',
    {
      options: {
        delay: { type: 'string', default: '0' },
        rate: { type: 'string', default: '0' },
        nodes: { type: 'string', default: '3' },
        mode: { type: 'string', default: 'majority' },
        seconds: { type: 'string', default: '8' },
        json: { type: 'boolean', default: false },
      },
    },
  );
  const out = outputOf(processTerminal(), { json: values.json, quiet: false });
  try {
    const { links, nodes, mode, seconds } = distanceOf(values);
    out.note(`Starting ${nodes} nodes.`);
    const distant = await distantStage({ MeshCluster, foundShared, publishBench }, { nodes, mode });
    try {
      // Code that is not compiled yet would be measured otherwise.
      await measure(distant, { concurrency: 64, batch: 1 }, seconds);
      const rows: DistanceRow[] = [];
      for (const load of LOADS) {
        out.note(`${load.batch} a request, ${load.concurrency} at a time.`);
        distant.setLinks({});
        const near = await measure(distant, load, seconds);
        distant.setLinks(links);
        rows.push({ ...load, near, far: await measure(distant, load, seconds) });
      }
      out.show(rows, () => tableOf(rows));
      return 0;
    } finally {
      await distant.stage.remove();
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    out.warn(error.message);
    return EXIT.usage;
  }
}

export interface Distance {
  readonly links: LinkFault;
  readonly nodes: number;
  readonly mode: 'majority' | 'bft';
  readonly seconds: number;
}

const BOUNDS = [
  ['delay', 0, 1000],
  ['rate', 0, 1_000_000_000],
  ['nodes', 2, 8],
  ['seconds', 1, 600],
] as const;

/** Throws a CommandError that says which option takes what. */
export function distanceOf(texts: Readonly<Record<'delay' | 'rate' | 'nodes' | 'seconds' | 'mode', string>>): Distance {
  for (const [name, least, most] of BOUNDS) {
    const value = Number(texts[name] || Number.NaN);
    if (!Number.isInteger(value) || value < least || value > most)
      throw new CommandError(`--${name} is a whole number from ${least} to ${most}`, { exit: EXIT.usage });
  }
  const { mode } = texts;
  if (mode !== 'majority' && mode !== 'bft') throw new CommandError('--mode is majority or bft', { exit: EXIT.usage });
  const [delayMs, bytesPerSecond] = [Number(texts.delay), Number(texts.rate)];
  return {
    links: { ...(delayMs > 0 && { delayMs }), ...(bytesPerSecond > 0 && { bytesPerSecond }) },
    nodes: Number(texts.nodes),
    mode,
    seconds: Number(texts.seconds),
  };
}

async function measure({ stage, carriedBytes }: DistantStage, load: Load, secondsMax: number): Promise<Measured> {
  const [{ host, port }] = stage.nodes;
  const transactions = Math.min(PER_SECOND_MOST * secondsMax, load.concurrency * load.batch * 50 * secondsMax);
  const requests = requestsOf(stage, { scenario: 'plain', batch: load.batch, transactions });
  const before = carriedBytes();
  const each = { host, port, concurrency: load.concurrency, requests, perRequest: load.batch, sealed: SEALED };
  const { sealed, seconds, p50Ms, p99Ms } = await runLoad({ ...each, secondsMax });
  await pause(REST_MS);
  const bytesEach = sealed === 0 ? 0 : Math.round((carriedBytes() - before) / sealed);
  return { perSecond: Math.round((sealed / seconds) * 10) / 10, p50Ms, p99Ms, bytesEach };
}

function tableOf(rows: readonly DistanceRow[]): string {
  return table(
    ['CLIENTS', 'A REQUEST', 'NEAR TX/S', 'P50 MS', 'BYTES', 'FAR TX/S', 'P50 MS', 'P99 MS', 'BYTES', 'FAR TO NEAR'],
    rows.map(({ concurrency, batch, near, far }) => [
      concurrency,
      batch,
      near.perSecond,
      near.p50Ms,
      near.bytesEach,
      far.perSecond,
      far.p50Ms,
      far.p99Ms,
      far.bytesEach,
      Math.round((far.perSecond / near.perSecond) * 100) / 100,
    ]),
  );
}
