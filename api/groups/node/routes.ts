// Definitions of operations about the node itself.
import { assistantRoutes } from './assistants/routes.js';
import { documentRoutes } from './documents/routes.js';
import { healthRoutes } from './health/routes.js';
import { internalRoutes } from './internal/routes.js';
import { metricsRoutes } from './metrics/routes.js';
import { outgoingRoutes } from './outgoing/routes.js';
import { storeRoutes } from './store/routes.js';

export const nodeGroupRoutes = {
  store: storeRoutes,
  outgoing: outgoingRoutes,
  metrics: metricsRoutes,
  health: healthRoutes,
  assistants: assistantRoutes,
  documents: documentRoutes,
  internal: internalRoutes,
} as const;
