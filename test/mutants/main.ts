// `npm run tool -- mutants:sim [--name PART] [--seeds N]`: the simulator against versions of the compiled product
// with one line changed, each in a copy of dist and a process of its own. Fails when a mutant lives: then the simulator
// is blind to what that line is for.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programOptions } from '../tools/program-options.js';
import { MUTANTS, type SimMutant } from './list.js';
import { MutantTree } from './tree.js';

const SEEDS = 40;
const TIMEOUT_MS = 600_000;

/** The checker that caught the first failing seed; undefined when the mutant lived. */
function hunt(tree: MutantTree, mutant: SimMutant, seeds: number): string | undefined {
  const args = [join(tree.root, 'test/sim/run.js'), '--seeds', String(seeds), '--from', String(mutant.seed ?? 1)];
  if (mutant.changes) args.push('--with', mutant.changes);
  args.push('--until', mutant.caughtBy.join(','));
  const edits = mutant.and ? [mutant, mutant.and] : [mutant];
  tree.apply(edits);
  try {
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: TIMEOUT_MS });
    return /^caught by (\S+): .*$/m.exec(stdout)?.[0];
  } finally {
    tree.revert(edits);
  }
}

const { values } = programOptions(
  'npm run tool -- mutants:sim',
  'The simulator against versions of the program with one line changed.',
  { options: { name: { type: 'string', default: '' }, seeds: { type: 'string' } } },
);
const dist = join(process.cwd(), 'dist');
const tree = new MutantTree(dist, join(dist, 'mutants-sim'));
for (const mutant of MUTANTS.filter(({ name }) => name.includes(values.name))) {
  const started = performance.now();
  const caught = hunt(tree, mutant, Number(values.seeds ?? mutant.seeds ?? SEEDS));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${mutant.name}: ${caught ?? 'LIVES'} (${seconds} s)`);
  if (!caught) process.exitCode = 1;
}
tree.remove();
