// `npm run tool -- prism`: the whole contract suite, then prism as a proxy in front of all that was answered in it.
// Prints each difference between document and answers that prism found; exit code 1 where there is one, or where a test
// failed. Arguments: test files, in place of the whole suite.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '../../contract/world/recorded-answers.js';
import { differences } from './replay.js';

const folder = mkdtempSync(join(tmpdir(), 'quorate-prism-'));
const recordings = join(folder, 'recordings');
mkdirSync(recordings);
const given = process.argv.slice(2);
// A world in that file gives wrong answers on purpose.
const suite = ['--config', 'test/mocha/contract.json', '--ignore', 'dist/test/contract/surface/document-check.test.js'];
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/mocha/bin/mocha.js',
    ...(given.length === 0 ? suite : ['--no-config', ...given]),
    ...['--timeout', '120000', '--reporter', 'dot'],
  ],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, QUORATE_PRISM: recordings } },
);
const recorded = readdirSync(recordings).flatMap((name) =>
  readFileSync(join(recordings, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Recorded),
);
const { judged, found } = await differences(recorded, folder);
for (const line of found) console.log(line);
console.log(
  `${judged} different answers of ${recorded.length} went through prism, ${found.length} differ from the document.`,
);
rmSync(folder, { recursive: true });
process.exitCode = found.length > 0 || judged === 0 || status !== 0 ? 1 : 0;
