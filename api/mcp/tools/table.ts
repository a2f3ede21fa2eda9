// THE list of tools, by slice, in the order in which clients see them.
import type { ToolRow } from './define.js';
import { lifecycleTools } from './lifecycle.js';

export const tools: readonly ToolRow[] = [...lifecycleTools];
