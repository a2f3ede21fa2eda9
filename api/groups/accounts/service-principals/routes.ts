// Service principals: who may get tokens of the tier service. Scopes give rights on the node itself, so that only the
// operator makes and changes them.
import Type from 'typebox';
import {
  SCOPE_LENGTH_MAX,
  SERVICE_PRINCIPALS_MAX,
  SERVICE_SCOPES_MAX,
} from '../../../../core/base/limits/node/accounts.js';
import { CLIENT_ID, SCOPES, SCOPES_EXPLAINED } from '../../../../core/tenant/services/principal.js';
import { route } from '../../../define.js';
import {
  CursorPageQuery,
  IfMatchHeader,
  NextCursor,
  namedObject,
  Timestamp,
  Uuid,
} from '../../../schemas/base/common.js';
import { nameSchema } from '../../../schemas/base/names.js';

const ClientId = Type.String({
  documented: { pattern: CLIENT_ID.source },
  minLength: 1,
  maxLength: 128,
  description: 'Claim sub of its tokens, and the last segment of its SPIFFE URI. Made where it is absent.',
  examples: ['inbox'],
});
const Scope = Type.Enum(Object.values(SCOPES), { title: 'ServiceScope' });
const Scopes = Type.Array(Type.String({ maxLength: SCOPE_LENGTH_MAX, documented: Scope }), {
  maxItems: SERVICE_SCOPES_MAX,
  documented: { uniqueItems: true },
  description: SCOPES_EXPLAINED,
});
const PrincipalParams = Type.Object({ id: Uuid });
const ClientParams = Type.Object({ clientId: ClientId });
const PrincipalStatus = Type.Enum(['Active', 'Suspended', 'Revoked'], { title: 'ServicePrincipalStatus' });

export const CreateServicePrincipal = namedObject('CreateServicePrincipal', {
  serviceName: nameSchema(100),
  scopes: Scopes,
  clientId: Type.Optional(ClientId),
  organizationId: Type.Optional(
    Type.String({
      ...Uuid,
      description:
        'The organisation that it works for, whose registers, people and tokens it sees alone. Without one it works for the operator, and sees those of all.',
    }),
  ),
});

const principal = {
  id: Uuid,
  serviceName: Type.String(),
  clientId: Type.String(),
  scopes: Type.Array(Type.String()),
};
export const PrincipalView = namedObject('ServicePrincipal', {
  ...principal,
  hasRights: Type.Boolean({
    description: 'False without a scope: it may ask who it is, renew its secret and end its token, and nothing else.',
  }),
  organizationId: Type.Optional(Uuid),
  status: PrincipalStatus,
  hasSecret: Type.Boolean(),
  secretSetAt: Type.Optional(Timestamp),
  createdAt: Timestamp,
  createdBy: Type.String({ description: 'Organisation-scoped user id (claim sub) of who made it.' }),
});
const secret = {
  clientSecret: Type.Optional(
    Type.String({
      description: 'Shown this once. Absent where shared secrets are disabled (serviceAuth.disableSharedSecrets).',
    }),
  ),
  warning: Type.String(),
};
export const CreatedPrincipal = namedObject('CreatedServicePrincipal', { ...principal, ...secret });
export const RotatedSecret = namedObject('RotatedServiceSecret', {
  clientId: Type.String(),
  clientSecret: Type.String({ description: 'Shown this once.' }),
  warning: Type.String(),
});
export const PrincipalList = namedObject('ServicePrincipalList', {
  servicePrincipals: Type.Array(PrincipalView, { description: 'Oldest first.' }),
  totalCount: Type.Integer(),
  nextCursor: NextCursor,
});
export const ScopeChange = namedObject('ServiceScopes', { scopes: Scopes });

const ListQuery = Type.Object({ ...CursorPageQuery.properties, status: Type.Optional(PrincipalStatus) });
const CHANGED = ['SERVICE_PRINCIPAL_NOT_FOUND', 'SERVICE_PRINCIPAL_REVOKED'] as const;
const ENDS = 'Its tokens of before end at once, those by which it acts for users too.';

export const servicePrincipalRoutes = {
  createServicePrincipal: route({
    method: 'POST',
    url: '/api/service-principals',
    writes: 'node',
    can: 'RequireSystemAdmin',
    takesRecentSignIn: true,
    summary: 'Create a service principal and show its secret once',
    description: `A node keeps at most ${SERVICE_PRINCIPALS_MAX}, deleted ones too: a client id is never given twice, because wallets belong to it.`,
    input: { body: CreateServicePrincipal },
    output: { 201: CreatedPrincipal },
    errors: [
      'CLIENT_ID_INVALID',
      'CLIENT_ID_TAKEN',
      'SCOPE_INVALID',
      'ORGANISATION_NOT_FOUND',
      'SERVICE_PRINCIPALS_FULL',
    ],
    secretAnswer: true,
  }),
  listServicePrincipals: route({
    method: 'GET',
    url: '/api/service-principals',
    can: 'RequireSystemAdmin',
    summary: 'List service principals',
    input: { query: ListQuery },
    output: PrincipalList,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  getServicePrincipal: route({
    method: 'GET',
    url: '/api/service-principals/:id',
    can: 'RequireSystemAdmin',
    summary: 'Read a service principal',
    input: { params: PrincipalParams },
    output: PrincipalView,
    errors: ['SERVICE_PRINCIPAL_NOT_FOUND'],
  }),
  getServicePrincipalByClient: route({
    method: 'GET',
    url: '/api/service-principals/by-client/:clientId',
    can: 'RequireSystemAdmin',
    summary: 'Read the service principal of a client id',
    input: { params: ClientParams },
    output: PrincipalView,
    errors: ['SERVICE_PRINCIPAL_NOT_FOUND'],
  }),
  setServiceScopes: route({
    method: 'PUT',
    url: '/api/service-principals/:id/scopes',
    writes: 'node',
    can: 'RequireSystemAdmin',
    takesRecentSignIn: true,
    summary: 'Change the scopes of a service principal',
    description: 'Where a scope goes, the tokens of before end at once.',
    input: { params: PrincipalParams, body: ScopeChange, headers: IfMatchHeader },
    output: PrincipalView,
    errors: [...CHANGED, 'SCOPE_INVALID', 'RESOURCE_CHANGED'],
  }),
  suspendServicePrincipal: route({
    method: 'POST',
    url: '/api/service-principals/:id/suspend',
    writes: 'node',
    can: 'RequireSystemAdmin',
    summary: 'Suspend a service principal',
    description: ENDS,
    input: { params: PrincipalParams },
    output: { 204: null },
    errors: CHANGED,
  }),
  reactivateServicePrincipal: route({
    method: 'POST',
    url: '/api/service-principals/:id/reactivate',
    writes: 'node',
    can: 'RequireSystemAdmin',
    takesRecentSignIn: true,
    summary: 'Reactivate a suspended service principal',
    input: { params: PrincipalParams },
    output: { 204: null },
    errors: CHANGED,
  }),
  rotateServicePrincipalSecret: route({
    method: 'POST',
    url: '/api/service-principals/:id/rotate-secret',
    writes: 'node',
    can: 'RequireSystemAdmin',
    takesRecentSignIn: true,
    summary: 'Give a service principal another secret and show it once',
    description: `The secret of before is good no more. ${ENDS}`,
    input: { params: PrincipalParams },
    output: RotatedSecret,
    errors: [...CHANGED, 'SHARED_SECRETS_DISABLED'],
    secretAnswer: true,
  }),
  deleteServicePrincipal: route({
    method: 'DELETE',
    url: '/api/service-principals/:id',
    writes: 'node',
    can: 'RequireSystemAdmin',
    summary: 'Delete a service principal for good',
    description: `It stays in the list as Revoked, and its client id is not given again. ${ENDS}`,
    input: { params: PrincipalParams },
    output: { 204: null },
    errors: ['SERVICE_PRINCIPAL_NOT_FOUND'],
  }),
};
