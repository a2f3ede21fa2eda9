// Groups of operations about organisations, their people, inboxes, devices and events: rows of the table of groups.
import { auditExamples } from './audit/examples.js';
import { auditHandlers } from './audit/handlers.js';
import { deviceExamples } from './devices/examples.js';
import { deviceHandlers } from './devices/handlers.js';
import { enrolmentExamples } from './enrolment/examples.js';
import { enrolmentHandlers } from './enrolment/handlers.js';
import { invitationExamples } from './invitations/examples.js';
import { invitationHandlers } from './invitations/handlers.js';
import { organizationSettingsExamples } from './organization-settings/examples.js';
import { organizationSettingsHandlers } from './organization-settings/handlers.js';
import { organizationExamples } from './organizations/examples.js';
import { organizationHandlers } from './organizations/handlers.js';
import { personalInboxExamples } from './personal-inbox/examples.js';
import { personalInboxHandlers } from './personal-inbox/handlers.js';
import { platformExamples } from './platform/examples.js';
import { platformHandlers } from './platform/handlers.js';
import { preferenceExamples } from './preferences/examples.js';
import { preferenceHandlers } from './preferences/handlers.js';
import { peopleGroupRoutes } from './routes.js';
import { userExamples } from './users/examples.js';
import { userHandlers } from './users/handlers.js';
import { webhookExamples } from './webhooks/examples.js';
import { webhookHandlers } from './webhooks/handlers.js';

export const peopleGroups = {
  organizations: {
    tag: 'Organizations',
    description: 'Organisations of the installation.',
    routes: peopleGroupRoutes.organizations,
    handlers: organizationHandlers,
    examples: organizationExamples,
  },
  organizationSettings: {
    tag: 'Organization settings',
    description: 'Settings of an organisation, its figures, and the retention of its audit trail.',
    routes: peopleGroupRoutes.organizationSettings,
    handlers: organizationSettingsHandlers,
    examples: organizationSettingsExamples,
  },
  platform: {
    tag: 'Platform',
    description: 'Settings of the platform, and the bootstrap of its first organisation.',
    routes: peopleGroupRoutes.platform,
    handlers: platformHandlers,
    examples: platformExamples,
  },
  users: {
    tag: 'Users',
    description: 'Users of an organisation, for its administrators.',
    routes: peopleGroupRoutes.users,
    handlers: userHandlers,
    examples: userExamples,
  },
  invitations: {
    tag: 'Invitations',
    description: 'How people come into an organisation: invited by its administrators, by their own act.',
    routes: peopleGroupRoutes.invitations,
    handlers: invitationHandlers,
    examples: invitationExamples,
  },
  webhooks: {
    tag: 'Webhooks',
    description: 'Programs of an organisation that are told of its events, and what was delivered to them.',
    routes: peopleGroupRoutes.webhooks,
    handlers: webhookHandlers,
    examples: webhookExamples,
  },
  devices: {
    tag: 'Devices',
    description: 'Devices of the caller.',
    routes: peopleGroupRoutes.devices,
    handlers: deviceHandlers,
    examples: deviceExamples,
  },
  enrolment: {
    tag: 'Enrolment',
    description: 'How a device comes to an account.',
    routes: peopleGroupRoutes.enrolment,
    handlers: enrolmentHandlers,
    examples: enrolmentExamples,
  },
  personalInbox: {
    tag: 'Personal inbox',
    description: 'Events that the caller should know of, from all of its organisations.',
    routes: peopleGroupRoutes.personalInbox,
    handlers: personalInboxHandlers,
    examples: personalInboxExamples,
  },
  preferences: {
    tag: 'Preferences',
    description: 'Choices of the caller, kept for its clients.',
    routes: peopleGroupRoutes.preferences,
    handlers: preferenceHandlers,
    examples: preferenceExamples,
  },
  audit: {
    tag: 'Audit',
    description: 'Security events: who came in, who was kept out, and what was changed.',
    routes: peopleGroupRoutes.audit,
    handlers: auditHandlers,
    examples: auditExamples,
  },
};
