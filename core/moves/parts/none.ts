// The answer of a step that has nothing to say: one array for all of them.
import type { Issue } from '../../base/issue.js';

export const NONE: readonly Issue[] = [];
