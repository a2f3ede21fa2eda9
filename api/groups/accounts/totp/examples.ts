// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { totpRoutes } from './routes.js';

const session = {
  accessToken: EXAMPLE.accessToken,
  refreshToken: EXAMPLE.refreshToken,
  tokenType: 'Bearer',
  expiresIn: 3600,
} as const;

const loginToken = 'Vg9cTn3Yk0xq2m7sB5wD8hJ1fL4pR6uZ0aEiOyQtXcM';

export const totpExamples: Examples<typeof totpRoutes> = {
  verifyTwoFactor: { input: { body: { loginToken, code: '492039' }, headers: {} }, output: session },
  setUpTotp: {
    input: {},
    output: {
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      qrUri:
        'otpauth://totp/Quorate%20local:uma%40northwind.example?issuer=Quorate%20local&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
      backupCodes: ['K5QW2ZLE', 'NBSWY3DP'],
    },
  },
  verifyTotp: {
    input: { body: { code: '492039' } },
    output: { success: true, message: 'Sign-ins ask for a one-time code from now on.' },
  },
  validateTotp: { input: { body: { loginToken, code: '492039' }, headers: {} }, output: session },
  validateBackupCode: { input: { body: { loginToken, backupCode: 'K5QW2ZLE' }, headers: {} }, output: session },
  disableTotp: { input: {}, output: { success: true, message: 'Sign-ins ask for no one-time code any more.' } },
  getTotpStatus: { input: {}, output: { isEnabled: true, verifiedAt: EXAMPLE.time, backupCodesLeft: 10 } },
};
