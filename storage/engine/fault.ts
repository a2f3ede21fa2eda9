// How the store says that it cannot be used. A StoreError carries an Issue in plain words for the person who starts the
// node; it is thrown because no caller below node/ can go on without a store.
import type { Issue, IssueCode } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly issue: Issue;
  /** Whose rows they are, where the reader knows it. */
  registerId?: string;

  constructor(code: IssueCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.issue = issue(code, '', message);
  }
}

/**
 * True for what a read of damaged or missing rows throws: the rest of the store can be used, and the register be
 * repaired.
 */
export function isDamage(error: unknown): error is StoreError {
  return error instanceof StoreError && error.issue.code === 'STORE_DAMAGED';
}

/** Runs it. An error for damaged rows names the register, so that a reader of many knows which one it is. */
export function inRegister<T>(registerId: string, run: () => T): T {
  const throwNamed = (error: unknown): never => {
    if (isDamage(error)) error.registerId ??= registerId;
    throw error;
  };
  try {
    const given = run();
    return given instanceof Promise ? (given.catch(throwNamed) as T) : given;
  } catch (error) {
    return throwNamed(error);
  }
}

/**
 * The errors of the system when it is not the data that is at fault, and the remedy of an operator. In the words of the
 * system, which LevelDB passes on.
 */
const SURROUNDINGS: readonly (readonly [says: RegExp, code: IssueCode, then: string])[] = [
  [
    /no space left|disk quota exceeded/i,
    'STORE_FULL',
    'is on a disk without free bytes or without free inodes ("df" and "df -i" say which): free some space',
  ],
  [
    /read-only file system/i,
    'STORE_UNSAFE',
    'is on a file system that is mounted read-only: mount it for writing, and look in the log of the system for why it is not',
  ],
  [
    /permission denied|operation not permitted/i,
    'STORE_UNSAFE',
    'may not be used by this account: run as the owner of the folder, or give the folder and its files to this account',
  ],
  [
    /too many open files/i,
    'STORE_UNSAFE',
    'has more files than this process may open: raise the limit (ulimit -n 8192, or LimitNOFILE= of the service)',
  ],
];

/** The fault of what surrounds the store in `dir`; undefined for any other. The data are whole. */
export function surroundingFault(dir: string, detail: string, cause?: unknown): StoreError | undefined {
  const [, code, then] = SURROUNDINGS.find(([says]) => says.test(detail)) ?? [];
  return code && new StoreError(code, `The store in ${dir} ${then}. Then start again.`, cause);
}
