// THE list of tools, by slice, in the order in which clients see them.
import { actingTools } from './acting.js';
import { adminTools, managingTools } from './admin.js';
import { citizenTools } from './citizen.js';
import type { ToolRow } from './define.js';
import { designerTools } from './designer.js';
import { designingTools } from './designing.js';
import { evidenceTools } from './evidence.js';
import { explainingTools } from './explaining.js';
import { ledgerTools } from './ledger.js';
import { lifecycleTools } from './lifecycle.js';
import { participantTools } from './participant.js';

export const tools: readonly ToolRow[] = [
  ...lifecycleTools,
  ...designerTools,
  ...designingTools,
  ...participantTools,
  ...explainingTools,
  ...actingTools,
  ...ledgerTools,
  ...evidenceTools,
  ...citizenTools,
  ...adminTools,
  ...managingTools,
];
