// How the store says that it cannot be used. A StoreError carries an Issue in plain words for the person who starts the node; it is thrown
// because no caller below node/ can go on without a store.
import type { Issue, IssueCode } from '../core/base/issue.js';
import { issue } from '../core/base/issue.js';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly issue: Issue;

  constructor(code: IssueCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.issue = issue(code, '', message);
  }
}

/** True for what a read of damaged or missing rows throws: the rest of the store can be used, and the register be repaired. */
export function isDamage(error: unknown): error is StoreError {
  return error instanceof StoreError && error.issue.code === 'STORE_DAMAGED';
}
