// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { servicePrincipalRoutes } from './routes.js';

const named = {
  id: EXAMPLE.servicePrincipalId,
  serviceName: 'Inbox',
  clientId: EXAMPLE.clientId,
  scopes: ['dockets:write'],
};
const view = {
  ...named,
  hasRights: true,
  status: 'Active',
  hasSecret: true,
  secretSetAt: EXAMPLE.time,
  createdAt: EXAMPLE.time,
  createdBy: EXAMPLE.administratorId,
} as const;
const once = { clientSecret: EXAMPLE.clientSecret, warning: 'Keep the secret now.' };
const params = { id: EXAMPLE.servicePrincipalId };

export const servicePrincipalExamples: Examples<typeof servicePrincipalRoutes> = {
  createServicePrincipal: {
    input: { body: { serviceName: 'Docket courier', scopes: ['dockets:write'], clientId: 'docket-courier' } },
    output: { ...named, ...once },
  },
  listServicePrincipals: {
    input: { query: { status: 'Active' } },
    output: { servicePrincipals: [view], totalCount: 1 },
  },
  getServicePrincipal: { input: { params }, output: view },
  getServicePrincipalByClient: { input: { params: { clientId: EXAMPLE.clientId } }, output: view },
  setServiceScopes: { input: { headers: {}, params, body: { scopes: ['dockets:write'] } }, output: view },
  suspendServicePrincipal: { input: { params }, output: undefined },
  reactivateServicePrincipal: { input: { params }, output: undefined },
  rotateServicePrincipalSecret: { input: { params }, output: { clientId: EXAMPLE.clientId, ...once } },
  deleteServicePrincipal: { input: { params }, output: undefined },
};
