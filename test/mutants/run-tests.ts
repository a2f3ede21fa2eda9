// `npm run tool -- mutants`: breaks the compiled product one line at a time and runs the test that has to notice it.
// Exit code 1 when one is not noticed, or not by the test that is named. `--only TEXT` takes the mutants with that text
// in their names; `--tests GLOB` runs other test files and tells which fail.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { programOptions } from '../tools/program-options.js';
import type { Mutant } from './mutant.js';
import { MUTANTS } from './tested.js';
import { MutantTree } from './tree.js';

const { values } = programOptions(
  'npm run tool -- mutants',
  'Breaks one line of the program at a time: the test that is named has to notice.',
  {
    options: { only: { type: 'string', default: '' }, tests: { type: 'string' } },
  },
);

/** A mutant may make a test hang; a hanging test is noticed as well, and has to end. */
const RUN_MS_MAX = 300_000;

interface Outcome {
  readonly failed: readonly string[];
  /** Why there is no list of failures. */
  readonly broken?: string;
}

const dist = join(process.cwd(), 'dist');
const tree = new MutantTree(dist, join(dist, 'mutants'));
let missed = 0;
const chosen = MUTANTS.filter(({ name }) => name.includes(values.only));
for (const [i, mutant] of chosen.entries()) {
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
process.stdout.write(`${chosen.length - missed} of ${chosen.length} broken versions were noticed.\n`);
process.exitCode = missed === 0 && chosen.length > 0 ? 0 : 1;

function run(mutant: Mutant): Outcome {
  tree.apply(mutant.edits);
  try {
    const files = join(tree.root, values.tests ?? `test/${mutant.test}.test.js`);
    // In a file: a process that is made to exit may leave half of what it printed.
    const result = join(tree.root, 'result.json');
    rmSync(result, { force: true });
    const reporter = ['--reporter', 'json', '--reporter-option', `output=${result}`];
    const flags = ['--no-config', ...reporter, '--timeout', '30000', '--exit'];
    const mocha = join(process.cwd(), 'node_modules/mocha/bin/mocha.js');
    const child = spawnSync(process.execPath, [mocha, ...flags, files], {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: RUN_MS_MAX,
      maxBuffer: 64 * 1024 * 1024,
    });
    if (!existsSync(result))
      return { failed: [], broken: `(no result: ${(child.stderr || `${child.error}`).slice(-300)})` };
    const { failures } = JSON.parse(readFileSync(result, 'utf8')) as { failures: { fullTitle: string }[] };
    return { failed: failures.map(({ fullTitle }) => fullTitle) };
  } finally {
    tree.revert(mutant.edits);
  }
}
