// Another commit of this checkout, built in a folder of its own. It changes nothing in the checkout or in git: the
// files come from an archive. The folder is deleted by who asked for it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandError, EXIT } from '../../../cli/command/command.js';

/** This checkout: the folder that holds dist/. */
export const CHECKOUT: string = resolve(import.meta.dirname, '../../../..');

export interface Build {
  readonly commit: string;
  /** The folder that holds its dist/. */
  readonly root: string;
  remove(): void;
}

interface BuildPorts {
  readonly note: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/** From the registry: some hundred packages. */
const INSTALL_MS = 300_000;
/** A compilation takes half a minute, and ten times that on a crowded machine. */
const COMPILE_MS = 300_000;
const GIT_MS = 60_000;
/** The lock file, by the name that older commits have as well. */
const LOCKS = ['npm-shrinkwrap.json', 'package-lock.json'];
const TOLD_EVERY_MS = 5000;
/** Characters of what a step printed that are kept for its failure. */
const OUTPUT_MAX = 8000;

/** The whole hash of what `ref` names; throws a CommandError where it names no commit. */
export async function commitOf(ref: string, signal: AbortSignal): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const found = await run({ command: 'git', args, cwd: CHECKOUT, ms: GIT_MS, signal }).catch(() => undefined);
  if (found !== undefined) return found.trim();
  throw new CommandError(`"${ref}" names no commit of this checkout`, {
    exit: EXIT.usage,
    hint: 'Take a hash, branch or tag that "git log" shows; a shallow clone needs "git fetch --unshallow" first.',
  });
}

/** What is compared is what is built in this checkout, committed or not. */
export async function nameOfCheckout(signal: AbortSignal): Promise<string> {
  const commit = (await commitOf('HEAD', signal)).slice(0, 8);
  const args = ['status', '--porcelain', '--untracked-files=no'];
  const changes = await run({ command: 'git', args, cwd: CHECKOUT, ms: GIT_MS, signal });
  return changes === '' ? commit : `${commit} with changes`;
}

export async function buildCommit(commit: string, { note, signal }: BuildPorts): Promise<Build> {
  const root = mkdtempSync(join(tmpdir(), 'quorate-bench-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const archive = join(root, 'archive.tar');
    const step = (command: string, args: readonly string[], ms: number) =>
      run({ command, args, cwd: root, ms, signal });
    await run({ command: 'git', args: ['archive', '-o', archive, commit], cwd: CHECKOUT, ms: GIT_MS, signal });
    await step('tar', ['-xf', archive], GIT_MS);
    rmSync(archive);
    await told(note, `Building ${commit.slice(0, 8)}`, async () => {
      if (lockOf(root) === lockOf(CHECKOUT)) symlinkSync(join(CHECKOUT, 'node_modules'), join(root, 'node_modules'));
      else await step('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], INSTALL_MS);
      await step(process.execPath, ['build.mjs'], COMPILE_MS);
    });
    return { commit, root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function lockOf(root: string): string {
  const found = LOCKS.map((name) => join(root, name)).find((path) => existsSync(path));
  return found === undefined ? '' : readFileSync(found, 'utf8');
}

/** Says what goes on, and that it still does. */
async function told(note: (sentence: string) => void, what: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  note(`${what}.`);
  const ticks = setInterval(() => note(`${what}, ${seconds()} s so far.`), TOLD_EVERY_MS);
  try {
    await work();
    note(`${what} took ${seconds()} s.`);
  } finally {
    clearInterval(ticks);
  }
}

interface Step {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly ms: number;
  readonly signal: AbortSignal;
}

/** What it printed; rejects with that where it fails or takes too long. */
function run({ command, args, cwd, ms, signal }: Step): Promise<string> {
  return new Promise((done, reject) => {
    const child = spawn(command, args, { cwd, signal, timeout: ms, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let output = '';
    const keep = (text: string) => {
      output = (output + text).slice(-OUTPUT_MAX);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(-OUTPUT_MAX);
      keep(text);
    });
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', reject);
    child.once('close', (code, killed) => {
      if (code === 0) return done(stdout);
      const end = killed ? `was ended (${killed}), or took more than ${ms / 1000} s` : `ended with ${code}`;
      reject(new CommandError(`"${command} ${args[0]}" ${end}:\n${output}`, { exit: NOT_MEASURED }));
    });
  });
}

/** Exit code of a comparison that told nothing: a build failed, a node fell, or too few pairs were had in time. */
export const NOT_MEASURED = EXIT.unreachable;
