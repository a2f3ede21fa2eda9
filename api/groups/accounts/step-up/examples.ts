// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { stepUpRoutes } from './routes.js';

export const stepUpExamples: Examples<typeof stepUpRoutes> = {
  stepUp: {
    input: { body: { password: EXAMPLE.password } },
    output: {
      ...{ accessToken: EXAMPLE.accessToken, refreshToken: EXAMPLE.refreshToken, tokenType: 'Bearer' },
      expiresIn: 3600,
    },
  },
  beginStepUp: {
    input: {},
    output: {
      transactionId: 'oF2yq8Zk3hWn6vBtR1xJcD5mLsPaEuGi7QwT0rYzXbM',
      options: { challenge: 'q8Zk3hWn6vBtR1xJcD5mLsPaEuGi7QwT0rYzXbMoF2w', rpId: 'localhost' },
    },
  },
};
