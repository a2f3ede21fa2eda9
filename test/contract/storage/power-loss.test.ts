// The disk after a power cut: a file system may lose every byte that was not synced, which a killed process never
// shows. A child commits under strace; then each file is cut to the length that it had at its last sync, and nothing
// that the child acknowledged may be missing.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Level } from 'level';
import { openLevel } from '../../../storage/engine/level.js';
import { openStore } from '../../../storage/open.js';
import { folderOfAll } from '../../support/base/folders.js';

const CALLS = 'write,writev,pwrite64,fdatasync,fsync,rename,renameat,renameat2,unlink,ftruncate';
const ACKNOWLEDGED = 120;

/** Bytes of a file that is only appended to: written, and written when it was synced last. */
interface Lengths {
  written: number;
  synced: number;
}

/** The call that each thread has begun and not ended, by its process id. */
type Pending = Map<string, { readonly path: string; readonly written: number }>;

/** Reads a trace line by line and knows how much of each file would survive. */
class Trace {
  readonly files = new Map<string, Lengths>();
  readonly acknowledged: number[] = [];
  syncs = 0;
  private readonly pending: Pending = new Map();

  line(text: string): void {
    const [, pid, call] = /^(\d+)\s+(.*)$/.exec(text) ?? [];
    if (pid === undefined || call === undefined) return;
    const resumed = /^<\.\.\. (\w+) resumed>.*= (-?\d+)/.exec(call);
    const begun = resumed && this.pending.get(pid);
    if (begun) {
      this.pending.delete(pid);
      this.ended(resumed[1]!, begun, Number(resumed[2]));
      return;
    }
    const [, name, path] = /^(\w+)\(\d+<([^>]*)>/.exec(call) ?? [];
    if (name !== undefined && path !== undefined) this.onFile(pid, { name, path, call });
    else this.onNames(call);
  }

  private onFile(pid: string, { name, path, call }: { name: string; path: string; call: string }): void {
    const stdout = /^write\(1<[^>]*>, "(\d+)\\n"/.exec(call);
    if (stdout) return void this.acknowledged.push(Number(stdout[1]));
    const begun = { path, written: this.of(path).written };
    if (call.endsWith('<unfinished ...>')) this.pending.set(pid, begun);
    else this.ended(name, begun, Number(/= (-?\d+)/.exec(call.slice(call.lastIndexOf(')')))?.[1] ?? -1));
  }

  private ended(name: string, { path, written }: { path: string; written: number }, result: number): void {
    const file = this.of(path);
    if (result < 0) return;
    if (name === 'write' || name === 'writev') file.written += result;
    else if (name === 'fdatasync' || name === 'fsync') {
      file.synced = Math.max(file.synced, written);
      this.syncs += 1;
    }
  }

  private onNames(call: string): void {
    const names = [...call.matchAll(/"([^"]*)"/g)].map((match) => match[1]!);
    if (call.startsWith('rename') && names.length === 2) this.files.set(names[1]!, this.of(names[0]!));
    if (call.startsWith('unlink')) this.files.delete(names[0]!);
  }

  private of(path: string): Lengths {
    const known = this.files.get(path);
    if (known) return known;
    const file = { written: 0, synced: 0 };
    this.files.set(path, file);
    return file;
  }
}

/** The trace of a child that was killed after `ACKNOWLEDGED` commits. */
async function traced(dir: string, traceFile: string): Promise<Trace> {
  const extension = extname(fileURLToPath(import.meta.url));
  const script = fileURLToPath(new URL(`../../support/node/torture-child${extension}`, import.meta.url));
  const node = [process.execPath, ...(extension === '.ts' ? ['--import', 'tsx'] : []), script, dir, '0'];
  const child = spawn('strace', ['-f', '-y', '-s', '32', '-o', traceFile, '-e', `trace=${CALLS}`, ...node], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let seen = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    seen += 1;
    // The tracer does not hand the signal on: its child is killed by its own id.
    if (seen === ACKNOWLEDGED) process.kill(childOf(child.pid!), 'SIGKILL');
  }
  const trace = new Trace();
  for (const line of readFileSync(traceFile, 'latin1').split('\n')) trace.line(line);
  return trace;
}

function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

describe('a power cut', () => {
  const root = folderOfAll();

  it('loses nothing that was acknowledged, on a file system that loses every unsynced byte', async function () {
    if (spawnSync('strace', ['-o', '/dev/null', 'true']).status !== 0) {
      process.stderr.write('strace cannot be used here: what a power cut leaves was not tested.\n');
      this.skip();
    }
    const dir = join(root, 'store');
    const trace = await traced(dir, join(root, 'trace'));
    expect(trace.acknowledged.length).to.be.at.least(ACKNOWLEDGED);
    let cut = 0;
    for (const [path, { written, synced }] of trace.files) {
      if (!path.startsWith(dir) || path.endsWith('MARK') || !existsSync(path) || !statSync(path).isFile()) continue;
      if (synced < written) cut += written - synced;
      if (synced < statSync(path).size) truncateSync(path, synced);
    }
    const store = await openStore(dir, { nowMs: 1, onFatal: () => undefined });
    const missing: number[] = [];
    for (const n of trace.acknowledged)
      for (const part of [0, 1, 2]) if (store.kv.getSync(Buffer.from(`z${n}/${part}`)) === undefined) missing.push(n);
    await store.close();
    expect(missing, `${cut} unsynced bytes were cut`).to.deep.equal([]);
  });

  it('has every batch of the journal written with a sync', async () => {
    const seen: unknown[] = [];
    const proto = Level.prototype as unknown as { batch: (...args: unknown[]) => { write(options: unknown): unknown } };
    const { batch } = proto;
    proto.batch = function (this: unknown, ...args) {
      const chained = batch.apply(this, args);
      const { write } = chained;
      chained.write = function (options) {
        seen.push(options);
        return write.call(this, options);
      };
      return chained;
    };
    try {
      const kv = await openLevel(join(root, 'spied'));
      await kv.write([{ key: Buffer.of(1), value: Buffer.of(1) }]);
      await kv.write([{ key: Buffer.of(1), value: undefined }]);
      await kv.close();
    } finally {
      proto.batch = batch;
    }
    expect(seen).to.deep.equal([{ sync: true }, { sync: true }]);
  });
});
