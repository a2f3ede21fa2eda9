// Both programs by turns: in each round both are started afresh side by side, and rows of the same load come in pairs,
// because a machine changes from minute to minute and two starts of one program differ. One of the two always rests. It
// judges nothing.
import { LOADS, type Load, type LoadName } from './loads.js';
import type { Comparison } from './options.js';
import { type Row, Side, type SideOptions } from './sides.js';

/** Two rows, one after the other. */
export interface Pair {
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
}

interface Both {
  readonly ours: Side;
  readonly theirs: Side;
}

/** Before the first pair of a load: code that is not compiled yet would be measured otherwise. */
const WARM_UP_ROWS = 1;

/** The pairs that were had in the time. Rejects when the signal ends it; leaves no process and no folder. */
export async function runTurns(comparison: Comparison, ports: TurnsPorts): Promise<readonly Pair[]> {
  const untilMs = performance.now() + comparison.minutes * 60_000;
  const isLate = () => performance.now() >= untilMs;
  const pairs: Pair[] = [];
  for (let round = 1; round <= comparison.rounds; round++)
    for (const nodes of comparison.nodes) {
      if (isLate()) return pairs;
      ports.note(`Round ${round} of ${comparison.rounds}: starting ${count(nodes)} of each.`);
      await withBoth({ ...ports, nodes, delayMs: comparison.delayMs }, (both) =>
        onePass(both, { comparison, ports, nodes, isLate, found: (pair) => pairs.push(pair) }),
      );
    }
  return pairs;
}

interface Pass {
  readonly comparison: Comparison;
  readonly ports: TurnsPorts;
  readonly nodes: number;
  readonly isLate: () => boolean;
  readonly found: (pair: Pair) => void;
}

/** All pairs of one start. Who begins changes from pair to pair. */
async function onePass(both: Both, { comparison, ports, nodes, isLate, found }: Pass): Promise<void> {
  const rowsOf = async (load: LoadName, isOursFirst: boolean): Promise<Pair> => {
    const { concurrency, ...rest }: Load = LOADS[load];
    const given = { ...rest, concurrency: comparison.concurrency || concurrency };
    const row = (side: Side) => side.row(given, sizeOf(given, nodes, ports.transactionsMax));
    const first = await row(isOursFirst ? both.ours : both.theirs);
    const second = await row(isOursFirst ? both.theirs : both.ours);
    return { nodes, load, ...(isOursFirst ? { ours: first, theirs: second } : { theirs: first, ours: second }) };
  };
  for (let pair = 1 - WARM_UP_ROWS; pair <= comparison.pairs; pair++)
    for (const load of comparison.loads) {
      if (isLate()) return;
      ports.signal.throwIfAborted();
      const rows = await rowsOf(load, pair % 2 === 0);
      if (pair < 1) continue;
      found(rows);
      const { ours, theirs } = rows;
      ports.note(
        `${count(nodes)}, ${load}, ${pair} of ${comparison.pairs}: ${ours.cpuMicros.toFixed(0)} to ${theirs.cpuMicros.toFixed(0)} us a transaction (${(ours.cpuMicros / theirs.cpuMicros).toFixed(3)}), ` +
          `${ours.perSecond.toFixed(0)} to ${theirs.perSecond.toFixed(0)} a second.`,
      );
    }
}

type Starting = Omit<SideOptions, 'root'> & Pick<TurnsPorts, 'signal' | 'ours' | 'theirs'>;

/** Starts both, and ends both however the work ends: at once when the signal comes. */
async function withBoth({ signal, ...given }: Starting, work: (both: Both) => Promise<void>): Promise<void> {
  const started: Side[] = [];
  const remove = async () => void (await Promise.all(started.map((side) => side.remove())));
  const start = async (root: string): Promise<Side> => {
    signal.throwIfAborted();
    const side = await Side.start({ root, nodes: given.nodes, delayMs: given.delayMs });
    started.push(side);
    return side;
  };
  // A row that is under way fails then, as its connections end.
  const ended = () => void remove();
  signal.addEventListener('abort', ended);
  try {
    await work({ theirs: await start(given.theirs), ours: await start(given.ours) });
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
