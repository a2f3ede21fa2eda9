// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import type { passwordResetRoutes } from './routes.js';

export const passwordResetExamples: Examples<typeof passwordResetRoutes> = {
  forgotPassword: {
    input: { body: { email: 'cara@citizens.example' } },
    output: { success: true, message: 'If an account has that address, a mail goes to it.' },
  },
  resetPassword: {
    input: {
      body: { token: 'oF2yq8Zk3hWn6vBtR1xJcD5mLsPaEuGi7QwT0rYzXbM', newPassword: 'nine amber lanterns drift' },
    },
    output: { success: true, message: 'The password is set: log in with it.' },
  },
};
