// The broken versions that the simulator has to see: those of rows/simulated.tsv, whose last columns are the world
// (worlds.ts) and the checkers of which one finds it.

import type { Edit } from './edit.js';
import { rowsIn } from './rows.js';

export const SIMULATED = 'simulated.tsv';

export interface SimMutant {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** A name of worlds.ts. */
  readonly world: string;
  /** Any of these checkers. */
  readonly caughtBy: readonly string[];
}

export const SIM_MUTANTS: readonly SimMutant[] = rowsIn(SIMULATED).map(
  ({ name, edits, rest: [world = '', checkers = ''] }) => ({ name, edits, world, caughtBy: checkers.split(',') }),
);
