// Groups of workflows, from their design to what waits for a wallet: rows of the table of groups (index.ts).
import { actionExamples } from './actions/examples.js';
import { actionHandlers } from './actions/handlers.js';
import { blueprintExamples } from './blueprints/examples.js';
import { blueprintHandlers } from './blueprints/handlers.js';
import { executionExamples } from './execution/examples.js';
import { executionHandlers } from './execution/handlers.js';
import { inboxExamples } from './inbox/examples.js';
import { inboxHandlers } from './inbox/handlers.js';
import { instanceExamples } from './instances/examples.js';
import { instanceHandlers } from './instances/handlers.js';
import { operationExamples } from './operations/examples.js';
import { operationHandlers } from './operations/handlers.js';
import { groupRoutes } from './routes.js';

export const workflowGroups = {
  blueprints: {
    tag: 'Blueprints',
    description: 'Drafts of workflows, their publication, and published versions.',
    routes: groupRoutes.blueprints,
    handlers: blueprintHandlers,
    examples: blueprintExamples,
  },
  execution: {
    tag: 'Execution',
    description: 'Single steps of an action, without an instance.',
    routes: groupRoutes.execution,
    handlers: executionHandlers,
    examples: executionExamples,
  },
  instances: {
    tag: 'Instances',
    description: 'Workflows that run: where they stand, and what a wallet sees of them.',
    routes: groupRoutes.instances,
    handlers: instanceHandlers,
    examples: instanceExamples,
  },
  actions: {
    tag: 'Actions',
    description: 'What a wallet may begin, do and reject in workflows.',
    routes: groupRoutes.actions,
    handlers: actionHandlers,
    examples: actionExamples,
  },
  inbox: {
    tag: 'Inbox',
    description: 'What waits for a wallet, lists of instances, and what was disclosed.',
    routes: groupRoutes.inbox,
    handlers: inboxHandlers,
    examples: inboxExamples,
  },
  operations: {
    tag: 'Operations',
    description: 'Actions that are encrypted in the background.',
    routes: groupRoutes.operations,
    handlers: operationHandlers,
    examples: operationExamples,
  },
};
