// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { deviceRoutes } from './routes.js';

export const deviceExamples: Examples<typeof deviceRoutes> = {
  listDevices: {
    input: {},
    output: {
      devices: [
        {
          deviceId: EXAMPLE.deviceId,
          label: "Uma's phone",
          platform: 'ios',
          status: 'Active',
          enrolledAt: EXAMPLE.time,
          revokedAt: null,
          lastSeenAt: EXAMPLE.time,
          delegationExpiresAt: null,
        },
      ],
    },
  },
  hasAnyDevice: { input: {}, output: { hasAnyDevice: true, latestEnrolledAt: EXAMPLE.time } },
  renewDeviceCredential: {
    input: { params: { deviceId: EXAMPLE.deviceId }, body: { keyProof: 'eyJ...' } },
    output: { credential: 'eyJ...~', delegationExpiresAt: '2027-02-19T10:00:00.000Z' },
  },
  revokeDevice: { input: { params: { deviceId: EXAMPLE.deviceId } }, output: undefined },
};
