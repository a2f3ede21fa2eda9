// One broken version of the product: lines of its compiled code, what to put in their place, and the test that has to
// fail then. A property that no test notices when it is broken is not tested.

export interface Edit {
  /** Compiled file without its ending, from the root: `core/register/roster`. */
  readonly file: string;
  /** Occurs exactly once in the compiled file. */
  readonly from: string;
  readonly to: string;
}

export interface Mutant {
  /** The property that is broken, as a sentence. */
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Test file without its ending, from `test/`: the one that has to fail. */
  readonly test: string;
  /** Part of the full title of a test in it that has to fail. */
  readonly caught: string;
}
