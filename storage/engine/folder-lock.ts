// The lock of a folder with a store: one process has it, whichever files are deleted meanwhile. LevelDB locks its file
// LOCK, so a little database in the folder FOLDER-LOCK is opened first, and its LOCK is a hard link to FORMAT: an
// opener that finds FOLDER-LOCK gone links FORMAT again and meets the same lock, and a folder without FORMAT is refused
// (decision 0166). The lock is the system's: it ends with the process. While it is held, nothing in this process may
// open and close FORMAT, because a POSIX lock ends with the first descriptor that is closed.
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Level } from 'level';
import type { Timer } from '../../core/base/ports.js';
import { StoreError, surroundingFault } from './fault.js';
import { FORMAT_FILE, FORMAT_NEXT, LOCK_FOLDER, syncFolder } from './folder.js';

export interface FolderLock {
  /** The content of FORMAT. */
  readonly format: string;
  /** Names another file that this process has locked. */
  guard(name: string): void;
  /** In words, why the folder is not this process's any more; undefined while it is. */
  lossReason(): string | undefined;
  /** Writes FORMAT over. `text` is at least as long as the content. */
  rewrite(text: string): void;
  release(): Promise<void>;
}

/** A folder of another process is told apart from one that changes while it is locked. */
const TRIES = 3;
/** So long may two processes sign as one seat where somebody put another folder in the place of the first one's. */
const LOOK_MS = 1000;
/** File systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
/** Nothing is written to the little database. */
const BUFFER_BYTES = 64 * 1024;

/** Folders that this process holds: to look into one of them a second time would end its lock. */
const held = new Set<string>();

/**
 * Takes the lock of a folder that exists, and runs `prepare` before anything of it is opened. Throws StoreError:
 * STORE_LOCKED when a process has it, this one too, and what surroundingFault names.
 */
export async function lockFolder(dir: string, prepare: () => void = () => undefined): Promise<FolderLock> {
  const folder = fileId(dir) ?? dir;
  if (held.has(folder)) throw inUse(dir);
  held.add(folder);
  const free = (): boolean => held.delete(folder);
  try {
    prepare();
    return await lockDir(dir, free);
  } catch (error) {
    free();
    throw error;
  }
}

export interface FolderWatch {
  /** Why the files are another's; undefined while they are not. */
  lossReason(): string | undefined;
  setTimer(run: () => void, ms: number): Timer;
  onLost(error: StoreError): void;
}

/** Looks each second whether the files are still this process's, until they are not. */
export function watchFolder({ lossReason: lost, setTimer, onLost }: FolderWatch): Pick<Timer, 'cancel'> {
  const look = (): void => {
    const why = lost();
    if (why === undefined) timer = setTimer(look, LOOK_MS);
    else
      onLost(
        new StoreError(
          'STORE_LOCKED',
          `The store was taken from this process: ${why}. Stop whatever else uses the folder, then start one node.`,
        ),
      );
  };
  let timer = setTimer(look, LOOK_MS);
  return { cancel: () => timer.cancel() };
}

/** The refusal of a folder that a process has. */
export function inUse(dir: string, cause?: unknown): StoreError {
  return new StoreError(
    'STORE_LOCKED',
    `The store in ${dir} is in use by another process. Stop that node first.`,
    cause,
  );
}

async function lockDir(dir: string, free: () => void): Promise<FolderLock> {
  for (let i = 0; i < TRIES; i++) {
    const format = readFileSync(join(dir, FORMAT_FILE), 'utf8');
    makeLockFolder(dir);
    const isLinked = linkFormat(dir);
    const db = await openLittle(dir);
    if (!db) continue;
    const names = new Map(
      [LOCK_PATH, ...(isLinked ? [FORMAT_FILE] : [])].map((name) => [name, fileId(join(dir, name))]),
    );
    // Another process may have put FOLDER-LOCK there between the link and the lock.
    if (new Set(names.values()).size === 1) return folderLock({ dir, format, db, names, free });
    await db.close();
  }
  throw inUse(dir);
}

const LOCK_PATH = join(LOCK_FOLDER, 'LOCK');

interface Held {
  readonly dir: string;
  readonly format: string;
  readonly db: Level;
  /** The names under which the locked file is found, with its identity. */
  readonly names: ReadonlyMap<string, string | null | undefined>;
  readonly free: () => void;
}

function folderLock({ dir, format, db, names, free }: Held): FolderLock {
  const guarded = new Map<string, string | null | undefined>();
  const open: number[] = [];
  return {
    format,
    guard: (name) => void guarded.set(name, fileId(join(dir, name))),
    lossReason() {
      let gone = 0;
      for (const [name, id] of [...names, ...guarded]) {
        const fileNow = fileId(join(dir, name));
        if (fileNow === undefined) gone += names.has(name) ? 1 : 0;
        else if (fileNow !== null && fileNow !== id) return `the file ${name} in ${dir} is another one`;
      }
      return gone === names.size ? `the locked files are gone from ${dir}` : undefined;
    },
    rewrite(text) {
      const file = openSync(join(dir, FORMAT_FILE), 'r+');
      // Closed behind the lock, which would end with it.
      open.push(file);
      writeSync(file, text, 0);
      fsyncSync(file);
    },
    async release() {
      await db.close();
      for (const file of open.splice(0)) closeSync(file);
      free();
    },
  };
}

/** Given to the owner of the store, so that a command of root locks out no user. */
function makeLockFolder(dir: string): void {
  const path = join(dir, LOCK_FOLDER);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw surroundingFault(dir, (error as Error).message, error) ?? error;
  }
  const { uid, gid } = statSync(dir);
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}

/**
 * Makes LOCK of the little database and FORMAT one file. Where both are there and differ, as in a copy of the folder,
 * LOCK stays and FORMAT becomes its second name: LOCK may be the one that is locked. False where the disk has no hard
 * links.
 */
function linkFormat(dir: string): boolean {
  const [format, lock, next] = [FORMAT_FILE, LOCK_PATH, FORMAT_NEXT].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  try {
    const locked = fileId(lock);
    if (locked === undefined) linkSync(format, lock);
    else if (locked !== fileId(format)) {
      writeFileSync(lock, readFileSync(format), { flush: true });
      rmSync(next, { force: true });
      linkSync(lock, next);
      renameSync(next, format);
      syncFolder(dir);
    }
    return true;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (NO_LINKS.has(code)) return false;
    // Another opener made the link meanwhile: the look behind the lock decides.
    if (code === 'EEXIST' || code === 'ENOENT') return true;
    throw surroundingFault(dir, message, error) ?? error;
  }
}

/** Undefined when the little database was damaged, or deleted meanwhile: it holds nothing, and is made again. */
async function openLittle(dir: string): Promise<Level | undefined> {
  const path = join(dir, LOCK_FOLDER);
  const db = new Level(path, { writeBufferSize: BUFFER_BYTES });
  try {
    await db.open();
    return db;
  } catch (error) {
    const { code, message } = ((error as { cause?: unknown }).cause ?? error) as { code?: string; message: string };
    if (code === 'LEVEL_LOCKED') throw inUse(dir, error);
    const fault = surroundingFault(dir, message, error);
    if (fault) throw fault;
    // LevelDB locks before it reads, so no process has it.
    rmSync(path, { recursive: true, force: true });
    return undefined;
  }
}

/** Device and inode; undefined when nothing is there, null when the system does not tell. */
function fileId(path: string): string | null | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    return GONE.has((error as NodeJS.ErrnoException).code ?? '') ? undefined : null;
  }
}

const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ESTALE']);
