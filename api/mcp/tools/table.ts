// THE list of tools, by slice, in the order in which clients see them.
import { actingTools } from './acting.js';
import type { ToolRow } from './define.js';
import { designerTools } from './designer.js';
import { ledgerTools } from './ledger.js';
import { lifecycleTools } from './lifecycle.js';
import { participantTools } from './participant.js';

export const tools: readonly ToolRow[] = [
  ...lifecycleTools,
  ...designerTools,
  ...participantTools,
  ...actingTools,
  ...ledgerTools,
];
