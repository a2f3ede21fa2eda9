// Definitions of operations about ways into an account, sessions, tokens and services.
import { authRoutes } from './auth/routes.js';
import { authorizationServerRoutes } from './authorization-server/routes.js';
import { consoleSessionRoutes } from './console-sessions/routes.js';
import { federationRoutes } from './federation/routes.js';
import { identityProviderRoutes } from './identity-providers/routes.js';
import { pageRoutes } from './pages/routes.js';
import { passkeyRoutes } from './passkeys/routes.js';
import { passwordResetRoutes } from './password-resets/routes.js';
import { programClientRoutes } from './program-clients/routes.js';
import { programConsentRoutes } from './program-consents/routes.js';
import { programRequestRoutes } from './program-requests/routes.js';
import { programSignInRoutes } from './program-sign-ins/routes.js';
import { registrationRoutes } from './registration/routes.js';
import { serviceAuthRoutes } from './service-auth/routes.js';
import { servicePrincipalRoutes } from './service-principals/routes.js';
import { sessionRoutes } from './sessions/routes.js';
import { stepUpRoutes } from './step-up/routes.js';
import { tokenRoutes } from './tokens/routes.js';
import { totpRoutes } from './totp/routes.js';

export const accountGroupRoutes = {
  auth: authRoutes,
  totp: totpRoutes,
  tokens: tokenRoutes,
  servicePrincipals: servicePrincipalRoutes,
  passkeys: passkeyRoutes,
  registration: registrationRoutes,
  sessions: sessionRoutes,
  consoleSessions: consoleSessionRoutes,
  stepUp: stepUpRoutes,
  passwordResets: passwordResetRoutes,
  programSignIns: programSignInRoutes,
  authorizationServer: authorizationServerRoutes,
  programRequests: programRequestRoutes,
  programClients: programClientRoutes,
  programConsents: programConsentRoutes,
  pages: pageRoutes,
  identityProviders: identityProviderRoutes,
  federation: federationRoutes,
  serviceAuth: serviceAuthRoutes,
} as const;
