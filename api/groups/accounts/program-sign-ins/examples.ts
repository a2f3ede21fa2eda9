// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { programSignInRoutes } from './routes.js';

const code = 'oF2yq8Zk3hWn6vBtR1xJcD5mLsPaEuGi7QwT0rYzXbM';
const program = 'quorate on ada-laptop';
const session = {
  accessToken: EXAMPLE.accessToken,
  refreshToken: EXAMPLE.refreshToken,
  tokenType: 'Bearer' as const,
  expiresIn: 3600,
};

export const programSignInExamples: Examples<typeof programSignInRoutes> = {
  grantProgram: {
    input: { body: { program, codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' } },
    output: { code, expiresIn: 60 },
  },
  takeProgramSession: {
    input: { body: { code, codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' } },
    output: session,
  },
  askForDeviceCode: {
    input: { body: { program } },
    output: {
      ...{ deviceCode: code, userCode: 'BCDF-GHJK', verificationUri: 'https://ledger.example/login?device' },
      ...{ expiresIn: 300, interval: 5 },
    },
  },
  readDeviceCode: {
    input: { body: { userCode: 'BCDF-GHJK' } },
    output: { program, address: '192.0.2.7', askedAt: EXAMPLE.time },
  },
  answerDeviceCode: {
    input: { body: { userCode: 'BCDF-GHJK', isAllowed: true } },
    output: { success: true, message: 'The program is let in.' },
  },
  takeDeviceSession: { input: { body: { deviceCode: code } }, output: session },
};
