// The messages between a page and the worker that checks evidence.
import type { Checked } from '../verify/checker.js';

/** A question to the worker that checks evidence. */
export interface CheckAsked {
  readonly id: number;
  readonly file: Uint8Array;
  readonly head: string | undefined;
}

export interface CheckAnswered {
  readonly id: number;
  readonly checked: Checked;
}
