// Groups of organisations, their people and services: rows of the table of groups (index.ts).
import { identityProviderExamples } from './identity-providers/examples.js';
import { identityProviderHandlers } from './identity-providers/handlers.js';
import { invitationExamples } from './invitations/examples.js';
import { invitationHandlers } from './invitations/handlers.js';
import { organizationSettingsExamples } from './organization-settings/examples.js';
import { organizationSettingsHandlers } from './organization-settings/handlers.js';
import { organizationExamples } from './organizations/examples.js';
import { organizationHandlers } from './organizations/handlers.js';
import { platformExamples } from './platform/examples.js';
import { platformHandlers } from './platform/handlers.js';
import { groupRoutes } from './routes.js';
import { servicePrincipalExamples } from './service-principals/examples.js';
import { servicePrincipalHandlers } from './service-principals/handlers.js';
import { userExamples } from './users/examples.js';
import { userHandlers } from './users/handlers.js';
import { walletLinkExamples } from './wallet-links/examples.js';
import { walletLinkHandlers } from './wallet-links/handlers.js';
import { webhookExamples } from './webhooks/examples.js';
import { webhookHandlers } from './webhooks/handlers.js';

export const organizationGroups = {
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
  webhooks: {
    tag: 'Webhooks',
    description: 'Programs of an organisation that are told of its events, and what was delivered to them.',
    routes: groupRoutes.webhooks,
    handlers: webhookHandlers,
    examples: webhookExamples,
  },
};
