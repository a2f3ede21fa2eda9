// THE list of groups: definitions, handlers and examples side by side. The mapped type makes a group without handlers or examples a compile error.
import type { Examples, Handlers } from '../define.js';
import type { ApiDeps } from '../deps.js';
import { accessGrantExamples } from './access-grants/examples.js';
import { accessGrantHandlers } from './access-grants/handlers.js';
import { actionExamples } from './actions/examples.js';
import { actionHandlers } from './actions/handlers.js';
import { auditExamples } from './audit/examples.js';
import { auditHandlers } from './audit/handlers.js';
import { authExamples } from './auth/examples.js';
import { authHandlers } from './auth/handlers.js';
import { blueprintExamples } from './blueprints/examples.js';
import { blueprintHandlers } from './blueprints/handlers.js';
import { citizenWalletExamples } from './citizen-wallet/examples.js';
import { citizenWalletHandlers } from './citizen-wallet/handlers.js';
import { docketExamples } from './dockets/examples.js';
import { docketHandlers } from './dockets/handlers.js';
import { executionExamples } from './execution/examples.js';
import { executionHandlers } from './execution/handlers.js';
import { federationExamples } from './federation/examples.js';
import { federationHandlers } from './federation/handlers.js';
import { fileExamples } from './files/examples.js';
import { fileHandlers } from './files/handlers.js';
import { governanceExamples } from './governance/examples.js';
import { governanceHandlers } from './governance/handlers.js';
import { healthExamples } from './health/examples.js';
import { healthHandlers } from './health/handlers.js';
import { identityProviderExamples } from './identity-providers/examples.js';
import { identityProviderHandlers } from './identity-providers/handlers.js';
import { inboxExamples } from './inbox/examples.js';
import { inboxHandlers } from './inbox/handlers.js';
import { instanceExamples } from './instances/examples.js';
import { instanceHandlers } from './instances/handlers.js';
import { internalExamples } from './internal/examples.js';
import { internalHandlers } from './internal/handlers.js';
import { invitationExamples } from './invitations/examples.js';
import { invitationHandlers } from './invitations/handlers.js';
import { metricsExamples } from './metrics/examples.js';
import { metricsHandlers } from './metrics/handlers.js';
import { operationExamples } from './operations/examples.js';
import { operationHandlers } from './operations/handlers.js';
import { organisationKeyExamples } from './organisation-keys/examples.js';
import { organisationKeyHandlers } from './organisation-keys/handlers.js';
import { organizationSettingsExamples } from './organization-settings/examples.js';
import { organizationSettingsHandlers } from './organization-settings/handlers.js';
import { organizationExamples } from './organizations/examples.js';
import { organizationHandlers } from './organizations/handlers.js';
import { outgoingExamples } from './outgoing/examples.js';
import { outgoingHandlers } from './outgoing/handlers.js';
import { participantExamples } from './participants/examples.js';
import { participantHandlers } from './participants/handlers.js';
import { peerExamples } from './peers/examples.js';
import { peerHandlers } from './peers/handlers.js';
import { personGroups } from './person-groups.js';
import { platformExamples } from './platform/examples.js';
import { platformHandlers } from './platform/handlers.js';
import { queryExamples } from './query/examples.js';
import { queryHandlers } from './query/handlers.js';
import { registerExamples } from './registers/examples.js';
import { registerHandlers } from './registers/handlers.js';
import { rehearsalExamples } from './rehearsals/examples.js';
import { rehearsalHandlers } from './rehearsals/handlers.js';
import { replicationExamples } from './replication/examples.js';
import { replicationHandlers } from './replication/handlers.js';
import { groupRoutes } from './routes.js';
import { serviceAuthExamples } from './service-auth/examples.js';
import { serviceAuthHandlers } from './service-auth/handlers.js';
import { servicePrincipalExamples } from './service-principals/examples.js';
import { servicePrincipalHandlers } from './service-principals/handlers.js';
import { signInGroups } from './sign-in-groups.js';
import { storeExamples } from './store/examples.js';
import { storeHandlers } from './store/handlers.js';
import { templateExamples } from './templates/examples.js';
import { templateHandlers } from './templates/handlers.js';
import { tokenExamples } from './tokens/examples.js';
import { tokenHandlers } from './tokens/handlers.js';
import { transactionExamples } from './transactions/examples.js';
import { transactionHandlers } from './transactions/handlers.js';
import { userExamples } from './users/examples.js';
import { userHandlers } from './users/handlers.js';
import { validationExamples } from './validation/examples.js';
import { validationHandlers } from './validation/handlers.js';
import { validatorExamples } from './validators/examples.js';
import { validatorHandlers } from './validators/handlers.js';
import { walletLinkExamples } from './wallet-links/examples.js';
import { walletLinkHandlers } from './wallet-links/handlers.js';
import { walletExamples } from './wallets/examples.js';
import { walletHandlers } from './wallets/handlers.js';

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
  servicePrincipals: {
    tag: 'Service principals',
    description: 'Services that may get tokens of their own.',
    routes: groupRoutes.servicePrincipals,
    handlers: servicePrincipalHandlers,
    examples: servicePrincipalExamples,
  },
  organizations: {
    tag: 'Organizations',
    description: 'Organisations of the installation.',
    routes: groupRoutes.organizations,
    handlers: organizationHandlers,
    examples: organizationExamples,
  },
  organizationSettings: {
    tag: 'Organization settings',
    description: 'Settings of an organisation, its figures, and the retention of its audit trail.',
    routes: groupRoutes.organizationSettings,
    handlers: organizationSettingsHandlers,
    examples: organizationSettingsExamples,
  },
  platform: {
    tag: 'Platform',
    description: 'Settings of the platform, and the bootstrap of its first organisation.',
    routes: groupRoutes.platform,
    handlers: platformHandlers,
    examples: platformExamples,
  },
  walletLinks: {
    tag: 'Linked wallets',
    description: 'Participants of an organisation, and the wallets that they proved to be their own.',
    routes: groupRoutes.walletLinks,
    handlers: walletLinkHandlers,
    examples: walletLinkExamples,
  },
  users: {
    tag: 'Users',
    description: 'Users of an organisation, for its administrators.',
    routes: groupRoutes.users,
    handlers: userHandlers,
    examples: userExamples,
  },
  invitations: {
    tag: 'Invitations',
    description: 'How people come into an organisation: invited by its administrators, by their own act.',
    routes: groupRoutes.invitations,
    handlers: invitationHandlers,
    examples: invitationExamples,
  },
  identityProviders: {
    tag: 'Identity providers',
    description: 'Where the people of an organisation sign in, as its administrators configure it.',
    routes: groupRoutes.identityProviders,
    handlers: identityProviderHandlers,
    examples: identityProviderExamples,
  },
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
  wallets: {
    tag: 'Wallets',
    description: 'Wallets, and the use of their keys.',
    routes: groupRoutes.wallets,
    handlers: walletHandlers,
    examples: walletExamples,
  },
  organisationKeys: {
    tag: 'Organisation keys',
    description: 'The master key of an organisation, and the keys of its members that follow from it.',
    routes: groupRoutes.organisationKeys,
    handlers: organisationKeyHandlers,
    examples: organisationKeyExamples,
  },
  citizenWallet: {
    tag: 'Citizen wallet',
    description: 'The wallet of a citizen: what is pending, and the key that credentials are bound to.',
    routes: groupRoutes.citizenWallet,
    handlers: citizenWalletHandlers,
    examples: citizenWalletExamples,
  },
  accessGrants: {
    tag: 'Access grants',
    description: 'Who else may see or use a wallet.',
    routes: groupRoutes.accessGrants,
    handlers: accessGrantHandlers,
    examples: accessGrantExamples,
  },
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
  query: {
    tag: 'Queries',
    description: 'Sealed transactions by wallet, sender, blueprint and predecessor.',
    routes: groupRoutes.query,
    handlers: queryHandlers,
    examples: queryExamples,
  },
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
