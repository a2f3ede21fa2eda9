// Writes the package `@quorate/client` to dist/client/, or to the folder that is named: `npm run build:client`. From
// the sources and from what they were compiled to, with tools that the repository has; nothing is fetched.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ISSUE_CODES } from '../../../core/base/codes/table.js';
import { groupRoutes } from '../../groups/routes.js';
import { CALLS } from '../calls.js';
import { type DeclarationCompiler, declarationsOf } from './declarations.js';
import { ENTRIES, manifestOf } from './package.js';
import { operationTypes } from './types.js';

const OUT = process.argv[2] ?? 'dist/client';
const SOURCES = 'api/client/published';
/** As they were compiled: they are read by the bundler, and not loaded here. */
const COMPILED = {
  client: new URL('../published/client.js', import.meta.url),
  engine: new URL('../published/engine.js', import.meta.url),
  evidence: new URL('../published/evidence.js', import.meta.url),
  hubs: new URL('../published/hubs.js', import.meta.url),
};
const CRYPTO = new URL('../platform/crypto.js', import.meta.url);
const BUFFER = new URL('../platform/buffer.js', import.meta.url);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function bundle(entries: readonly (keyof typeof COMPILED)[], outdir: string, flags: readonly string[]): void {
  const paths = entries.map((entry) => fileURLToPath(COMPILED[entry]));
  const always = ['--bundle', '--format=esm', '--target=es2022', '--minify-syntax', '--minify-whitespace'];
  execFileSync('node_modules/.bin/esbuild', [
    ...[...paths, ...always, '--legal-comments=linked', '--log-level=warning', `--outdir=${outdir}`],
    ...flags,
  ]);
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
};
const compiler = createRequire(join(process.cwd(), 'package.json'))('typescript') as DeclarationCompiler;

rmSync(OUT, { recursive: true, force: true });
const declarations = declarationsOf(
  compiler,
  ENTRIES.map((entry) => `${SOURCES}/${entry}.ts`),
  {
    [`${SOURCES}/node-operations.ts`]: operationTypes({ groups: groupRoutes, calls: CALLS }),
    // Users of the client need the codes, and not the texts of the node about them.
    'core/base/codes/table.ts': `export type IssueCode = ${ISSUE_CODES.map((code) => `'${code}'`).join(' | ')};\n`,
  },
);
for (const [path, text] of declarations) write(join(OUT, 'types', path.replace(/\.ts$/, '.d.ts')), text);
bundle(ENTRIES, OUT, [
  ...['--platform=browser', '--splitting', '--chunk-names=chunk-[hash]'],
  ...[`--alias:node:crypto=${fileURLToPath(CRYPTO)}`, `--inject:${fileURLToPath(BUFFER)}`],
]);
bundle(['evidence'], join(OUT, 'node'), ['--platform=node']);
const { version, license, engines } = manifest;
write(join(OUT, 'package.json'), `${JSON.stringify(manifestOf({ version, license, node: engines.node }), null, 2)}\n`);
copyFileSync('LICENSE', join(OUT, 'LICENSE'));
copyFileSync('docs/client.md', join(OUT, 'README.md'));
