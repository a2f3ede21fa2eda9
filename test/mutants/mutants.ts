// The broken versions of the product that one test has to notice: a row for each rule of docs/protocol.md, and each
// guard without each of its conjuncts. A property that no test notices when it is broken is not tested.
import { mutantsOf } from './guards/guard.js';
import { GUARDED } from './guards/guards.js';
import type { Mutant } from './mutant.js';
import { rowsIn, tables } from './rows.js';
import { SIMULATED } from './simulated.js';

const ROWS = tables()
  .filter((table) => table !== SIMULATED)
  .flatMap(rowsIn)
  .map(({ name, edits, heading, rest: [caught = ''] }): Mutant => ({ name, edits, test: heading, caught }));

export const MUTANTS: readonly Mutant[] = [...ROWS, ...GUARDED.flatMap(mutantsOf)];
