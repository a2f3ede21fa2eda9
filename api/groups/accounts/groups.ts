// Groups of operations about ways into an account, sessions, tokens and services: rows of the table of groups.
import { authExamples } from './auth/examples.js';
import { authHandlers } from './auth/handlers.js';
import { authorizationServerExamples } from './authorization-server/examples.js';
import { authorizationServerHandlers } from './authorization-server/handlers.js';
import { consoleSessionExamples } from './console-sessions/examples.js';
import { consoleSessionHandlers } from './console-sessions/handlers.js';
import { federationExamples } from './federation/examples.js';
import { federationHandlers } from './federation/handlers.js';
import { identityProviderExamples } from './identity-providers/examples.js';
import { identityProviderHandlers } from './identity-providers/handlers.js';
import { pageExamples } from './pages/examples.js';
import { pageHandlers } from './pages/handlers.js';
import { passkeyExamples } from './passkeys/examples.js';
import { passkeyHandlers } from './passkeys/handlers.js';
import { passwordResetExamples } from './password-resets/examples.js';
import { passwordResetHandlers } from './password-resets/handlers.js';
import { programClientExamples } from './program-clients/examples.js';
import { programClientHandlers } from './program-clients/handlers.js';
import { programConsentExamples } from './program-consents/examples.js';
import { programConsentHandlers } from './program-consents/handlers.js';
import { programRequestExamples } from './program-requests/examples.js';
import { programRequestHandlers } from './program-requests/handlers.js';
import { programSignInExamples } from './program-sign-ins/examples.js';
import { programSignInHandlers } from './program-sign-ins/handlers.js';
import { registrationExamples } from './registration/examples.js';
import { registrationHandlers } from './registration/handlers.js';
import { accountGroupRoutes } from './routes.js';
import { serviceAuthExamples } from './service-auth/examples.js';
import { serviceAuthHandlers } from './service-auth/handlers.js';
import { servicePrincipalExamples } from './service-principals/examples.js';
import { servicePrincipalHandlers } from './service-principals/handlers.js';
import { sessionExamples } from './sessions/examples.js';
import { sessionHandlers } from './sessions/handlers.js';
import { stepUpExamples } from './step-up/examples.js';
import { stepUpHandlers } from './step-up/handlers.js';
import { tokenExamples } from './tokens/examples.js';
import { tokenHandlers } from './tokens/handlers.js';
import { totpExamples } from './totp/examples.js';
import { totpHandlers } from './totp/handlers.js';

export const accountGroups = {
  auth: {
    tag: 'Authentication',
    description: "Login, tokens and the caller's own account.",
    routes: accountGroupRoutes.auth,
    handlers: authHandlers,
    examples: authExamples,
  },
  totp: {
    tag: 'One-time codes',
    description: 'Codes of an authenticator app as a second factor.',
    routes: accountGroupRoutes.totp,
    handlers: totpHandlers,
    examples: totpExamples,
  },
  tokens: {
    tag: 'Tokens',
    description: 'Tokens of others: what one is good for, and how they end.',
    routes: accountGroupRoutes.tokens,
    handlers: tokenHandlers,
    examples: tokenExamples,
  },
  servicePrincipals: {
    tag: 'Service principals',
    description: 'Services that may get tokens of their own.',
    routes: accountGroupRoutes.servicePrincipals,
    handlers: servicePrincipalHandlers,
    examples: servicePrincipalExamples,
  },
  passkeys: {
    tag: 'Passkeys',
    description: 'Passkeys (Web Authentication) as the way to sign in, and as a second factor.',
    routes: accountGroupRoutes.passkeys,
    handlers: passkeyHandlers,
    examples: passkeyExamples,
  },
  registration: {
    tag: 'Registration',
    description: 'How people get an account by themselves, and how an address is verified.',
    routes: accountGroupRoutes.registration,
    handlers: registrationHandlers,
    examples: registrationExamples,
  },
  sessions: {
    tag: 'Sessions',
    description: 'Sessions of the own account.',
    routes: accountGroupRoutes.sessions,
    handlers: sessionHandlers,
    examples: sessionExamples,
  },
  consoleSessions: {
    tag: 'Sessions of browsers',
    description: 'The session of a browser in the console, in a cookie that no script reads.',
    routes: accountGroupRoutes.consoleSessions,
    handlers: consoleSessionHandlers,
    examples: consoleSessionExamples,
  },
  stepUp: {
    tag: 'Step-up',
    description: 'A fresh proof of who is signed in, for what writes rights, secrets, keys or ways in.',
    routes: accountGroupRoutes.stepUp,
    handlers: stepUpHandlers,
    examples: stepUpExamples,
  },
  passwordResets: {
    tag: 'Password resets',
    description: 'A new password by a mail, for who forgot the old one.',
    routes: accountGroupRoutes.passwordResets,
    handlers: passwordResetHandlers,
    examples: passwordResetExamples,
  },
  programSignIns: {
    tag: 'Programs',
    description: 'Programs that get the session of a person who signs in with a browser.',
    routes: accountGroupRoutes.programSignIns,
    handlers: programSignInHandlers,
    examples: programSignInExamples,
  },
  authorizationServer: {
    tag: 'Authorization server',
    description: 'OAuth 2.1 for programs of people: documents, requests, tokens.',
    routes: accountGroupRoutes.authorizationServer,
    handlers: authorizationServerHandlers,
    examples: authorizationServerExamples,
  },
  programRequests: {
    tag: 'Requests of programs',
    description: 'The word of a person to a program that asks for a session.',
    routes: accountGroupRoutes.programRequests,
    handlers: programRequestHandlers,
    examples: programRequestExamples,
  },
  programClients: {
    tag: 'Registered programs',
    description: 'Programs that administrators register, so that people may let them in.',
    routes: accountGroupRoutes.programClients,
    handlers: programClientHandlers,
    examples: programClientExamples,
  },
  programConsents: {
    tag: 'Programs of a person',
    description: 'The programs that a person let in.',
    routes: accountGroupRoutes.programConsents,
    handlers: programConsentHandlers,
    examples: programConsentExamples,
  },
  pages: {
    tag: 'Pages',
    description: 'Pages for people: to sign in, to manage how, and behind the links of mails.',
    routes: accountGroupRoutes.pages,
    handlers: pageHandlers,
    examples: pageExamples,
  },
  identityProviders: {
    tag: 'Identity providers',
    description: 'Where the people of an organisation sign in, as its administrators configure it.',
    routes: accountGroupRoutes.identityProviders,
    handlers: identityProviderHandlers,
    examples: identityProviderExamples,
  },
  federation: {
    tag: 'Sign-in at identity providers',
    description: 'OpenID Connect and social sign-in, and the external identities of an account.',
    routes: accountGroupRoutes.federation,
    handlers: federationHandlers,
    examples: federationExamples,
  },
  serviceAuth: {
    tag: 'Service authentication',
    description: 'Tokens of services, at the listeners for services.',
    routes: accountGroupRoutes.serviceAuth,
    handlers: serviceAuthHandlers,
    examples: serviceAuthExamples,
  },
};
