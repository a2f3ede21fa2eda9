// `npm run tool -- mutants:sim [--name PART] [--seeds N]`: the simulator against versions of the compiled product
// with one line changed, each in a copy of dist and a process of its own. Fails when a mutant lives: then the simulator
// is blind to what that line is for.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programOptions } from '../tools/program-options.js';
import { SIM_MUTANTS, type SimMutant } from './simulated.js';
import { MutantTree } from './tree.js';
import { WORLDS } from './worlds.js';

const SEEDS = 40;
const TIMEOUT_MS = 600_000;

interface Hunted {
  readonly isCaught: boolean;
  /** The checker and its seed, that it lives, or that the seeds were not done in time. */
  readonly said: string;
}

function hunt(tree: MutantTree, { edits, world, caughtBy }: SimMutant, seeds: string | undefined): Hunted {
  const { changes, from = 1, seeds: due = SEEDS } = WORLDS[world] ?? {};
  const args = [join(tree.root, 'test/sim/run.js'), '--seeds', seeds ?? String(due), '--from', String(from)];
  if (changes) args.push('--with', JSON.stringify(changes));
  args.push('--until', caughtBy.join(','));
  tree.apply(edits);
  try {
    const { stdout, error } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: TIMEOUT_MS });
    const caught = /^caught by (\S+): .*$/m.exec(stdout)?.[0];
    return { isCaught: caught !== undefined, said: caught ?? (error ? `NOT DONE: ${error.message}` : 'LIVES') };
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
for (const mutant of SIM_MUTANTS.filter(({ name }) => name.includes(values.name))) {
  const started = performance.now();
  const { isCaught, said } = hunt(tree, mutant, values.seeds);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${mutant.name}: ${said} (${seconds} s)`);
  if (!isCaught) process.exitCode = 1;
}
tree.remove();
