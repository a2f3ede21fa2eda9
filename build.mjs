// Compiles the sources where anything changed since, and says so while it does. The program and its threads are bundled
// from the sources into dist/run/, because a node that loads 1,800 modules one by one spends a second more at each start:
// this is all that a start needs (`node build.mjs program`), and takes seconds. All else, the types and the tests, is
// compiled into dist/ beside it. The console is built behind both. It runs before there is compiled code, so it imports nothing of ours. It compares
// contents, not times, so the output is that of exactly these sources, and it never starts anything itself.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const COMPILER = 'node_modules/typescript-7/lib/tsc.js';
const BUNDLER = 'node_modules/esbuild/lib/main.js';
const STAMP = 'dist/.compiled.json';
const PROGRAM_STAMP = 'dist/.program.json';
/** What tsc remembers of its last run. It trusts that its output is still there, so it goes when that is in doubt. */
const MEMORY = 'dist/.tsbuildinfo';
const BUNDLES = 'dist/run';
/** The console, as Vite makes it from console/ and what that imports. */
const CONSOLE = 'dist/console';
const CONSOLE_SOURCES = 'console';
const CONSOLE_STAMP = 'dist/.console.json';
/** They have the types of a browser too, and each is bundled with what it tests. */
const CONSOLE_TESTS = 'test/unit/console';
/** Where it takes rules from, and what it keeps as the pages do. */
const CONSOLE_IMPORTS = ['core', 'api/client', 'api/pages/web/parts'];
/** The check of evidence as one file, then the page of all pages, whose list of files is written last. */
const CONSOLE_MODES = ['file', 'production'];
const PROGRAM = 'cli/main.ts';
/** The scripts of the pages for people: each file of this folder is one of a page, its folders hold their parts. */
const SCRIPTS = 'api/pages/web';
/** How a module names the thread that it starts: a module beside it, so all of dist/run/ is one folder. */
const THREAD = /new URL\('\.\/([\w-]+\.js)', import\.meta\.url\)/g;
/**
 * Packages of many small modules: to find, read and compile them one by one is half of a start. The others stay
 * packages, as they read files of theirs.
 */
const BUNDLED = new RegExp(
  `^(${[
    'typebox|jose|re2js|xstate|lru-cache|tinyqueue|@bufbuild/protobuf|@noble/[^/]+|@scure/[^/]+',
    'libp2p|@libp2p/[^/]+|@chainsafe/libp2p-gossipsub|@multiformats/multiaddr|cborg|ws',
    '@grpc/grpc-js|fastify|@fastify/(swagger|cors|helmet|rate-limit|websocket|[^/]+-compiler)|ajv|ajv-formats|prom-client',
    '@simplewebauthn/server|@peculiar/x509|reflect-metadata|openid-client|commander',
  ].join('|')})(/|$)`,
);
/** For the packages that are no ES modules. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";
const TOLD_EVERY_MS = 1000;

process.chdir(ROOT);
process.exitCode = await (process.argv[2] === 'program' ? buildStart() : buildAll());

/** What `npm start` needs. Types are not checked: they change nothing in what runs. */
async function buildStart() {
  return (await buildProgram()) || buildConsole();
}

async function buildProgram() {
  if (!existsSync(PROGRAM)) return 0;
  const sources = digestOfSources(folders().filter((folder) => folder !== 'test'));
  const before = stampIn(PROGRAM_STAMP);
  if (before?.sources === sources && before.outputs === digestOf([BUNDLES])) return 0;
  if (!isInstalled(BUNDLER)) return 1;
  rmSync(PROGRAM_STAMP, { force: true });
  say('Compiling the program, without its tests: a few seconds ...');
  const startedMs = performance.now();
  const code = await bundle();
  if (code !== 0) return code;
  writeFileSync(PROGRAM_STAMP, JSON.stringify({ sources, outputs: digestOf([BUNDLES]) }));
  say(`Compiled, ${Math.round((performance.now() - startedMs) / 100) / 10} s.`);
  return 0;
}

async function buildAll() {
  const sources = digestOfSources([...folders(), CONSOLE_SOURCES]);
  const before = stampIn(STAMP);
  const isKept = before !== undefined && before.outputs === digestOfOutputs();
  if (isKept && before.sources === sources) return buildStart();
  if (!isInstalled(COMPILER)) return 1;
  rmSync(STAMP, { force: true });
  if (!isKept) rmSync(MEMORY, { force: true });
  removeOrphans();
  const kind = existsSync(MEMORY) ? 'what changed' : 'everything with its tests, half a minute or more';
  // The scripts of the pages have the types of a browser, and nothing of Node's.
  const code =
    (await compile(kind, 'tsconfig.json')) ||
    (await compile('the scripts of the pages', SCRIPTS)) ||
    (existsSync(CONSOLE_SOURCES) ? await compile('the console', CONSOLE_SOURCES) : 0) ||
    (existsSync(CONSOLE_TESTS) ? await bundleConsoleTests() : 0);
  // After an error dist/ is what the memory of tsc says, but nothing to start.
  writeFileSync(STAMP, JSON.stringify({ sources: code === 0 ? sources : 'refused', outputs: digestOfOutputs() }));
  return code === 0 ? buildStart() : 1;
}

/** A node runs without it, so a platform that Vite has no binary for gets a sentence and no console. */
async function buildConsole() {
  if (!existsSync(CONSOLE_SOURCES)) return 0;
  const sources = digestOfFiles([
    ...filesIn([CONSOLE_SOURCES], ''),
    ...filesIn(CONSOLE_IMPORTS, '.ts'),
    ...['npm-shrinkwrap.json', 'build.mjs'],
  ]);
  const before = stampIn(CONSOLE_STAMP);
  if (before?.sources === sources && before.outputs === digestOf([CONSOLE])) return 0;
  rmSync(CONSOLE_STAMP, { force: true });
  rmSync(CONSOLE, { recursive: true, force: true });
  say('Building the console ...');
  const startedMs = performance.now();
  try {
    const { build } = await import('vite');
    for (const mode of CONSOLE_MODES) await build({ configFile: `${CONSOLE_SOURCES}/vite.config.ts`, mode });
  } catch (error) {
    say(`The console was not built: ${error.message}\nAll else works.`);
    return process.argv[2] === 'program' ? 0 : 1;
  }
  writeFileSync(CONSOLE_STAMP, JSON.stringify({ sources, outputs: digestOf([CONSOLE]) }));
  say(`Built, ${Math.round((performance.now() - startedMs) / 100) / 10} s.`);
  return 0;
}

function isInstalled(tool) {
  if (!existsSync(tool)) say('The compiler is not installed: run "npm ci" first.');
  return existsSync(tool);
}

function compile(what, project) {
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1000);
  say(`Compiling ${what} ...`);
  // One line, which a terminal writes over; a log has no use for more.
  const ticks = setInterval(() => {
    if (process.stderr.isTTY) process.stderr.write(`\r${seconds()} s `);
  }, TOLD_EVERY_MS);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMPILER, '-p', project], { stdio: ['ignore', 2, 2] });
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(ticks);
      say(`${process.stderr.isTTY ? '\r' : ''}${code === 0 ? 'Compiled' : 'Not compiled'}, ${seconds()} s.`);
      resolve(code ?? 1);
    });
  });
}

/** The program and its threads, with what they share in chunks. Stack traces lead to the sources through the maps. */
async function bundle() {
  rmSync(BUNDLES, { recursive: true, force: true });
  const sources = filesIn(
    folders().filter((folder) => folder !== 'test'),
    '.ts',
  );
  const named = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(THREAD)].map(([, name]) => join(dirname(path), name.replace(/js$/, 'ts'))),
  );
  // A comment may name one that is not there.
  const threads = named.filter((path) => existsSync(path));
  const { build: write } = await import('esbuild');
  const options = {
    entryPoints: [
      { in: PROGRAM, out: 'quorate' },
      ...threads.map((path) => ({ in: path, out: basename(path, '.ts') })),
    ],
    outdir: BUNDLES,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'linked',
    // For the packages that are no ES modules.
    banner: { js: REQUIRE },
    logLevel: 'error',
    plugins: [{ name: 'packages', setup: leavePackages }],
  };
  // It has said why already.
  return Promise.all([write(options), write(scriptOptions())]).then(
    () => 0,
    () => 1,
  );
}

async function bundleConsoleTests() {
  const { build: write } = await import('esbuild');
  const options = {
    entryPoints: filesIn([CONSOLE_TESTS], '.test.ts'),
    outdir: 'dist',
    outbase: '.',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'error',
  };
  return write(options).then(
    () => 0,
    () => 1,
  );
}

/** One script for each page, as the page holds it: its policy names the hash of it. */
function scriptOptions() {
  const names = readdirSync(SCRIPTS).filter((name) => name.endsWith('.ts'));
  return {
    entryPoints: names.map((name) => join(SCRIPTS, name)),
    outdir: join(BUNDLES, 'web'),
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    tsconfig: join(SCRIPTS, 'tsconfig.json'),
    logLevel: 'error',
  };
}

/**
 * A package that only a bundled package depends on is bundled too: where it is installed beside the program, nothing says
 * so.
 */
function leavePackages({ onResolve }) {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const isLeft = (path) => isBuiltin(path) || (!BUNDLED.test(path) && packageOf(path) in dependencies);
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind !== 'entry-point' && isLeft(path) ? { path, external: true } : undefined,
  );
}

function packageOf(path) {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

function stampIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // None, or cut off: everything is compiled.
    return undefined;
  }
}

/** Contents of every source in these folders, of the settings, and the versions of the compilers. */
function digestOfSources(inFolders) {
  const tools = ['node_modules/typescript-7/package.json', 'node_modules/esbuild/package.json'];
  const projects = ['tsconfig.json', `${SCRIPTS}/tsconfig.json`, `${CONSOLE_SOURCES}/tsconfig.json`];
  const settings = [...projects, 'npm-shrinkwrap.json', ...tools, 'build.mjs'];
  return digestOfFiles([...settings, ...filesIn(inFolders, '.ts', '.tsx')]);
}

/** Contents of these files; one that is not there is left out. */
function digestOfFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const bytes = readFileSync(path);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Names, sizes and times of what was compiled: whoever else writes there is noticed. */
function digestOfOutputs() {
  return digestOf([...outputs(), MEMORY]);
}

/** The same of these files, and of the files in these folders. */
function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((one) => (one === BUNDLES || one === CONSOLE ? filesIn([one], '') : [one]))) {
    const found = statSync(path, { throwIfNoEntry: false });
    hash.update(`${path}\0${found?.size}\0${found?.mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/** What was compiled from a source that is gone would still be found by name. */
function removeOrphans() {
  for (const path of outputs()) {
    const source = `${path.slice('dist/'.length).replace(/\.js(\.map)?$/, '')}.ts`;
    if (!existsSync(source)) rmSync(path);
  }
}

function folders() {
  return JSON.parse(readFileSync('tsconfig.json', 'utf8')).include;
}

function outputs() {
  return filesIn(
    folders().map((folder) => join('dist', folder)),
    '.js',
    '.js.map',
  );
}

function filesIn(roots, ...endings) {
  return roots
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !statSync(path).isDirectory())
    .sort();
}
