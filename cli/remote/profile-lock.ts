// The lock on the login profiles: a file that names the process that holds it. The lock of a command that was killed is
// dropped at once, whatever the clocks say. A process is its number and its start, because numbers come again.
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../command/command.js';

interface Holder {
  /** Of another machine, or another container, nothing is known. */
  readonly host: string;
  readonly pid: number;
  /** Ticks since the machine started, where the system tells them (Linux). */
  readonly start: string | undefined;
}

/** A holder on another machine is believed to be gone after so long, by the clock: a refresh takes seconds. */
const ELSEWHERE_STALE_MS = 30_000;
const TRIES = 200;
const PAUSE_MS = 50;

/** Waits until no other process holds the lock, and takes it. Gives what releases it. */
export async function lockProfiles(file: string): Promise<() => void> {
  let seen: string | undefined;
  for (let i = 0; i < TRIES; i++) {
    if (isTaken(file)) return () => rmSync(file, { force: true });
    const now = textOf(file);
    // Twice the same: one that is being written is empty for a moment, where it cannot be linked.
    if (now !== undefined && now === seen && isAbandoned(file, now)) drop(file, now);
    seen = now;
    await pause(PAUSE_MS);
  }
  throw new CommandError('another quorate command keeps the profiles locked', {
    hint: `If none runs, delete ${file}.`,
  });
}

/** A link puts the whole content there at once; false when the lock is there already. */
function isTaken(file: string): boolean {
  const own = JSON.stringify({ host: hostname(), pid: process.pid, start: startOf(process.pid) } satisfies Holder);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, own, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
      // A disk without hard links.
      writeFileSync(file, own, { mode: 0o600, flag: 'wx' });
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new CommandError(`cannot write ${file}`, { cause: error });
  } finally {
    rmSync(draft, { force: true });
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isAbandoned(file: string, text: string): boolean {
  const holder = holderIn(text);
  // No command of this program writes such a lock.
  if (!holder) return true;
  if (holder.host !== hostname()) return Math.abs(Date.now() - changedMs(file)) > ELSEWHERE_STALE_MS;
  return !isRunning(holder.pid) || startOf(holder.pid) !== holder.start;
}

function holderIn(text: string): Holder | undefined {
  try {
    const { host, pid, start } = JSON.parse(text) as Partial<Holder>;
    return typeof host === 'string' && Number.isInteger(pid) ? { host, pid: pid as number, start } : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Field 22 of /proc/PID/stat; the second one, the name, may hold spaces and brackets. */
function startOf(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function changedMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

/** Of several that found it abandoned one moves it away. A process that moved a newer one puts that back. */
function drop(file: string, judged: string): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    if (textOf(aside) !== judged) linkSync(aside, file);
  } catch {
    // Another command was quicker.
  }
  rmSync(aside, { force: true });
}
