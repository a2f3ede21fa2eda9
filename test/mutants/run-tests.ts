// `npm run tool -- mutants`: breaks the compiled product one piece of code at a time and runs the test that has to
// notice it. Exit code 1 when one is not noticed. `--only TEXT` takes the mutants with that text in their names,
// `--from N` those from this number on, where an earlier run ended; `--tests GLOB` runs whole other test files and
// tells which fail.
import { join } from 'node:path';
import { programOptions } from '../tools/program-options.js';
import { failuresOf, type Outcome } from './failures.js';
import type { Mutant } from './mutant.js';
import { MUTANTS } from './mutants.js';
import { MutantTree } from './tree.js';

const { values } = programOptions(
  'npm run tool -- mutants',
  'Breaks one piece of the program at a time: the test that is named has to notice.',
  {
    options: {
      only: { type: 'string', default: '' },
      from: { type: 'string', default: '1' },
      tests: { type: 'string' },
    },
  },
);

const dist = join(process.cwd(), 'dist');
const tree = new MutantTree(dist, join(dist, 'mutants'));
let missed = 0;
const chosen = MUTANTS.filter(({ name }) => name.includes(values.only));
const skipped = Number(values.from) - 1;
for (const [i, mutant] of chosen.entries()) {
  if (i < skipped) continue;
  const started = performance.now();
  const { failed, broken } = run(mutant);
  const named = failed.filter((title) => title.includes(mutant.caught));
  const isCaught = named.length > 0;
  if (!isCaught) missed++;
  const seconds = Math.round((performance.now() - started) / 1000);
  const by = isCaught
    ? `caught by "${named[0]}"`
    : `NOT CAUGHT ${broken ?? `(${failed.length} others failed: ${failed.slice(0, 3).join('; ')})`}`;
  process.stdout.write(`${i + 1}/${chosen.length} ${mutant.name}: ${by}, ${failed.length} failed, ${seconds} s\n`);
}
tree.remove();
const ran = chosen.length - skipped;
process.stdout.write(`${ran - missed} of ${ran} broken versions were noticed.\n`);
process.exitCode = missed === 0 && ran > 0 ? 0 : 1;

function run({ edits, test, caught }: Mutant): Outcome {
  tree.apply(edits);
  try {
    return values.tests === undefined
      ? failuresOf(tree.root, [`test/${test}.test.js`], ['--fgrep', caught])
      : failuresOf(tree.root, [values.tests]);
  } finally {
    tree.revert(edits);
  }
}
