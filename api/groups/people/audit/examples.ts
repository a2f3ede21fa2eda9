// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { auditRoutes } from './routes.js';

const page = {
  items: [
    {
      id: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a003',
      time: EXAMPLE.time,
      organizationId: EXAMPLE.organisationId,
      eventType: 'LoginFailed',
      identityId: EXAMPLE.userPlatformId,
      address: '192.0.2.1',
      success: false,
      details: { failures: 1 },
    },
  ],
  next: null,
} as const;

export const auditExamples: Examples<typeof auditRoutes> = {
  listAuditEvents: {
    input: { params: { organizationId: EXAMPLE.organisationId }, query: { pageSize: 20, success: false } },
    output: { ...page, page: 1, pageSize: 20, totalCount: 1 },
  },
  listPlatformAuditEvents: { input: { query: { pageSize: 20, eventType: 'LoginFailed' } }, output: page },
};
