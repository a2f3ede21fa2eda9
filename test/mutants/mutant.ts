// One broken version of the product that one test has to notice.
import type { Edit } from './edit.js';

export interface Mutant {
  /** The property that is broken, as a sentence. */
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Test file without its ending, from `test/`: the one that has to fail. */
  readonly test: string;
  /** Part of the full title of a test in it that has to fail. */
  readonly caught: string;
}
