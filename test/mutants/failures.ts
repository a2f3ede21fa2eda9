// Runs test files of a tree with the tests of mocha that bear a name, in a process of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A broken version may make a test hang; a hanging test is noticed as well, and has to end. */
const RUN_MS_MAX = 300_000;

export interface Outcome {
  /** Full titles. */
  readonly failed: readonly string[];
  /** Of the first of them, from the root of the tree. */
  readonly file?: string | undefined;
  /** Why there is no list of failures. */
  readonly broken?: string;
  /** It was ended before it came to a result. */
  readonly isLate?: boolean;
}

/** `files` are compiled, from the root of the tree; `flags` are those of mocha. */
export function failuresOf(root: string, files: readonly string[], flags: readonly string[] = []): Outcome {
  // In a file: a process that is made to exit may leave half of what it printed.
  const result = join(root, 'result.json');
  rmSync(result, { force: true });
  const reporter = ['--reporter', 'json', '--reporter-option', `output=${result}`];
  const mocha = join(process.cwd(), 'node_modules/mocha/bin/mocha.js');
  const fixed = ['--no-config', ...reporter, '--timeout', '30000', '--exit'];
  const child = spawnSync(process.execPath, [mocha, ...fixed, ...flags, ...files.map((file) => join(root, file))], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: RUN_MS_MAX,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!existsSync(result)) {
    const isLate = (child.error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT';
    return { failed: [], broken: `(no result: ${(child.stderr || `${child.error}`).slice(-300)})`, isLate };
  }
  const { failures } = JSON.parse(readFileSync(result, 'utf8')) as { failures: { fullTitle: string; file?: string }[] };
  const file = failures[0]?.file;
  return { failed: failures.map(({ fullTitle }) => fullTitle), file: file && relative(root, file) };
}
