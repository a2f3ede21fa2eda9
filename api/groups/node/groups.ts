// Groups of operations about the node itself: rows of the table of groups.
import { assistantExamples } from './assistants/examples.js';
import { assistantHandlers } from './assistants/handlers.js';
import { documentExamples } from './documents/examples.js';
import { documentHandlers } from './documents/handlers.js';
import { healthExamples } from './health/examples.js';
import { healthHandlers } from './health/handlers.js';
import { internalExamples } from './internal/examples.js';
import { internalHandlers } from './internal/handlers.js';
import { metricsExamples } from './metrics/examples.js';
import { metricsHandlers } from './metrics/handlers.js';
import { outgoingExamples } from './outgoing/examples.js';
import { outgoingHandlers } from './outgoing/handlers.js';
import { nodeGroupRoutes } from './routes.js';
import { storeExamples } from './store/examples.js';
import { storeHandlers } from './store/handlers.js';

export const nodeGroups = {
  store: {
    tag: 'Store',
    description: 'The store of this node, for its operator.',
    routes: nodeGroupRoutes.store,
    handlers: storeHandlers,
    examples: storeExamples,
  },
  outgoing: {
    tag: 'Outgoing',
    description: 'Whether this node reaches servers of others, and people by mail.',
    routes: nodeGroupRoutes.outgoing,
    handlers: outgoingHandlers,
    examples: outgoingExamples,
  },
  metrics: {
    tag: 'Metrics',
    description: 'Figures of the validators of this node.',
    routes: nodeGroupRoutes.metrics,
    handlers: metricsHandlers,
    examples: metricsExamples,
  },
  health: {
    tag: 'Health',
    description: 'Liveness, readiness, counts and metrics.',
    routes: nodeGroupRoutes.health,
    handlers: healthHandlers,
    examples: healthExamples,
  },
  assistants: {
    tag: 'Assistants',
    description: 'Documents about the MCP server of this node and its tools.',
    routes: nodeGroupRoutes.assistants,
    handlers: assistantHandlers,
    examples: assistantExamples,
  },
  documents: {
    tag: 'Documents',
    description: 'The documents of this program in Markdown.',
    routes: nodeGroupRoutes.documents,
    handlers: documentHandlers,
    examples: documentExamples,
  },
  internal: {
    tag: 'Internal',
    description: 'Operations that are answered at listeners of their own, and never at the public one.',
    routes: nodeGroupRoutes.internal,
    handlers: internalHandlers,
    examples: internalExamples,
  },
};
