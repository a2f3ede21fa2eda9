// Needs of an end-to-end test of the command line: programs in processes of their own, run from dist/ as a person
// runs them, and a node whose address is read from what it prints.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join('dist', 'run', 'quorate.js');
/** No single call takes as long as this. */
const CALL_MS = 30_000;

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CallOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Is given each piece of standard output as it comes. */
  readonly onOut?: (text: string) => void;
}

/** One call of `quorate` to its end. */
export function quorate(words: readonly string[], options: CallOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...words], {
      env: { PATH: process.env.PATH, NO_COLOR: '1', ...options.env },
      timeout: CALL_MS,
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8');
      options.onOut?.(chunk.toString('utf8'));
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString('utf8');
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    // A command that has ended does not read what is sent to it.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.stdin ?? '');
  });
}

export interface RunningNode {
  readonly url: string;
  /** Everything that the node printed for people. */
  printed(): string;
  /** Ends the process and resolves when it has. */
  stop(): Promise<number | null>;
}

/** Of the first administrator. */
export const PASSWORD = 'seven granite bridges wait';

/**
 * Starts a node without rate limits on a free port and resolves when it serves. Without a password of its own the node
 * makes one.
 */
export function startNode(dataDir: string, password = PASSWORD): Promise<RunningNode> {
  const limits = ['strictPerMinute', 'platformAuthPerMinute', 'standardPerMinute'];
  const words = ['start', '--data-dir', dataDir, '--port', '0', '--log-level', 'warn'];
  for (const limit of limits) words.push('--set', `limits.${limit}=0`);
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env.PATH, ...(password !== '' && { QUORATE_AUTH__INITIAL_PASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return served(child);
}

function served(child: ChildProcess): Promise<RunningNode> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const ended = new Promise<number | null>((done) => child.on('close', done));
    const stop = () => {
      child.kill('SIGTERM');
      return ended;
    };
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      const url = /serves at (http:\/\/\S+)/.exec(printed)?.[1];
      // The last line of the greeting is out when the line with the address is: it is one write.
      if (url === undefined) return;
      resolve({ url, printed: () => printed, stop });
    });
    void ended.then((code) => reject(new Error(`the node ended with ${code}: ${printed}`)));
  });
}
