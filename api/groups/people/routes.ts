// Definitions of operations about organisations, their people, inboxes, devices and events.
import { auditRoutes } from './audit/routes.js';
import { deviceRoutes } from './devices/routes.js';
import { enrolmentRoutes } from './enrolment/routes.js';
import { invitationRoutes } from './invitations/routes.js';
import { organizationSettingsRoutes } from './organization-settings/routes.js';
import { organizationRoutes } from './organizations/routes.js';
import { personalInboxRoutes } from './personal-inbox/routes.js';
import { platformRoutes } from './platform/routes.js';
import { preferenceRoutes } from './preferences/routes.js';
import { userRoutes } from './users/routes.js';
import { webhookRoutes } from './webhooks/routes.js';

export const peopleGroupRoutes = {
  organizations: organizationRoutes,
  organizationSettings: organizationSettingsRoutes,
  platform: platformRoutes,
  users: userRoutes,
  invitations: invitationRoutes,
  webhooks: webhookRoutes,
  devices: deviceRoutes,
  enrolment: enrolmentRoutes,
  personalInbox: personalInboxRoutes,
  preferences: preferenceRoutes,
  audit: auditRoutes,
} as const;
