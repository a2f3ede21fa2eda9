// Groups of the ways into an account, for the one list in index.ts.
import { passkeyExamples } from './passkeys/examples.js';
import { passkeyHandlers } from './passkeys/handlers.js';
import { registrationExamples } from './registration/examples.js';
import { registrationHandlers } from './registration/handlers.js';
import { groupRoutes } from './routes.js';
import { totpExamples } from './totp/examples.js';
import { totpHandlers } from './totp/handlers.js';

export const signInGroups = {
  totp: {
    tag: 'One-time codes',
    description: 'Codes of an authenticator app as a second factor.',
    routes: groupRoutes.totp,
    handlers: totpHandlers,
    examples: totpExamples,
  },
  registration: {
    tag: 'Registration',
    description: 'How people get an account by themselves, and how an address is verified.',
    routes: groupRoutes.registration,
    handlers: registrationHandlers,
    examples: registrationExamples,
  },
  passkeys: {
    tag: 'Passkeys',
    description: 'Passkeys (Web Authentication) as the way to sign in, and as a second factor.',
    routes: groupRoutes.passkeys,
    handlers: passkeyHandlers,
    examples: passkeyExamples,
  },
};
