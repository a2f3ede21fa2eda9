// The result of a call that may be refused: the value itself, or a Failure with the issues. A failure is told from a
// value by its class and by nothing else: no value is looked into, and no list is taken for a refusal. It must never
// cross a thread or a wire, where an object loses its class: there its issues go.
import { assert } from './assert.js';
import type { Issue } from './issue.js';

export type Result<T> = T | Failure;

export class Failure {
  /** At least one; the first is told where there is room for one. */
  readonly issues: readonly [Issue, ...Issue[]];
  /**
   * Something was sent before it was refused: asked again, it would be sent a second time. A caller that tries again
   * where a newer state may allow it leaves a final failure as it is.
   */
  readonly isFinal: boolean;
  /** No other class has it, so that the compiler takes nothing else for a failure. */
  declare protected readonly brand: 'failure';

  constructor(issues: readonly [Issue, ...Issue[]], isFinal: boolean) {
    this.issues = issues;
    this.isFinal = isFinal;
  }

  get issue(): Issue {
    return this.issues[0];
  }

  /** The same with other issues, such as with the path that the caller's own caller knows. */
  mapIssues(change: (issue: Issue) => Issue): Failure {
    const [first, ...more] = this.issues;
    return new Failure([change(first), ...more.map(change)], this.isFinal);
  }
}

export function isFailure<T>(result: Result<T>): result is Failure {
  return result instanceof Failure;
}

/** Throws for an empty list: a call that failed says why. */
export function fail(issues: Issue | readonly Issue[]): Failure {
  return failureOf(issues, false);
}

/** For a problem that may be there: `failIf(problemOf(value)) ?? value`. */
export function failIf(problem: Issue | undefined): Failure | undefined {
  return problem && fail(problem);
}

/** The failure of something that was sent. */
export function failFinally(issues: Issue | readonly Issue[]): Failure {
  return failureOf(issues, true);
}

function failureOf(issues: Issue | readonly Issue[], isFinal: boolean): Failure {
  const [first, ...more] = Array.isArray(issues) ? (issues as readonly Issue[]) : [issues as Issue];
  assert(first, 'a failure has an issue');
  return new Failure([first, ...more], isFinal);
}
