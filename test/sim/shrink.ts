// The shortest way to the same failure: faults and transactions are left out one after the other while the same checker
// still complains.
import { optionsOf, type SimOptions } from './options.js';
import { type Planted, simulate, type Verdict } from './simulate.js';

/** Attempts, each a whole run. */
const TRIES_MAX = 60;

export interface Shrunk {
  /** The options that replace those of the seed. */
  readonly changes: Partial<SimOptions>;
  readonly verdict: Verdict;
}

/** The failure of `seed` with as little as possible around it; undefined for a seed that holds. */
export async function shrink(seed: number, planted: Planted = {}): Promise<Shrunk | undefined> {
  const first = await simulate(seed, planted);
  if (!first.violation) return undefined;
  const { checker } = first.violation;
  let best: Shrunk = { changes: {}, verdict: first };
  let tries = 0;
  const attempt = async (change: Partial<SimOptions>): Promise<boolean> => {
    if (tries++ >= TRIES_MAX) return false;
    const changes = { ...best.changes, ...change };
    const verdict = await simulate(seed, planted, changes);
    if (verdict.violation?.checker !== checker) return false;
    best = { changes, verdict };
    return true;
  };
  for (const change of simpler(optionsOf(seed))) await attempt(change(best.verdict.options));
  // Halves, as long as a half is enough.
  while (await attempt({ transactions: best.verdict.options.transactions >> 1 }));
  while (best.verdict.options.faultMs > 1000 && (await attempt({ faultMs: best.verdict.options.faultMs >> 1 })));
  return best;
}

/** One fault less each, only where the seed has it. */
function simpler(options: SimOptions): ((now: SimOptions) => Partial<SimOptions>)[] {
  const kinds = Object.keys(options.meanMs) as (keyof SimOptions['meanMs'])[];
  const never = kinds
    .filter((kind) => Number.isFinite(options.meanMs[kind]))
    .map((kind) => (now: SimOptions) => ({ meanMs: { ...now.meanMs, [kind]: Number.POSITIVE_INFINITY } }));
  const plain: Partial<SimOptions>[] = [];
  if (options.twin) plain.push({ twin: false });
  if (options.liars.length > 0) plain.push({ liars: [] });
  if (options.liars.length > 0)
    for (const deceit of options.deceits) plain.push({ deceits: options.deceits.filter((one) => one !== deceit) });
  if (options.forges) plain.push({ forges: false });
  if (options.lies) plain.push({ lies: false });
  if (options.governed) plain.push({ governed: false });
  if (options.joiners > 0) plain.push({ governed: false, joiners: 0 });
  if (options.registers > 1) plain.push({ registers: 1, hidden: Math.min(1, options.hidden) });
  if (options.pieces > 0) plain.push({ pieces: 0 });
  if (options.hidden > 0) plain.push({ hidden: 0 });
  if (options.waiting > 0) plain.push({ waiting: 0 });
  if (options.spread > 0) plain.push({ spread: 0 });
  if (options.timed) plain.push({ timed: false, disputed: false });
  if (options.disputed) plain.push({ disputed: false });
  const { bytesPerSecond, ...wide } = options.net;
  if (bytesPerSecond !== undefined) plain.push({ net: wide });
  if (options.expiring) plain.push({ expiring: false });
  if (options.crashAfterSend > 0) plain.push({ crashAfterSend: 0 });
  if (options.crashInWrite > 0) plain.push({ crashInWrite: 0 });
  if (options.restartInWrite > 0) plain.push({ restartInWrite: 0 });
  return [
    ...never,
    ...plain.map((change) => () => change),
    ({ net }) => ({ net: { ...net, loss: 0 } }),
    ({ net }) => ({ net: { ...net, duplication: 0 } }),
    ({ net }) => ({ net: { ...net, delayMs: [1, 20] } }),
  ];
}

/** Options as one line of JSON; `never` stands for Infinity, which JSON has not. */
export function changesText(changes: Partial<SimOptions>): string {
  return JSON.stringify(changes, (_, value: unknown) => (value === Number.POSITIVE_INFINITY ? 'never' : value));
}

/** The reverse of `changesText`. */
export function changesOf(text: string): Partial<SimOptions> {
  return JSON.parse(text, (_, value: unknown) => (value === 'never' ? Number.POSITIVE_INFINITY : value));
}
