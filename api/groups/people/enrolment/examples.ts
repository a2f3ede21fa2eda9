// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE, EXAMPLE_ORIGIN } from '../../../examples/values.js';
import type { enrolmentRoutes } from './routes.js';

const device = { label: "Uma's phone", platform: 'ios' };
const session = {
  accessToken: EXAMPLE.accessToken,
  expiresIn: 3600,
  displayName: 'Uma User',
  email: EXAMPLE.userEmail,
};
const expiresAt = '2026-11-21T10:10:00.000Z';

export const enrolmentExamples: Examples<typeof enrolmentRoutes> = {
  createEnrolSession: {
    input: {},
    output: {
      sessionToken: EXAMPLE.accessToken,
      qrUrl: `${EXAMPLE_ORIGIN}/enrol#${EXAMPLE.accessToken}`,
      expiresAt,
    },
  },
  redeemEnrolSession: {
    input: { body: { sessionToken: EXAMPLE.accessToken, device } },
    output: { ...session, refreshToken: EXAMPLE.refreshToken, deviceId: EXAMPLE.deviceId },
  },
  createShortCode: {
    input: { body: { route: 'MobilewebHandoff' } },
    output: { code: '418203', expiresAt: '2026-11-21T10:05:00.000Z' },
  },
  redeemShortCode: { input: { body: { code: '418203' } }, output: session },
  sendPairingMail: { input: {}, output: undefined },
  redeemPairingLink: { input: { query: { token: 'wYfO3V0Z2mRk8bqLr1eXnPsu5c7GdTaM9JhKxEiNQ4o' } } },
};
