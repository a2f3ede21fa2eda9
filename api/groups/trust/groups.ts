// Groups of operations about whom organisations trust: rows of the table of groups.
import { organisationCertificateExamples } from './organisation-certificates/examples.js';
import { organisationCertificateHandlers } from './organisation-certificates/handlers.js';
import { trustGroupRoutes } from './routes.js';
import { trustListExamples } from './trust-lists/examples.js';
import { trustListHandlers } from './trust-lists/handlers.js';

export const trustGroups = {
  trustLists: {
    tag: 'Trust lists',
    description: 'Signed lists of authorities (ETSI TS 119 612) that an organisation trusts.',
    routes: trustGroupRoutes.trustLists,
    handlers: trustListHandlers,
    examples: trustListExamples,
  },
  organisationCertificates: {
    tag: 'Organisation certificates',
    description: 'X.509 certificates of the wallets by which an organisation issues and asks for credentials.',
    routes: trustGroupRoutes.organisationCertificates,
    handlers: organisationCertificateHandlers,
    examples: organisationCertificateExamples,
  },
};
