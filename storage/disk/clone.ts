// The store of a stopped node, opened to be read only: LevelDB rewrites what it opens, so it gets a clone. Tables never
// change and are linked; the few small files that do are copied. Damaged files are left out of the clone and told; the
// store itself stays as it is, byte for byte.
import {
  accessSync,
  constants,
  copyFileSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Issue, issue } from '../../core/base/issue.js';
import { fenceOf, lossText } from '../engine/fence.js';
import { checkFormat, FORMAT_FILE } from '../engine/folder.js';
import { lockFolder } from '../engine/folder-lock.js';
import type { Kv } from '../engine/kv.js';
import { openLevel } from '../engine/level.js';
import { readMark } from '../engine/mark.js';
import { journalEnd } from '../engine/ring.js';
import type { Examined } from './examine.js';
import { judgeDisk, prepareDisk, tableText } from './prepare.js';

export interface StoreClone {
  readonly kv: Kv;
  /** The damaged or missing parts of the store as a whole. */
  readonly issues: readonly Issue[];
  /** Closes and removes the clone. */
  close(): Promise<void>;
}

/**
 * Verifies every table: a reader of all rows would come to each. Throws StoreError: STORE_LOCKED for a store that is
 * open, STORE_VERSION for one of another program, STORE_DAMAGED for one of which nothing can be read.
 */
export async function openClone(dir: string, nowMs: number): Promise<StoreClone> {
  // FORMAT is read before the lock, which ends when it is closed.
  if (isReadOnly(dir)) checkFormat(dir);
  const lock = isReadOnly(dir) ? undefined : await lockFolder(dir, () => checkFormat(dir));
  try {
    return await cloneOf(dir, nowMs, lock?.format);
  } finally {
    await lock?.release();
  }
}

/** A store that nothing can be written to is open in no process, and cannot be locked. */
function isReadOnly(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

async function cloneOf(
  dir: string,
  nowMs: number,
  format = readFileSync(join(dir, FORMAT_FILE), 'utf8'),
): Promise<StoreClone> {
  const judged = await judgeDisk(dir);
  const clone = cloneFolder(dir);
  const remove = (): void => rmSync(clone, { recursive: true, force: true });
  try {
    copyStore(dir, clone, judged?.examined);
    writeFileSync(join(clone, FORMAT_FILE), format, { mode: 0o600 });
    const store = await prepareDisk(clone, { nowMs, isSalvage: true });
    const kv = await openLevel(clone, { allowNetworkFileSystem: true });
    const close = async (): Promise<void> => {
      await kv.close();
      remove();
    };
    try {
      const { hasLostLog } = store;
      const last = await journalEnd(kv);
      const { fence } = await fenceOf(kv, { last, isClean: false, marked: readMark(dir), hasLostLog });
      const loss = fence && lossText(fence.fence, fence.missing);
      return { kv, issues: [...damageIssues(judged?.examined), ...(loss ? [damageIssue(loss)] : [])], close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    remove();
    throw error;
  }
}

/** On the same file system where that can be written to: only there tables can be linked. */
function cloneFolder(dir: string): string {
  try {
    return mkdtempSync(join(dirname(dir), `.${basename(dir)}-clone-`));
  } catch {
    return mkdtempSync(join(tmpdir(), 'quorate-clone-'));
  }
}

/** Without FORMAT, which may not be opened beside its lock. */
function copyStore(dir: string, clone: string, examined: Examined | undefined): void {
  const isDamaged = (examined?.damage.length ?? 0) > 0;
  for (const name of readdirSync(dir)) {
    const isTable = /\.(ldb|sst)$/.test(name);
    if (!isTable && !/^(CURRENT|MARK|LOST|MANIFEST-\d+|\d+\.log)$/.test(name)) continue;
    const [from, to] = [join(dir, name), join(clone, name)];
    // Damaged blocks are emptied in place, and a link would be the same file.
    if (!isTable || isDamaged || !isLinked(from, to)) copyFileSync(from, to);
  }
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function damageIssues(examined: Examined | undefined): Issue[] {
  if (!examined) return [];
  const { damage, logs, missingLog } = examined;
  return [
    ...damage.map((table) => damageIssue(`The table ${tableText(table)} is damaged.`)),
    ...logs
      .filter(({ damagedAt }) => damagedAt.length > 0)
      .map(({ name, damagedAt }) => damageIssue(`The log ${name} is damaged from byte ${damagedAt[0]} on.`)),
    ...(missingLog ? [damageIssue(`The log ${missingLog} is missing.`)] : []),
  ];
}

function damageIssue(message: string): Issue {
  return issue('STORE_DAMAGED', '', message);
}
