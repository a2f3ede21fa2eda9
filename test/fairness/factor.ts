// The cost of an attack to a stranger, by the times of the calls alone and under attack: quantiles, how many times the
// p99 grew, and within which bounds that is known.

export interface Row {
  readonly call: string;
  readonly alone: Figures;
  readonly under: Figures;
  readonly refused: number;
  /** p99 under attack over p99 alone. */
  readonly factor: number;
  /** Of as many such measurements, nine in ten would find a factor between these. */
  readonly least: number;
  readonly most: number;
}

export interface Figures {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Measurements that are drawn from the one that was made. */
const DRAWN = 400;

/** `random` is uniform in [0, 1). */
export function rowOf(
  call: string,
  of: { readonly alone: readonly number[]; readonly under: readonly number[]; readonly refused: number },
  random: () => number,
): Row {
  const alone = sorted(of.alone);
  const under = sorted(of.under);
  const drawn = sorted(
    Array.from({ length: DRAWN }, () => p99Of(redrawn(under, random)) / p99Of(redrawn(alone, random))),
  );
  return {
    call,
    alone: figuresOf(alone),
    under: figuresOf(under),
    refused: of.refused,
    factor: p99Of(under) / p99Of(alone),
    least: quantile(drawn, 0.05),
    most: quantile(drawn, 0.95),
  };
}

function figuresOf(times: Float64Array): Figures {
  return { count: times.length, p50Ms: quantile(times, 0.5), p99Ms: p99Of(times) };
}

function p99Of(times: Float64Array): number {
  return quantile(times, 0.99);
}

function sorted(times: readonly number[]): Float64Array {
  return Float64Array.from(times).sort();
}

/** As many of them, drawn by chance: some never and some more than once. */
function redrawn(times: Float64Array, random: () => number): Float64Array {
  return times.map(() => times[Math.floor(random() * times.length)] ?? 0).sort();
}

/** Of sorted times; 0 where there are none. */
function quantile(times: Float64Array, share: number): number {
  return times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
}
