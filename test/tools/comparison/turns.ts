// Both programs by turns: in each round both are started afresh side by side, and rows of the same load come in pairs.
// A machine changes from minute to minute, and two starts of one program differ. While one of the two works, the other
// rests. It judges nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { LOADS, type Load, type LoadName } from './loads.js';
import type { Comparison } from './options.js';
import { type Row, Side, type SideOptions } from './sides.js';

/** Two rows, one after the other. */
export interface Pair {
  /** Which start it is of, with its number of nodes. */
  readonly round: number;
  readonly nodes: number;
  readonly load: LoadName;
  readonly ours: Row;
  readonly theirs: Row;
}

export interface TurnsPorts {
  readonly note: (sentence: string) => void;
  readonly signal: AbortSignal;
  /** The folders that hold dist/ of both. */
  readonly ours: string;
  readonly theirs: string;
  /** In place of the sizes of LOADS. */
  readonly transactionsMax?: number;
  /** In place of FAILED_REST_MS. */
  readonly failedRestMs?: number;
  /** In place of the clock of this process. */
  readonly nowMs?: () => number;
  /** In place of `Side.start`. */
  readonly start?: (options: SideOptions) => Promise<MeasuredSide>;
}

type MeasuredSide = Pick<Side, 'row' | 'remove'>;

interface Both {
  readonly ours: MeasuredSide;
  readonly theirs: MeasuredSide;
}

/**
 * Rows that may fail in a comparison, such as where a crowded machine seals nothing for as long as a request waits:
 * their pairs are left out, and the count of starts shows it.
 */
export const FAILED_MAX = 3;
/** After such a row, so that what it left behind is sealed outside of the next one. */
const FAILED_REST_MS = 5000;
/** Characters of a failure that are told: an answer of a node may be long. */
const FAILURE_TOLD_MAX = 200;
/** Before the first pair of a load: code that is not compiled yet would be measured otherwise. */
const WARM_UP_ROWS = 1;

/**
 * The pairs of all rounds that began in the time: a round is whole, so that each number of nodes has as many starts as
 * each other one, and each start all of its pairs. Rejects when the signal ends it; leaves no process and no folder.
 */
export async function runTurns(comparison: Comparison, ports: TurnsPorts): Promise<readonly Pair[]> {
  const nowMs = ports.nowMs ?? (() => performance.now());
  const untilMs = nowMs() + comparison.minutes * 60_000;
  const pairs: Pair[] = [];
  let failed = 0;
  const isTolerable = () => ++failed <= FAILED_MAX && !ports.signal.aborted;
  for (let round = 1; round <= comparison.rounds && nowMs() < untilMs; round++)
    for (const nodes of comparison.nodes) {
      ports.note(`Round ${round} of ${comparison.rounds}: starting ${count(nodes)} of each.`);
      await withBoth({ ...ports, nodes, delayMs: comparison.delayMs }, (both) =>
        onePass(both, { comparison, ports, round, nodes, isTolerable, found: (pair) => pairs.push(pair) }),
      );
    }
  return pairs;
}

interface Pass {
  readonly comparison: Comparison;
  readonly ports: TurnsPorts;
  readonly round: number;
  readonly nodes: number;
  /** Asked once for each failed row. */
  readonly isTolerable: () => boolean;
  readonly found: (pair: Pair) => void;
}

/** All pairs of one start. The program that begins changes from pair to pair, and from start to start. */
async function onePass(both: Both, pass: Pass): Promise<void> {
  const { comparison, ports, round, nodes, found } = pass;
  for (let pair = 1 - WARM_UP_ROWS; pair <= comparison.pairs; pair++)
    for (const load of comparison.loads) {
      ports.signal.throwIfAborted();
      const rows = await pairOf(both, pass, { load, isOursFirst: (round + pair) % 2 === 0 });
      if (pair < 1 || rows === undefined) continue;
      found(rows);
      ports.note(`${count(nodes)}, ${load}, ${pair} of ${comparison.pairs}: ${toldOf(rows)}.`);
    }
}

interface Turn {
  readonly load: LoadName;
  readonly isOursFirst: boolean;
}

/** Undefined where a row failed, and that may be. */
async function pairOf(both: Both, pass: Pass, { load, isOursFirst }: Turn): Promise<Pair | undefined> {
  const { comparison, ports, round, nodes } = pass;
  const { concurrency, ...rest }: Load = LOADS[load];
  const given = { ...rest, concurrency: comparison.concurrency || concurrency };
  const rows: Partial<Record<keyof Both, Row>> = {};
  for (const who of isOursFirst ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const))
    try {
      rows[who] = await both[who].row(given, sizeOf(given, nodes, ports.transactionsMax));
    } catch (error) {
      if (!pass.isTolerable()) throw error;
      const why = (error as Error).message.slice(0, FAILURE_TOLD_MAX);
      ports.note(
        `A pair is left out, and its start with it, for a row of ${who === 'ours' ? 'this program' : 'the other'} failed: ${why}`,
      );
      await pause(ports.failedRestMs ?? FAILED_REST_MS);
      return undefined;
    }
  return { round, nodes, load, ours: rows.ours as Row, theirs: rows.theirs as Row };
}

function toldOf({ ours, theirs }: Pair): string {
  const ratio = (ours.cpuMicros / theirs.cpuMicros).toFixed(3);
  const cpu = `${ours.cpuMicros.toFixed(0)} to ${theirs.cpuMicros.toFixed(0)} us a transaction (${ratio})`;
  return `${cpu}, ${ours.perSecond.toFixed(0)} to ${theirs.perSecond.toFixed(0)} a second`;
}

type Starting = Omit<SideOptions, 'root'> & Pick<TurnsPorts, 'signal' | 'ours' | 'theirs' | 'start'>;

/** Starts both, and ends both however the work ends: at once when the signal comes. */
async function withBoth({ signal, ...given }: Starting, work: (both: Both) => Promise<void>): Promise<void> {
  const started: MeasuredSide[] = [];
  const remove = async () => void (await Promise.all(started.map((side) => side.remove())));
  const startSide = given.start ?? Side.start;
  const start = async (root: string): Promise<MeasuredSide> => {
    signal.throwIfAborted();
    const side = await startSide({ root, nodes: given.nodes, delayMs: given.delayMs });
    started.push(side);
    return side;
  };
  // A row that is under way fails then, as its connections end.
  const ended = () => void remove();
  signal.addEventListener('abort', ended);
  try {
    // Where one of them fails, the other one is waited for, or it would stay behind.
    const [theirs, ours] = await Promise.allSettled([start(given.theirs), start(given.ours)]);
    if (theirs.status === 'rejected') throw theirs.reason;
    if (ours.status === 'rejected') throw ours.reason;
    await work({ theirs: theirs.value, ours: ours.value });
  } finally {
    signal.removeEventListener('abort', ended);
    await remove();
  }
}

function sizeOf({ transactions, batch }: Load, nodes: number, most: number | undefined): number {
  const size = nodes === 1 ? transactions.alone : transactions.together;
  return Math.max(batch, Math.min(size, most ?? size));
}

export function count(nodes: number): string {
  return nodes === 1 ? '1 node' : `${nodes} nodes`;
}
