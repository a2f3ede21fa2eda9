// Faults of the clock of one node while it runs: a bump, a strobe, a drift, or a jump of days and back.
// Times pass as before for everybody else; the end of the storm sets every clock right.
import type { Dice } from '../support/base/dice.js';
import type { SimNode } from './node.js';

const DAY_MS = 24 * 3_600_000;
const STROBES = 30;
const DRIFTS = 40;
const DRIFT_STEP_MS = 250;

export interface ClockFault {
  readonly dice: Dice;
  log(what: string): void;
  /** Only while the storm blows. */
  later(delayMs: number, run: () => void): void;
}

/** The source of all clocks is days ahead for a while: what is sealed meanwhile is of the future. */
export function moveClocks(nodes: readonly SimNode[], { dice, log, later }: ClockFault): void {
  const ms = dice.integer(1, 20) * DAY_MS;
  log(`all clocks are ${ms / DAY_MS} days ahead`);
  for (const node of nodes) node.skew(node.wall.skewMs + ms);
  later(dice.skewed(1000, 6000), () => {
    for (const node of nodes) node.skew(node.wall.skewMs - ms);
  });
}

export function moveClock(node: SimNode, fault: ClockFault): void {
  const { dice, log, later } = fault;
  const kind = dice.pick(['bump', 'strobe', 'drift', 'jump'] as const);
  const sign = dice.chance(0.5) ? 1 : -1;
  log(`${node.index} has a clock with a ${kind}`);
  switch (kind) {
    case 'bump':
      node.skew(node.wall.skewMs + sign * dice.skewed(100, 120_000));
      return;
    case 'strobe': {
      const ms = sign * dice.skewed(500, 60_000);
      const stepMs = dice.integer(30, 200);
      for (let i = 0; i < STROBES; i++) later(i * stepMs, () => node.skew(i % 2 === 0 ? ms : 0));
      return;
    }
    case 'drift': {
      const stepMs = sign * dice.skewed(1, 250);
      for (let i = 0; i < DRIFTS; i++) later(i * DRIFT_STEP_MS, () => node.skew(node.wall.skewMs + stepMs));
      return;
    }
    case 'jump': {
      const before = node.wall.skewMs;
      node.skew(before + sign * dice.integer(1, 20) * DAY_MS);
      later(dice.skewed(200, 20_000), () => node.skew(before));
    }
  }
}
