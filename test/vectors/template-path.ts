// A documented path of a template, and the words that paths are written in.
import type { JsonObject } from '../../core/base/json.js';

export interface PathStep {
  readonly action: number;
  readonly payload: JsonObject;
  /** Some of the recorded data. */
  readonly gives?: JsonObject;
  /** The action is rejected instead: the path goes on where its rejectionConfig leads. */
  readonly rejected?: true;
}

export interface TemplatePath {
  readonly template: string;
  readonly name: string;
  readonly parameters?: JsonObject;
  readonly steps: readonly PathStep[];
  /** Actions that are open when the path stops; none when it ends the instance. */
  readonly open: readonly number[];
  /** Fields that a participant must not have seen at the end. */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
}

export const act = (action: number, payload: JsonObject, gives?: JsonObject): PathStep =>
  gives === undefined ? { action, payload } : { action, payload, gives };
export const reject = (action: number): PathStep => ({ action, payload: {}, rejected: true });

/** A file as an action records it. */
export const FILE: JsonObject = {
  fileName: 'plan.pdf',
  contentType: 'application/pdf',
  size: 10,
  hash: `sha256:${'0a'.repeat(32)}`,
};
