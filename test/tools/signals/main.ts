// `npm run tool -- signals`: sends signals to a node at random moments of its start. SIGTERM and SIGINT have to end it,
// SIGHUP has not, and the store has to be sound at the end. Exit code 1 when one was lost.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS, PROGRAM } from '../../../cli/harness/node-process.js';
import { programOptions } from '../program-options.js';

const SIGNALS = 500;
const SIGNALS_MAX = 100_000;
/** Longer than a node may take to stop: a part has node.stopTimeoutMs, 10 s. */
const END_MS = 30_000;
/** Between two looks whether the store is being opened. */
const LOOK_MS = 2;

const { values } = programOptions(
  'npm run tool -- signals',
  'Sends signals to a node at random moments of its start, and says which were lost.',
  { options: { signals: { type: 'string', default: String(SIGNALS) } } },
);
const count = Number(values.signals);
if (!Number.isInteger(count) || count < 1 || count > SIGNALS_MAX) {
  process.stderr.write(`--signals is a whole number from 1 to ${SIGNALS_MAX}\n`);
  process.exit(2);
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

class Starting {
  readonly ended: Promise<Ended>;
  /** False when it ended before. */
  readonly serves: Promise<boolean>;
  readonly child: ChildProcess;
  output = '';

  constructor(readonly dataDir: string) {
    const words = ['start', '--data-dir', dataDir, '--host', '127.0.0.1', '--port', '0'];
    const child = spawn(process.execPath, [...NODE_FLAGS, PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
    const greeted = new Promise<true>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          this.output = (this.output + text).slice(-64 * 1024);
          if (this.output.includes(' serves at ')) resolve(true);
        });
    });
    this.serves = Promise.race([greeted, this.ended.then(() => false)]);
  }

  /** Undefined when it still runs at the deadline; it is killed then. */
  async end(): Promise<Ended | undefined> {
    const late = pause(END_MS).then(() => undefined);
    const how = await Promise.race([this.ended, late]);
    if (how) return how;
    this.child.kill('SIGKILL');
    await this.ended;
    return undefined;
  }

  /** Whether the program takes SIGHUP by now; before that the system ends a process with it. */
  get takesHangUp(): boolean {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'latin1');
      const caught = BigInt(`0x${/^SigCgt:\s+([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
      return ((caught >> BigInt(constants.signals.SIGHUP - 1)) & 1n) === 1n;
    } catch {
      return false;
    }
  }

  /** Resolves when it opens its store, or has ended: LevelDB begins a log of its own then. */
  async opens(): Promise<void> {
    const before = logOf(this.dataDir);
    while (this.child.exitCode === null && logOf(this.dataDir) === before) await pause(LOOK_MS);
  }
}

function logOf(dataDir: string): number | undefined {
  return statSync(join(dataDir, 'FOLDER-LOCK', 'LOG'), { throwIfNoEntry: false })?.ino;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

interface Figures {
  /** From the spawn to serving. */
  readonly startMs: number;
  /** Of it, from the opening of the store on. */
  readonly openMs: number;
}

async function measured(dataDir: string): Promise<Figures> {
  const began = performance.now();
  const node = new Starting(dataDir);
  await node.opens();
  const opened = performance.now();
  if (!(await node.serves)) throw new Error(`The node does not start.\n${node.output}`);
  const served = performance.now();
  node.child.kill('SIGTERM');
  await node.end();
  return { startMs: served - began, openMs: served - opened };
}

/** Why the signal counts as lost; how the node ended otherwise. */
async function sent(node: Starting, signal: NodeJS.Signals): Promise<{ lost?: string; how: string }> {
  const isHeld = signal === 'SIGHUP' && node.takesHangUp;
  node.child.kill(signal);
  if (isHeld) {
    const serves = await node.serves;
    node.child.kill('SIGTERM');
    const ended = await node.end();
    if (!serves) return { lost: `SIGHUP ended the start: ${node.output}`, how: '' };
    return ended?.code === 0 ? { how: 'went on' } : { lost: `ended by ${JSON.stringify(ended)}`, how: '' };
  }
  const ended = await node.end();
  if (!ended) return { lost: `still there ${END_MS} ms after ${signal}: ${node.output}`, how: '' };
  if (ended.signal === signal) return { how: 'ended by the system' };
  if (ended.code === 0) return { how: 'ended in good order' };
  return { lost: `${signal}: ${JSON.stringify(ended)} ${node.output}`, how: '' };
}

const root = mkdtempSync(join(tmpdir(), 'quorate-signals-'));
const dataDir = join(root, 'data');
const ends = new Map<string, number>();
let lost = 0;
try {
  await measured(dataDir);
  const { startMs, openMs } = await measured(dataDir);
  for (let i = 0; i < count; i++) {
    const signal = (['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)[i % 4] as NodeJS.Signals;
    const node = new Starting(dataDir);
    // A start is mostly the load of the program. So three of four are sent behind that, where there is something to
    // stop; a fifth beyond what was measured, because the moment at which it begins to serve is one too.
    const isAnywhere = i % 16 < 4;
    if (!isAnywhere) await node.opens();
    await pause(Math.random() * (isAnywhere ? startMs : openMs) * 1.2);
    const found = await sent(node, signal);
    if (found.lost) process.stdout.write(`${i}: ${found.lost}\n`);
    if (found.lost) lost++;
    const kind = `${signal} ${found.lost ? 'lost' : found.how}`;
    ends.set(kind, (ends.get(kind) ?? 0) + 1);
    if (process.stderr.isTTY) process.stderr.write(`\r${i + 1} of ${count}, ${lost} lost `);
  }
  for (const [kind, times] of [...ends].sort()) process.stdout.write(`${String(times).padStart(6)}  ${kind}\n`);
  const check = spawnSync(process.execPath, [PROGRAM, 'check', '--data-dir', dataDir], { encoding: 'utf8' });
  const isSound = check.status === 0;
  if (!isSound) process.stdout.write(check.stdout + check.stderr);
  process.stdout.write(
    `${count} signals, a quarter within ${Math.round(startMs * 1.2)} ms of a start and the others within ${Math.round(openMs * 1.2)} ms of the opening of its store, ${lost} lost; the store is ${isSound ? '' : 'not '}sound.\n`,
  );
  process.exitCode = lost > 0 || !isSound ? 1 : 0;
} finally {
  rmSync(root, { recursive: true, force: true });
}
