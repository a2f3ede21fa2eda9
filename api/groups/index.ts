// THE list of groups: definitions, handlers and examples side by side. The mapped type makes a group without handlers
// or examples a compile error.
import type { Examples, Handlers } from '../define.js';
import type { ApiDeps } from '../deps.js';
import { auditExamples } from './audit/examples.js';
import { auditHandlers } from './audit/handlers.js';
import { authExamples } from './auth/examples.js';
import { authHandlers } from './auth/handlers.js';
import { docketExamples } from './dockets/examples.js';
import { docketHandlers } from './dockets/handlers.js';
import { federationExamples } from './federation/examples.js';
import { federationHandlers } from './federation/handlers.js';
import { fileExamples } from './files/examples.js';
import { fileHandlers } from './files/handlers.js';
import { governanceExamples } from './governance/examples.js';
import { governanceHandlers } from './governance/handlers.js';
import { healthExamples } from './health/examples.js';
import { healthHandlers } from './health/handlers.js';
import { internalExamples } from './internal/examples.js';
import { internalHandlers } from './internal/handlers.js';
import { metricsExamples } from './metrics/examples.js';
import { metricsHandlers } from './metrics/handlers.js';
import { organizationGroups } from './organization-groups.js';
import { outgoingExamples } from './outgoing/examples.js';
import { outgoingHandlers } from './outgoing/handlers.js';
import { participantExamples } from './participants/examples.js';
import { participantHandlers } from './participants/handlers.js';
import { peerExamples } from './peers/examples.js';
import { peerHandlers } from './peers/handlers.js';
import { personGroups } from './person-groups.js';
import { readingGroups } from './reading-groups.js';
import { registerExamples } from './registers/examples.js';
import { registerHandlers } from './registers/handlers.js';
import { rehearsalExamples } from './rehearsals/examples.js';
import { rehearsalHandlers } from './rehearsals/handlers.js';
import { replicationExamples } from './replication/examples.js';
import { replicationHandlers } from './replication/handlers.js';
import { groupRoutes } from './routes.js';
import { serviceAuthExamples } from './service-auth/examples.js';
import { serviceAuthHandlers } from './service-auth/handlers.js';
import { signInGroups } from './sign-in-groups.js';
import { storeExamples } from './store/examples.js';
import { storeHandlers } from './store/handlers.js';
import { templateExamples } from './templates/examples.js';
import { templateHandlers } from './templates/handlers.js';
import { tokenExamples } from './tokens/examples.js';
import { tokenHandlers } from './tokens/handlers.js';
import { transactionExamples } from './transactions/examples.js';
import { transactionHandlers } from './transactions/handlers.js';
import { validationExamples } from './validation/examples.js';
import { validationHandlers } from './validation/handlers.js';
import { validatorExamples } from './validators/examples.js';
import { validatorHandlers } from './validators/handlers.js';
import { walletGroups } from './wallet-groups.js';
import { workflowGroups } from './workflow-groups.js';

type GroupRoutes = typeof groupRoutes;

export type Groups = {
  readonly [G in keyof GroupRoutes]: {
    readonly tag: string;
    readonly description: string;
    readonly routes: GroupRoutes[G];
    readonly handlers: Handlers<GroupRoutes[G], ApiDeps>;
    readonly examples: Examples<GroupRoutes[G]>;
  };
};

export const groups: Groups = {
  ...signInGroups,
  auth: {
    tag: 'Authentication',
    description: "Login, tokens and the caller's own account.",
    routes: groupRoutes.auth,
    handlers: authHandlers,
    examples: authExamples,
  },
  tokens: {
    tag: 'Tokens',
    description: 'Tokens of others: what one is good for, and how they end.',
    routes: groupRoutes.tokens,
    handlers: tokenHandlers,
    examples: tokenExamples,
  },
  ...organizationGroups,
  federation: {
    tag: 'Sign-in at identity providers',
    description: 'OpenID Connect and social sign-in, and the external identities of an account.',
    routes: groupRoutes.federation,
    handlers: federationHandlers,
    examples: federationExamples,
  },
  ...personGroups,
  audit: {
    tag: 'Audit',
    description: 'Security events: who came in, who was kept out, and what was changed.',
    routes: groupRoutes.audit,
    handlers: auditHandlers,
    examples: auditExamples,
  },
  ...walletGroups,
  registers: {
    tag: 'Registers',
    description: 'Founding, records, roster and policy of registers.',
    routes: groupRoutes.registers,
    handlers: registerHandlers,
    examples: registerExamples,
  },
  transactions: {
    tag: 'Transactions',
    description: 'Submission, reading, receipts, evidence and publications.',
    routes: groupRoutes.transactions,
    handlers: transactionHandlers,
    examples: transactionExamples,
  },
  ...workflowGroups,
  dockets: {
    tag: 'Dockets',
    description: 'Sealed dockets and their certificates.',
    routes: groupRoutes.dockets,
    handlers: docketHandlers,
    examples: docketExamples,
  },
  governance: {
    tag: 'Governance',
    description: 'Proposals, votes and changes of who governs and validates a register.',
    routes: groupRoutes.governance,
    handlers: governanceHandlers,
    examples: governanceExamples,
  },
  participants: {
    tag: 'Participants',
    description: 'Who takes part on a register, and the keys that others seal to.',
    routes: groupRoutes.participants,
    handlers: participantHandlers,
    examples: participantExamples,
  },
  files: {
    tag: 'Files',
    description: 'Files of actions, in sealed chunks.',
    routes: groupRoutes.files,
    handlers: fileHandlers,
    examples: fileExamples,
  },
  ...readingGroups,
  rehearsals: {
    tag: 'Rehearsals',
    description: 'Drafts walked through in the sandbox of the organisation, role by role.',
    routes: groupRoutes.rehearsals,
    handlers: rehearsalHandlers,
    examples: rehearsalExamples,
  },
  validators: {
    tag: 'Validators',
    description: 'The pool, and the seats of this node.',
    routes: groupRoutes.validators,
    handlers: validatorHandlers,
    examples: validatorExamples,
  },
  validation: {
    tag: 'Validation',
    description: 'Design-level routes of the validator service.',
    routes: groupRoutes.validation,
    handlers: validationHandlers,
    examples: validationExamples,
  },
  peers: {
    tag: 'Peers',
    description: 'The nodes that this one knows, and what an operator does about them.',
    routes: groupRoutes.peers,
    handlers: peerHandlers,
    examples: peerExamples,
  },
  replication: {
    tag: 'Replication',
    description: 'Registers that peers offer, and those that this node replicates.',
    routes: groupRoutes.replication,
    handlers: replicationHandlers,
    examples: replicationExamples,
  },
  templates: {
    tag: 'Templates',
    description: 'Blueprints with parameters: those that come with the program, and those of the organisation.',
    routes: groupRoutes.templates,
    handlers: templateHandlers,
    examples: templateExamples,
  },
  store: {
    tag: 'Store',
    description: 'The store of this node, for its operator.',
    routes: groupRoutes.store,
    handlers: storeHandlers,
    examples: storeExamples,
  },
  outgoing: {
    tag: 'Outgoing',
    description: 'Whether this node reaches servers of others, and people by mail.',
    routes: groupRoutes.outgoing,
    handlers: outgoingHandlers,
    examples: outgoingExamples,
  },
  metrics: {
    tag: 'Metrics',
    description: 'Figures of the validators of this node.',
    routes: groupRoutes.metrics,
    handlers: metricsHandlers,
    examples: metricsExamples,
  },
  health: {
    tag: 'Health',
    description: 'Liveness, readiness, counts and metrics.',
    routes: groupRoutes.health,
    handlers: healthHandlers,
    examples: healthExamples,
  },
  internal: {
    tag: 'Internal',
    description: 'What is answered at listeners of their own, and never at the public one.',
    routes: groupRoutes.internal,
    handlers: internalHandlers,
    examples: internalExamples,
  },
  serviceAuth: {
    tag: 'Service authentication',
    description: 'Tokens of services, at the listeners for services.',
    routes: groupRoutes.serviceAuth,
    handlers: serviceAuthHandlers,
    examples: serviceAuthExamples,
  },
};
