// An action that is checked, and where findings about it go.
import type { Action, Definition } from '../definition/types.js';
import type { Findings } from './finding.js';

export interface CheckedAction {
  readonly definition: Definition;
  readonly action: Action;
  /** JSON Pointer of the action. */
  readonly at: string;
  readonly findings: Findings;
}
