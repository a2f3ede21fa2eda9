// Groups of reads over the whole ledger, for the one list in index.ts.
import { identifierExamples } from './identifiers/examples.js';
import { identifierHandlers } from './identifiers/handlers.js';
import { odataExamples } from './odata/examples.js';
import { odataHandlers } from './odata/handlers.js';
import { provenanceExamples } from './provenance/examples.js';
import { provenanceHandlers } from './provenance/handlers.js';
import { queryExamples } from './query/examples.js';
import { queryHandlers } from './query/handlers.js';
import { groupRoutes } from './routes.js';

export const readingGroups = {
  query: {
    tag: 'Queries',
    description: 'Sealed transactions by wallet, sender, blueprint and predecessor.',
    routes: groupRoutes.query,
    handlers: queryHandlers,
    examples: queryExamples,
  },
  odata: {
    tag: 'OData',
    description: 'Registers, transactions and dockets as entity sets of OData 4.0.',
    routes: groupRoutes.odata,
    handlers: odataHandlers,
    examples: odataExamples,
  },
  provenance: {
    tag: 'Provenance',
    description: 'Who sealed dockets, who did the steps of instances and stated their data, and what proves it.',
    routes: groupRoutes.provenance,
    handlers: provenanceHandlers,
    examples: provenanceExamples,
  },
  identifiers: {
    tag: 'DIDs',
    description: 'DIDs of registers and wallets, and the contexts of linked data.',
    routes: groupRoutes.identifiers,
    handlers: identifierHandlers,
    examples: identifierExamples,
  },
} as const;
