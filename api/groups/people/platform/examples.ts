// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { platformRoutes } from './routes.js';

export const platformExamples: Examples<typeof platformRoutes> = {
  getPlatformSettings: { input: {}, output: { founding: 'node', invitationDays: null } },
  listNodeSettings: {
    input: {},
    output: {
      settings: [
        {
          ...{ path: 'http.port', env: 'QUORATE_HTTP__PORT', description: 'Port of the HTTP listener.' },
          ...{ value: '9000', standard: '8080', isSecret: false, isStated: true, isLive: false, origin: 'file' },
        },
      ],
    },
  },
  updatePlatformSettings: {
    input: { headers: {}, body: { invitationDays: 14 } },
    output: { founding: 'node', invitationDays: 14 },
  },
  bootstrapTenant: {
    input: {
      body: {
        organizationName: 'First Harbour',
        organizationSubdomain: 'first-harbour',
        adminEmail: 'grace@harbour.example',
        adminName: 'Grace Harbour',
        adminPassword: 'nine paper boats drift',
      },
    },
    output: {
      organizationId: EXAMPLE.organisationId,
      organizationSubdomain: 'first-harbour',
      adminUserId: EXAMPLE.administratorId,
      adminEmail: 'grace@harbour.example',
      createdAt: EXAMPLE.time,
      adminAccessToken: EXAMPLE.accessToken,
      adminRefreshToken: EXAMPLE.refreshToken,
    },
  },
};
