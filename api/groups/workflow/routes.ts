// Definitions of operations about blueprints, rehearsals, instances and files.
import { actionRoutes } from './actions/routes.js';
import { blueprintRoutes } from './blueprints/routes.js';
import { designingRoutes } from './designing/routes.js';
import { executionRoutes } from './execution/routes.js';
import { fileRoutes } from './files/routes.js';
import { gateRoutes } from './gates/routes.js';
import { inboxRoutes } from './inbox/routes.js';
import { instanceRoutes } from './instances/routes.js';
import { operationRoutes } from './operations/routes.js';
import { rehearsalRoutes } from './rehearsals/routes.js';
import { externalSchemaRoutes } from './schemas/external/routes.js';
import { schemaRoutes } from './schemas/routes.js';
import { standingGrantRoutes } from './standing-grants/routes.js';
import { templateRoutes } from './templates/routes.js';

export const workflowGroupRoutes = {
  blueprints: blueprintRoutes,
  designing: designingRoutes,
  rehearsals: rehearsalRoutes,
  execution: executionRoutes,
  instances: instanceRoutes,
  actions: actionRoutes,
  gates: gateRoutes,
  inbox: inboxRoutes,
  operations: operationRoutes,
  standingGrants: standingGrantRoutes,
  files: fileRoutes,
  templates: templateRoutes,
  schemas: schemaRoutes,
  externalSchemas: externalSchemaRoutes,
} as const;
