// The dice of a chaos run: one seed, so that a run can be repeated as far as processes and clocks allow. Never for keys or secrets.

export interface Dice {
  /** Uniform in [0, 1). */
  number(): number;
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  chance(share: number): boolean;
}

/** mulberry32 by T. Ettinger (public domain): 32 bits of state are plenty for choosing faults. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    number,
    between: (low, high) => low + number() * (high - low),
    pick: (items) => items[Math.floor(number() * items.length)]!,
    chance: (share) => number() < share,
  };
}
