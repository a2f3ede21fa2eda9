// The programs of others that the clients need, each by its version, and how one is run: bounded in time, its output
// in a file. Nothing here is a dependency of the product or of its tests: what is not on the machine is skipped.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const OPENAPI_GENERATOR = '7.14.0';
export const SCHEMATHESIS = '4.32.5';
export const SD_JWT = '0.10.4';
export const PYMDOCCBOR = '1.4.0';
export const POLARIS = '1.0.0';
export const EDUTAP = '1.0.0a1';
export const MCP = '2.3.0';
export const MULTIPART = '0.0.34';
export const AUTHLIB = '1.9.10';
export const REQUESTS = '2.34.2';
export const REQUESTS_OAUTH2CLIENT = '1.8.0';
/** Of Maven: runs a class with the dependencies of a project. */
export const EXEC_PLUGIN = 'org.codehaus.mojo:exec-maven-plugin:3.5.0:java';

/**
 * A Rust client compiles for minutes on two cores, and schemathesis sends 35,000 requests one after the other: for more
 * than an hour on a machine that does much else.
 */
const PROGRAM_MS = 90 * 60 * 1000;
/** Of its output, where it failed. */
const SHOWN_BYTES = 4000;

export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
}

export interface Running {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes besides 0 that are not a failure. */
  readonly codes?: readonly number[];
}

/** Runs a program to its end and gives its standard output. Throws ProgramFailed with the end of its output. */
export async function run(words: readonly string[], { folder, env, codes = [] }: Running): Promise<string> {
  const [program = '', ...rest] = words;
  const log = join(folder, 'output.log');
  const stream = createWriteStream(log, { flags: 'a' });
  stream.write(`$ ${words.join(' ')}\n`);
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PROGRAM_MS,
  });
  let out = '';
  child.stdout.on('data', (some: Buffer) => {
    out += some;
    stream.write(some);
  });
  child.stderr.on('data', (some: Buffer) => stream.write(some));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await new Promise<void>((resolve) => stream.end(resolve));
  if (code !== null && [0, ...codes].includes(code)) return out;
  throw new ProgramFailed(`${program} ended with ${code}; its output is in ${log}:\n${endOf(log)}`);
}

function endOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-SHOWN_BYTES) : '';
}

/** Which of these programs are not on this machine. */
export function missing(programs: readonly string[]): readonly string[] {
  return programs.filter((program) => spawnSync('which', [program]).status !== 0);
}
