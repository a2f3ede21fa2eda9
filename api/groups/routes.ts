// THE list of definitions. The typed client is derived from it without touching a handler.
import { healthRoutes } from './health/routes.js';

export const groupRoutes = {
  health: healthRoutes,
};

/** Every operation by its operationId. */
export const allRoutes = {
  ...healthRoutes,
};

export type AllRoutes = typeof allRoutes;
