// The issues of a call that may fail: the first, or all of them; the value where it did not fail, so that a test that
// expects a failure shows it.
import type { Issue } from '../../../core/base/issue.js';
import { isFailure, type Result } from '../../../core/base/result.js';

export function issueOf<T>(result: Result<T>): T | Issue {
  return isFailure(result) ? result.issue : result;
}

export function issuesOf<T>(result: Result<T>): T | readonly Issue[] {
  return isFailure(result) ? result.issues : result;
}

/** Code and place of each issue, none where it did not fail. */
export function placesOf(result: unknown): readonly string[] {
  return isFailure(result) ? result.issues.map(({ code, path }) => `${code} ${path}`) : [];
}

/** The codes alone. */
export function codesOf<T>(result: Result<T>): T | readonly string[] {
  return isFailure(result) ? result.issues.map(({ code }) => code) : result;
}
