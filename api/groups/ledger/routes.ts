// Definitions of operations about registers, transactions, governance, validators, peers and reads of the ledger.
import { docketRoutes } from './dockets/routes.js';
import { findRoutes } from './find/routes.js';
import { governanceRoutes } from './governance/routes.js';
import { registerTrustRoutes } from './governance/trust-routes.js';
import { identifierRoutes } from './identifiers/routes.js';
import { odataRoutes } from './odata/routes.js';
import { participantRoutes } from './participants/routes.js';
import { peerRoutes } from './peers/routes.js';
import { provenanceRoutes } from './provenance/routes.js';
import { queryRoutes } from './query/routes.js';
import { registerRoutes } from './registers/routes.js';
import { replicationRoutes } from './replication/routes.js';
import { summaryRoutes } from './summaries/routes.js';
import { transactionRoutes } from './transactions/routes.js';
import { validationRoutes } from './validation/routes.js';
import { validatorRoutes } from './validators/routes.js';

export const ledgerGroupRoutes = {
  registers: registerRoutes,
  transactions: transactionRoutes,
  dockets: docketRoutes,
  summaries: summaryRoutes,
  find: findRoutes,
  governance: governanceRoutes,
  registerTrust: registerTrustRoutes,
  participants: participantRoutes,
  odata: odataRoutes,
  identifiers: identifierRoutes,
  query: queryRoutes,
  provenance: provenanceRoutes,
  validators: validatorRoutes,
  validation: validationRoutes,
  peers: peerRoutes,
  replication: replicationRoutes,
} as const;
