// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { preferenceRoutes } from './routes.js';

const preferences = {
  theme: 'Dark',
  language: 'en-GB',
  timeFormat: 'TwentyFourHour',
  defaultWalletAddress: null,
  notificationsEnabled: true,
  notificationMethod: 'InApp',
  notificationFrequency: 'RealTime',
} as const;

export const preferenceExamples: Examples<typeof preferenceRoutes> = {
  getPreferences: {
    input: {},
    output: { ...preferences, theme: 'System', language: 'en', updatedAt: null },
  },
  putPreferences: {
    input: { headers: {}, body: { theme: 'Dark', language: 'en-GB' } },
    output: { ...preferences, updatedAt: EXAMPLE.time },
  },
  getDefaultWallet: { input: {}, output: { defaultWalletAddress: null } },
  putDefaultWallet: {
    input: { body: { walletAddress: EXAMPLE.walletAddress } },
    output: { defaultWalletAddress: EXAMPLE.walletAddress },
  },
  deleteDefaultWallet: { input: {}, output: undefined },
};
