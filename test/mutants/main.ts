// `npm run mutants:sim [-- --name PART] [--seeds N]`: the simulator against versions of the compiled product with one line changed, each in a copy of dist and a
// process of its own. Fails when a mutant lives: then the simulator is blind to what that line is for.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTANTS, type SimMutant } from './list.js';

const SEEDS = 40;
const TIMEOUT_MS = 600_000;

/** What the first failing seed was caught by; undefined when the mutant lived. */
export function huntMutant(mutant: SimMutant, seeds = SEEDS): string | undefined {
  const root = mkdtempSync(join(tmpdir(), 'quorate-mutant-'));
  try {
    cpSync('dist', join(root, 'dist'), {
      recursive: true,
      filter: (path) => !/\.map$|dist\/test\/(?!sim|support)./.test(path),
    });
    cpSync('package.json', join(root, 'package.json'));
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    const path = join(root, 'dist', `${mutant.file}.js`);
    const text = readFileSync(path, 'utf8');
    if (text.split(mutant.from).length !== 2)
      throw new Error(`the line of the mutant is not in ${mutant.file} exactly once: ${mutant.from}`);
    writeFileSync(
      path,
      text.replace(mutant.from, () => mutant.to),
    );
    const args = ['dist/test/sim/run.js', '--seeds', String(seeds), '--from', String(mutant.seed ?? 1)];
    if (mutant.changes) args.push('--with', mutant.changes);
    args.push('--until', mutant.caughtBy.join(','));
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', timeout: TIMEOUT_MS });
    return /^caught by (\S+): .*$/m.exec(stdout)?.[0];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith('mutants/main.js')) {
  const { values } = parseArgs({ options: { name: { type: 'string' }, seeds: { type: 'string' } } });
  for (const mutant of MUTANTS) {
    if (values.name !== undefined && !mutant.name.includes(values.name)) continue;
    const started = performance.now();
    const caught = huntMutant(mutant, Number(values.seeds ?? mutant.seeds ?? SEEDS));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${mutant.name}: ${caught ?? 'LIVES'} (${seconds} s)`);
    if (!caught) process.exitCode = 1;
  }
}
