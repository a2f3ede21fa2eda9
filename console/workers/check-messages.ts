// The messages between a page and the worker that checks evidence.
import type { Checked, FileToCheck } from '../verify/checker.js';

/** A question to the worker that checks evidence. */
export interface CheckAsked {
  readonly id: number;
  readonly asked: FileToCheck;
}

export interface CheckAnswered {
  readonly id: number;
  readonly checked: Checked;
}
