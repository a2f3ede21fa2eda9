// `npm run prism`: the contract suite with prism as a proxy before each node (test/contract/through-prism.ts), by one
// process, some minutes long. Prints each difference between document and answers that prism found; exit code 1 where
// there is one. Tests that fail because their request went another way are not counted: `npm test` judges them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'quorate-prism-'));
const file = join(folder, 'violations.txt');
const [spec = 'dist/test/contract/operations.test.js', ...others] = process.argv.slice(2);
writeFileSync(file, '');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/mocha/bin/mocha.js', '--no-config', '--timeout', '100000', '--reporter', 'min', spec, ...others],
  { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, QUORATE_PRISM: file } },
);
const found = [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))];
const answers = existsSync(`${file}.count`) ? readFileSync(`${file}.count`, 'utf8').length : 0;
for (const line of found) console.log(line);
console.log(`${answers} answers went through prism, ${found.length} differ from the document.`);
rmSync(folder, { recursive: true });
process.exitCode = found.length > 0 || answers === 0 || status === null ? 1 : 0;
