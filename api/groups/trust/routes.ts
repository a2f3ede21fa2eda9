// Definitions of operations about whom organisations trust.
import { trustListRoutes } from './trust-lists/routes.js';

export const trustGroupRoutes = {
  trustLists: trustListRoutes,
} as const;
