// Definitions of operations about whom organisations trust.
import { organisationCertificateRoutes } from './organisation-certificates/routes.js';
import { trustListRoutes } from './trust-lists/routes.js';

export const trustGroupRoutes = {
  trustLists: trustListRoutes,
  organisationCertificates: organisationCertificateRoutes,
} as const;
