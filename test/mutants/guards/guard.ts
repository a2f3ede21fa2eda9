// A guard: a chain of `&&` that decides about consensus, evidence or admission. Each of its conjuncts is a property, so
// each is left out once, and the test that is named after it has to fail.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { caseTitle } from '../../support/base/guard-cases.js';
import type { Mutant } from '../mutant.js';
import { chainsIn } from './chains.js';

/** A file with guards, and the test file that has a case for each conjunct of them. Both without their endings. */
export interface Guarded {
  /** From the root. */
  readonly file: string;
  /** From `test/`. */
  readonly test: string;
}

const DIST = join(import.meta.dirname, '../../..');

/** The guards of the file, each without each of its conjuncts in turn. */
export function mutantsOf({ file, test }: Guarded): readonly Mutant[] {
  return chainsIn(readFileSync(join(DIST, `${file}.js`), 'utf8')).flatMap(({ name, text: code, conjuncts }) =>
    conjuncts.map(({ text, without: broken }) => ({
      name: `${file} ${name} without ${text}`,
      edits: [{ file, symbol: name, code, broken }],
      test,
      caught: caseTitle(name, text),
    })),
  );
}
