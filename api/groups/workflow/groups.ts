// Groups of operations about blueprints, rehearsals, instances and files: rows of the table of groups.
import { actionExamples } from './actions/examples.js';
import { actionHandlers } from './actions/handlers.js';
import { blueprintExamples } from './blueprints/examples.js';
import { blueprintHandlers } from './blueprints/handlers.js';
import { designingExamples } from './designing/examples.js';
import { designingHandlers } from './designing/handlers.js';
import { executionExamples } from './execution/examples.js';
import { executionHandlers } from './execution/handlers.js';
import { fileExamples } from './files/examples.js';
import { fileHandlers } from './files/handlers.js';
import { gateExamples } from './gates/examples.js';
import { gateHandlers } from './gates/handlers.js';
import { inboxExamples } from './inbox/examples.js';
import { inboxHandlers } from './inbox/handlers.js';
import { instanceExamples } from './instances/examples.js';
import { instanceHandlers } from './instances/handlers.js';
import { operationExamples } from './operations/examples.js';
import { operationHandlers } from './operations/handlers.js';
import { rehearsalExamples } from './rehearsals/examples.js';
import { rehearsalHandlers } from './rehearsals/handlers.js';
import { workflowGroupRoutes } from './routes.js';
import { schemaExamples } from './schemas/examples.js';
import { externalSchemaExamples } from './schemas/external/examples.js';
import { externalSchemaHandlers } from './schemas/external/handlers.js';
import { schemaHandlers } from './schemas/handlers.js';
import { standingGrantExamples } from './standing-grants/examples.js';
import { standingGrantHandlers } from './standing-grants/handlers.js';
import { templateExamples } from './templates/examples.js';
import { templateHandlers } from './templates/handlers.js';

export const workflowGroups = {
  blueprints: {
    tag: 'Blueprints',
    description: 'Drafts of workflows, their publication, and published versions.',
    routes: workflowGroupRoutes.blueprints,
    handlers: blueprintHandlers,
    examples: blueprintExamples,
  },
  designing: {
    tag: 'Designing',
    description: 'Drafts changed by named edits, and the parts of the language tried and explained.',
    routes: workflowGroupRoutes.designing,
    handlers: designingHandlers,
    examples: designingExamples,
  },
  rehearsals: {
    tag: 'Rehearsals',
    description: 'Drafts walked through in the sandbox of the organisation, role by role.',
    routes: workflowGroupRoutes.rehearsals,
    handlers: rehearsalHandlers,
    examples: rehearsalExamples,
  },
  execution: {
    tag: 'Execution',
    description: 'Single steps of an action, without an instance.',
    routes: workflowGroupRoutes.execution,
    handlers: executionHandlers,
    examples: executionExamples,
  },
  instances: {
    tag: 'Instances',
    description: 'Workflows that run: where they stand, and what a wallet sees of them.',
    routes: workflowGroupRoutes.instances,
    handlers: instanceHandlers,
    examples: instanceExamples,
  },
  actions: {
    tag: 'Actions',
    description: 'The actions that a wallet may begin, do and reject in workflows.',
    routes: workflowGroupRoutes.actions,
    handlers: actionHandlers,
    examples: actionExamples,
  },
  gates: {
    tag: 'Gates',
    description: 'Actions that take credentials: prepared, shown credentials to, and submitted.',
    routes: workflowGroupRoutes.gates,
    handlers: gateHandlers,
    examples: gateExamples,
  },
  inbox: {
    tag: 'Inbox',
    description: 'The actions that wait for a wallet, lists of instances, and the data that was disclosed.',
    routes: workflowGroupRoutes.inbox,
    handlers: inboxHandlers,
    examples: inboxExamples,
  },
  operations: {
    tag: 'Operations',
    description: 'Actions that are encrypted in the background.',
    routes: workflowGroupRoutes.operations,
    handlers: operationHandlers,
    examples: operationExamples,
  },
  standingGrants: {
    tag: 'Standing grants',
    description: 'Acts of a program about which its person is not asked.',
    routes: workflowGroupRoutes.standingGrants,
    handlers: standingGrantHandlers,
    examples: standingGrantExamples,
  },
  files: {
    tag: 'Files',
    description: 'Files of actions, in sealed chunks.',
    routes: workflowGroupRoutes.files,
    handlers: fileHandlers,
    examples: fileExamples,
  },
  templates: {
    tag: 'Templates',
    description: 'Blueprints with parameters: those that come with the program, and those of the organisation.',
    routes: workflowGroupRoutes.templates,
    handlers: templateHandlers,
    examples: templateExamples,
  },
  schemas: {
    tag: 'Schema library',
    description: 'JSON Schemas that designers copy into blueprints: of the program, of the organisation, of others.',
    routes: workflowGroupRoutes.schemas,
    handlers: schemaHandlers,
    examples: schemaExamples,
  },
  externalSchemas: {
    tag: 'External schemas',
    description: 'JSON Schemas of others: searched in a catalogue, and imported from where they are.',
    routes: workflowGroupRoutes.externalSchemas,
    handlers: externalSchemaHandlers,
    examples: externalSchemaExamples,
  },
};
