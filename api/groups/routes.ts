// THE list of definitions. The typed client is derived from it without touching a handler.
import { authRoutes } from './auth/routes.js';
import { healthRoutes } from './health/routes.js';
import { organizationRoutes } from './organizations/routes.js';
import { userRoutes } from './users/routes.js';

export const groupRoutes = {
  auth: authRoutes,
  organizations: organizationRoutes,
  users: userRoutes,
  health: healthRoutes,
};

/** Every operation by its operationId. */
export const allRoutes = {
  ...authRoutes,
  ...organizationRoutes,
  ...userRoutes,
  ...healthRoutes,
};

export type AllRoutes = typeof allRoutes;
