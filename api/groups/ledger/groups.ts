// Groups of operations about registers, transactions, governance, validators, peers and reads of the ledger: rows of
// the table of groups.
import { docketExamples } from './dockets/examples.js';
import { docketHandlers } from './dockets/handlers.js';
import { findExamples } from './find/examples.js';
import { findHandlers } from './find/handlers.js';
import { governanceExamples } from './governance/examples.js';
import { governanceHandlers } from './governance/handlers.js';
import { registerTrustExamples } from './governance/trust-examples.js';
import { registerTrustHandlers } from './governance/trust-handlers.js';
import { identifierExamples } from './identifiers/examples.js';
import { identifierHandlers } from './identifiers/handlers.js';
import { odataExamples } from './odata/examples.js';
import { odataHandlers } from './odata/handlers.js';
import { participantExamples } from './participants/examples.js';
import { participantHandlers } from './participants/handlers.js';
import { peerExamples } from './peers/examples.js';
import { peerHandlers } from './peers/handlers.js';
import { provenanceExamples } from './provenance/examples.js';
import { provenanceHandlers } from './provenance/handlers.js';
import { queryExamples } from './query/examples.js';
import { queryHandlers } from './query/handlers.js';
import { registerExamples } from './registers/examples.js';
import { registerHandlers } from './registers/handlers.js';
import { replicationExamples } from './replication/examples.js';
import { replicationHandlers } from './replication/handlers.js';
import { ledgerGroupRoutes } from './routes.js';
import { summaryExamples } from './summaries/examples.js';
import { summaryHandlers } from './summaries/handlers.js';
import { transactionExamples } from './transactions/examples.js';
import { transactionHandlers } from './transactions/handlers.js';
import { validationExamples } from './validation/examples.js';
import { validationHandlers } from './validation/handlers.js';
import { validatorExamples } from './validators/examples.js';
import { validatorHandlers } from './validators/handlers.js';

export const ledgerGroups = {
  registers: {
    tag: 'Registers',
    description: 'Founding, records, roster and policy of registers.',
    routes: ledgerGroupRoutes.registers,
    handlers: registerHandlers,
    examples: registerExamples,
  },
  transactions: {
    tag: 'Transactions',
    description: 'Submission, reading, receipts, evidence and publications.',
    routes: ledgerGroupRoutes.transactions,
    handlers: transactionHandlers,
    examples: transactionExamples,
  },
  dockets: {
    tag: 'Dockets',
    description: 'Sealed dockets and their certificates.',
    routes: ledgerGroupRoutes.dockets,
    handlers: docketHandlers,
    examples: docketExamples,
  },
  summaries: {
    tag: 'Summaries',
    description: 'Dockets and transactions as short rows, for lists and cards.',
    routes: ledgerGroupRoutes.summaries,
    handlers: summaryHandlers,
    examples: summaryExamples,
  },
  find: {
    tag: 'Find',
    description: 'Things of the ledger by the beginning of their names.',
    routes: ledgerGroupRoutes.find,
    handlers: findHandlers,
    examples: findExamples,
  },
  governance: {
    tag: 'Governance',
    description: 'Proposals, votes and changes of who governs and validates a register.',
    routes: ledgerGroupRoutes.governance,
    handlers: governanceHandlers,
    examples: governanceExamples,
  },
  registerTrust: {
    tag: 'Trust of registers',
    description: 'Lists of anchors and keys that governance pinned, with proofs.',
    routes: ledgerGroupRoutes.registerTrust,
    handlers: registerTrustHandlers,
    examples: registerTrustExamples,
  },
  participants: {
    tag: 'Participants',
    description: 'The participants of a register, and the keys that others encrypt to.',
    routes: ledgerGroupRoutes.participants,
    handlers: participantHandlers,
    examples: participantExamples,
  },
  odata: {
    tag: 'OData',
    description: 'Registers, transactions and dockets as entity sets of OData 4.0.',
    routes: ledgerGroupRoutes.odata,
    handlers: odataHandlers,
    examples: odataExamples,
  },
  identifiers: {
    tag: 'DIDs',
    description: 'DIDs of registers and wallets, and the contexts of linked data.',
    routes: ledgerGroupRoutes.identifiers,
    handlers: identifierHandlers,
    examples: identifierExamples,
  },
  query: {
    tag: 'Queries',
    description: 'Sealed transactions by wallet, sender, blueprint and predecessor.',
    routes: ledgerGroupRoutes.query,
    handlers: queryHandlers,
    examples: queryExamples,
  },
  provenance: {
    tag: 'Provenance',
    description:
      'The sealers of dockets, the doers of steps of instances with the data that they stated, and the proofs of it.',
    routes: ledgerGroupRoutes.provenance,
    handlers: provenanceHandlers,
    examples: provenanceExamples,
  },
  validators: {
    tag: 'Validators',
    description: 'The pool, and the seats of this node.',
    routes: ledgerGroupRoutes.validators,
    handlers: validatorHandlers,
    examples: validatorExamples,
  },
  validation: {
    tag: 'Validation',
    description: 'Design-level routes of the validator service.',
    routes: ledgerGroupRoutes.validation,
    handlers: validationHandlers,
    examples: validationExamples,
  },
  peers: {
    tag: 'Peers',
    description: 'The nodes that this one knows, and what an operator does about them.',
    routes: ledgerGroupRoutes.peers,
    handlers: peerHandlers,
    examples: peerExamples,
  },
  replication: {
    tag: 'Replication',
    description: 'Registers that peers offer, and those that this node replicates.',
    routes: ledgerGroupRoutes.replication,
    handlers: replicationHandlers,
    examples: replicationExamples,
  },
};
