// THE list of definitions. The typed client is derived from it without touching a handler.
import { accessGrantRoutes } from './access-grants/routes.js';
import { authRoutes } from './auth/routes.js';
import { healthRoutes } from './health/routes.js';
import { organizationRoutes } from './organizations/routes.js';
import { userRoutes } from './users/routes.js';
import { walletRoutes } from './wallets/routes.js';

export const groupRoutes = {
  auth: authRoutes,
  organizations: organizationRoutes,
  users: userRoutes,
  wallets: walletRoutes,
  accessGrants: accessGrantRoutes,
  health: healthRoutes,
};

/** Every operation by its operationId. */
export const allRoutes = {
  ...authRoutes,
  ...organizationRoutes,
  ...userRoutes,
  ...walletRoutes,
  ...accessGrantRoutes,
  ...healthRoutes,
};

export type AllRoutes = typeof allRoutes;
