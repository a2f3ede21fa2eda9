// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { registrationRoutes } from './routes.js';

export const registrationExamples: Examples<typeof registrationRoutes> = {
  register: {
    input: {
      body: {
        orgSubdomain: 'public',
        email: 'cara@citizens.example',
        password: 'nine amber lanterns drift',
        displayName: 'Cara Citizen',
      },
    },
    output: {
      success: true,
      userId: EXAMPLE.userId,
      message: 'The address gets a mail: the account is there when it was verified.',
    },
  },
  verifyEmail: {
    input: {
      body: { token: 'oF2yq8Zk3hWn6vBtR1xJcD5mLsPaEuGi7QwT0rYzXbM', password: 'nine amber lanterns drift' },
    },
    output: { success: true, message: 'The address is verified: log in.' },
  },
  resendVerification: {
    input: { body: { email: 'cara@citizens.example' } },
    output: { success: true, message: 'The address gets a mail.' },
  },
};
