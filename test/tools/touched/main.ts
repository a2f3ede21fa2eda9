// `npm run test:touched`: the test files that the changes since a commit can reach, in the order of mocha. Exit code of
// mocha; 0 where none is reached. `--list` prints them and runs none.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sources } from '../../tidy/source.js';
import { programOptions } from '../program-options.js';
import { reachedTests } from './reached.js';

const { values } = programOptions(
  'npm run test:touched --',
  'Runs the test files that import what was changed since a commit, through however many others.',
  {
    options: {
      since: { type: 'string', default: 'HEAD' },
      slow: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  },
);

const lines = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...lines('diff', '--name-only', values.since, '--'),
  ...lines('ls-files', '--others', '--exclude-standard'),
];
/** Reads the bundled scripts of pages, which no file imports. */
const SCRIPT_READER = 'api/pages/script.ts';
const hasScript = changed.some((path) => path.startsWith('api/pages/web/'));
const isLeftOut = (path: string) => !values.slow && path.endsWith('.slow.test.ts');
const tests = reachedTests(sources(), new Set([...changed, ...(hasScript ? [SCRIPT_READER] : [])])).filter(
  (path) => !isLeftOut(path),
);
process.stdout.write(`${changed.length} files changed since ${values.since}; ${tests.length} test files reach them.\n`);
if (values.list) process.stdout.write(tests.map((path) => `${path}\n`).join(''));
else if (tests.length > 0) {
  const compiled = tests.map((path) => join('dist', path.replace(/\.ts$/, '.js')));
  const flags = ['--no-config', '--enable-source-maps', '--parallel', '--jobs', '2', '--timeout', '60000'];
  const run = spawnSync(process.execPath, ['node_modules/mocha/bin/mocha.js', ...flags, ...compiled], {
    stdio: 'inherit',
  });
  process.exitCode = run.status ?? 1;
}
