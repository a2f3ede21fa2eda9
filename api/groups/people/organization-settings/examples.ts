// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { organizationSettingsRoutes } from './routes.js';

const params = { organizationId: EXAMPLE.organisationId };
const settings = {
  orgType: 'Standard',
  selfRegistrationEnabled: false,
  allowedEmailDomains: ['northwind.example'],
  auditRetentionMonths: 84,
  recentSignInFor: ['signing'],
} as const;

export const organizationSettingsExamples: Examples<typeof organizationSettingsRoutes> = {
  getOrganizationSettings: { input: { params }, output: settings },
  updateOrganizationSettings: {
    input: {
      params,
      body: { allowedEmailDomains: ['northwind.example'], auditRetentionMonths: 84, recentSignInFor: ['signing'] },
      headers: {},
    },
    output: settings,
  },
  getAuditRetention: { input: { params }, output: { retentionMonths: null } },
  setAuditRetention: { input: { params, body: { retentionMonths: 84 } }, output: { retentionMonths: 84 } },
  getOrganizationDashboard: {
    input: { params },
    output: {
      activeUserCount: 2,
      suspendedUserCount: 0,
      usersByRole: { Administrator: 1, User: 1 },
      recentLogins: [
        {
          userId: EXAMPLE.administratorId,
          displayName: 'Ada Administrator',
          email: EXAMPLE.administratorEmail,
          lastLoginAt: EXAMPLE.time,
        },
      ],
      pendingInvitationCount: 0,
      idpStatus: { isConfigured: false, isEnabled: false },
    },
  },
};
