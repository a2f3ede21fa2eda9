// Groups of the ways into an account, for the one list in index.ts.
import { pageExamples } from './pages/examples.js';
import { pageHandlers } from './pages/handlers.js';
import { passkeyExamples } from './passkeys/examples.js';
import { passkeyHandlers } from './passkeys/handlers.js';
import { passwordResetExamples } from './password-resets/examples.js';
import { passwordResetHandlers } from './password-resets/handlers.js';
import { programSignInExamples } from './program-sign-ins/examples.js';
import { programSignInHandlers } from './program-sign-ins/handlers.js';
import { registrationExamples } from './registration/examples.js';
import { registrationHandlers } from './registration/handlers.js';
import { groupRoutes } from './routes.js';
import { sessionExamples } from './sessions/examples.js';
import { sessionHandlers } from './sessions/handlers.js';
import { stepUpExamples } from './step-up/examples.js';
import { stepUpHandlers } from './step-up/handlers.js';
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
  sessions: {
    tag: 'Sessions',
    description: 'Sessions of the own account.',
    routes: groupRoutes.sessions,
    handlers: sessionHandlers,
    examples: sessionExamples,
  },
  stepUp: {
    tag: 'Step-up',
    description: 'A fresh proof of who is signed in, for what writes rights, secrets, keys or ways in.',
    routes: groupRoutes.stepUp,
    handlers: stepUpHandlers,
    examples: stepUpExamples,
  },
  passwordResets: {
    tag: 'Password resets',
    description: 'A new password by a mail, for who forgot the old one.',
    routes: groupRoutes.passwordResets,
    handlers: passwordResetHandlers,
    examples: passwordResetExamples,
  },
  programSignIns: {
    tag: 'Programs',
    description: 'Programs that get the session of a person who signs in with a browser.',
    routes: groupRoutes.programSignIns,
    handlers: programSignInHandlers,
    examples: programSignInExamples,
  },
  pages: {
    tag: 'Pages',
    description: 'Pages for people: to sign in, to manage how, and behind the links of mails.',
    routes: groupRoutes.pages,
    handlers: pageHandlers,
    examples: pageExamples,
  },
  passkeys: {
    tag: 'Passkeys',
    description: 'Passkeys (Web Authentication) as the way to sign in, and as a second factor.',
    routes: groupRoutes.passkeys,
    handlers: passkeyHandlers,
    examples: passkeyExamples,
  },
};
