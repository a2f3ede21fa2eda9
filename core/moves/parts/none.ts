// The answers that steps and forms share: one array where there is nothing to say.
import type { Issue } from '../../base/issue.js';
import { isFailure, type Result } from '../../base/result.js';

export const NONE: readonly Issue[] = [];

/** Its issue, where a payload was read and has not its form. */
export function formIssues(read: Result<unknown>): readonly Issue[] {
  return isFailure(read) ? [read.issue] : NONE;
}
