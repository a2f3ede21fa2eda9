// Runs a node as a child process on a folder of its own: start, readiness, first credentials, SIGKILL, start again,
// stop. For the demo, the crash and scale programs and tests. It knows nothing of what the node does and never touches
// a folder or a process that it did not make.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Client, createClient, sessionIn } from '../../api/client/client.js';

/** A program that takes the words of `quorate start`, for a node of tests that is not an honest one. */
export interface NodeProgram {
  readonly path: string;
  readonly words: readonly string[];
}

export interface NodeOptions {
  /** Setting path to text, such as `limits.standardPerMinute`. Without `http.port` each start takes a free one. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a start may take before it counts as failed; default two minutes, for machines that do much else. */
  readonly readyMs?: number;
  /** Puts what it needs into the folder before the first start. */
  readonly prepare?: (dataDir: string) => Promise<void>;
  /** `quorate start` when left out. */
  readonly program?: NodeProgram;
  /** Is given all that the process prints, in pieces. */
  readonly onOutput?: (text: string) => void;
}

interface FirstCredentials {
  readonly email: string;
  readonly password: string;
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Of the first administrator of each node made here: one of the harness's own has not to be changed first. */
const PASSWORD = 'five lanterns cross the harbour';

type Child = ChildProcessByStdio<null, Readable, Readable>;

interface Running {
  readonly child: Child;
  readonly ended: Promise<Ended>;
  readonly url: string;
}

/** A throw-away node is not a public one: its caller is allowed everything at once. */
const UNLIMITED: Readonly<Record<string, string>> = {
  'limits.strictPerMinute': '0',
  'limits.platformAuthPerMinute': '0',
  'limits.standardPerMinute': '0',
};
const READY_MS = 120_000;
const STOP_MS = 20_000;
/** Characters of output kept for a failure. */
const OUTPUT_MAX = 64 * 1024;
const SERVES = /serves at (http:\/\/\S+)/;

/** The program that runs now: the bundle, beside this module or two folders up, or the source under a loader. */
const places = ['quorate.js', '../../run/quorate.js', '../main.ts'].map((path) => join(import.meta.dirname, path));
export const PROGRAM: string = places.find((path) => existsSync(path)) as string;

/**
 * How a node is run, here as in package.json and in the first line of cli/main.ts, because no program can say it of
 * itself. With the platform's 16 MiB the garbage of 64 requests under way is copied again and again: under actions a
 * sixth of all CPU time went there, and a thirtieth does with 64.
 */
export const NODE_FLAGS = ['--max-semi-space-size=64'] as const;

/**
 * They end this process without its event `exit`, which takes the nodes along; a terminal tells Ctrl-C to all itself.
 */
const ENDING = ['SIGTERM', 'SIGHUP'] as const;

function exitBy(signal: NodeJS.Signals): never {
  process.exit(128 + constants.signals[signal]);
}

export class NodeProcess {
  readonly dataDir: string;
  private readonly options: NodeOptions;
  private running: Running | undefined;
  private output = '';
  private admin: FirstCredentials | undefined;
  private fenceNow: string | undefined;
  private fallenNow: Ended | undefined;

  private constructor(dataDir: string, options: NodeOptions) {
    this.dataDir = dataDir;
    this.options = options;
  }

  /** A node on a fresh temp folder, loopback, a free port. */
  static async create(options: NodeOptions = {}): Promise<NodeProcess> {
    const node = new NodeProcess(mkdtempSync(join(tmpdir(), 'quorate-node-')), options);
    try {
      await options.prepare?.(node.dataDir);
      await node.start();
      return node;
    } catch (error) {
      await node.remove();
      throw error;
    }
  }

  /** `http://127.0.0.1:port`; another one after each start unless the settings state it. */
  get url(): string {
    return this.now().url;
  }

  get host(): string {
    return new URL(this.url).hostname;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    return this.now().child.pid as number;
  }

  /** Why the seats of this node were fenced at its last start; undefined when they were not. */
  get fence(): string | undefined {
    return this.fenceNow;
  }

  /** How the present run ended although it was not ended here; undefined while all is well. */
  get fallen(): Ended | undefined {
    return this.fallenNow;
  }

  /** The administrator that the first start made. */
  get credentials(): FirstCredentials {
    if (!this.admin) throw this.failure('The node printed no first administrator.');
    return this.admin;
  }

  /** The end of what all runs printed. */
  get logs(): string {
    return this.output;
  }

  /** Starts it on its folder and waits until it serves. Milliseconds from spawn to serving. */
  async start(): Promise<number> {
    if (this.running) throw new Error('The node runs already.');
    const started = performance.now();
    const child = this.spawn();
    const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
    const killOrphan = () => child.kill('SIGKILL');
    process.once('exit', killOrphan);
    for (const signal of ENDING) process.on(signal, exitBy);
    void ended.then(() => {
      process.off('exit', killOrphan);
      for (const signal of ENDING) process.off(signal, exitBy);
    });
    try {
      const url = await this.ready(child, ended);
      this.running = { child, ended, url };
      this.fallenNow = undefined;
      void ended.then((how) => {
        if (this.running?.child === child) this.fallenNow = how;
      });
      return performance.now() - started;
    } catch (error) {
      child.kill('SIGKILL');
      await ended;
      throw error;
    }
  }

  /** SIGKILL: the process gets no chance to write or say anything. Resolves when it is gone. */
  async kill(): Promise<Ended> {
    const { child, ended } = this.now();
    this.running = undefined;
    child.kill('SIGKILL');
    return ended;
  }

  /** Starts it and kills it after `afterMs`, wherever it is by then. */
  async killAtStart(afterMs: number): Promise<void> {
    if (this.running) throw new Error('The node runs already.');
    const child = this.spawn();
    await new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      setTimeout(() => child.kill('SIGKILL'), afterMs);
    });
  }

  /** SIGSTOP: it stays where it is, with every lock and connection, until `thaw`. */
  freeze(): void {
    this.now().child.kill('SIGSTOP');
  }

  thaw(): void {
    this.now().child.kill('SIGCONT');
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** SIGTERM, and SIGKILL when it takes longer than it may. */
  async stop(): Promise<Ended> {
    const { child, ended } = this.now();
    this.running = undefined;
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const how = await ended;
    clearTimeout(late);
    return how;
  }

  /** Resident bytes and open files of the process, where the system tells them (Linux). */
  usage(): { readonly residentBytes: number; readonly files: number } | undefined {
    const folder = `/proc/${this.pid}`;
    try {
      const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]);
      return { residentBytes: kib * 1024, files: readdirSync(`${folder}/fd`).length };
    } catch {
      return undefined;
    }
  }

  /** Ends it if it runs, and deletes its folder. */
  async remove(): Promise<void> {
    if (this.running) await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** A token of the first administrator. It outlives restarts of the node, and no restore of its store. */
  async login(): Promise<string> {
    return sessionIn(await createClient(this.url).login({ body: this.credentials })).accessToken;
  }

  /** A client of the present run. */
  client(token: string): Client {
    return createClient(this.url, { token });
  }

  /** An error that carries the end of the node's output. */
  failure(sentence: string): Error {
    return new Error(`${sentence}\n--- last output of the node ---\n${this.logs.slice(-4000)}`);
  }

  private now(): Running {
    if (!this.running) throw this.failure('The node does not run.');
    return this.running;
  }

  private spawn(): Child {
    const { 'http.port': port = '0', ...stated } = this.options.settings ?? {};
    const settings = { ...UNLIMITED, 'log.format': 'json', 'log.level': 'warn', ...stated };
    const flags = Object.entries(settings).flatMap(([path, value]) => ['--set', `${path}=${value}`]);
    // Settings of the shell that runs this are those of another node.
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('QUORATE_'));
    const env = { ...Object.fromEntries(own), QUORATE_AUTH__INITIAL_PASSWORD: PASSWORD };
    const inherited = process.execArgv.filter((argument) => !argument.startsWith('--inspect'));
    const { path, words } = this.options.program ?? { path: PROGRAM, words: ['start'] };
    const call = [...words, '--data-dir', this.dataDir, '--host', '127.0.0.1', '--port', port, ...flags];
    const child = spawn(process.execPath, [...NODE_FLAGS, ...inherited, path, ...call], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.note(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.note(text));
    return child;
  }

  private note(text: string): void {
    this.options.onOutput?.(text);
    this.output = (this.output + text).slice(-OUTPUT_MAX);
  }

  /** The text of the start is written at once: a caller that sees its address has its credentials and its fence too. */
  private ready(child: Child, ended: Promise<Ended>): Promise<string> {
    return new Promise((resolve, reject) => {
      let greeting = '';
      const readyMs = this.options.readyMs ?? READY_MS;
      const fail = (sentence: string) => {
        clearTimeout(late);
        reject(this.failure(sentence));
      };
      const late = setTimeout(() => fail(`The node did not serve within ${readyMs} ms.`), readyMs);
      void ended.then(({ code, signal }) => fail(`The node ended at its start (${signal ?? `exit code ${code}`}).`));
      child.once('error', (error) => fail(`The node cannot be started: ${error.message}.`));
      child.stderr.on('data', (text: string) => {
        greeting = (greeting + text).slice(-OUTPUT_MAX);
        const url = SERVES.exec(greeting)?.[1];
        if (url === undefined || !greeting.endsWith('\n')) return;
        clearTimeout(late);
        this.admin ??= credentialsIn(greeting);
        this.fenceNow = /are Fenced \(([^)]+)\)/.exec(greeting)?.[1];
        resolve(url);
      });
    });
  }
}

function credentialsIn(greeting: string): FirstCredentials | undefined {
  const email = /e-mail: +(\S+)/.exec(greeting)?.[1];
  return email === undefined ? undefined : { email, password: PASSWORD };
}
