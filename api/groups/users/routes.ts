// Users of an organisation, for its administrators.
import Type from 'typebox';
import { route } from '../../define.js';
import { UserView } from '../../schemas/accounts/tenant.js';
import { named, PageQuery, Uuid } from '../../schemas/base/common.js';

const OrganisationParams = Type.Object({ organizationId: Uuid });
const UserParams = Type.Object({ organizationId: Uuid, userId: Uuid });

export const UserList = named('UserList', { users: Type.Array(UserView), totalCount: Type.Integer() });

export const userRoutes = {
  listUsers: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/users',
    can: 'RequireAdministrator',
    summary: 'List the users of an organisation',
    input: { params: OrganisationParams, query: PageQuery },
    output: UserList,
    errors: ['ORGANISATION_NOT_FOUND'],
  }),
  unlockUser: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/users/:userId/unlock',
    can: 'RequireAdministrator',
    summary: 'Lift the lock of failed logins',
    description:
      'For the first organisation of the user, and for a SystemAdmin: the lock guards the account in all its organisations.',
    input: { params: UserParams },
    output: { 204: null },
    errors: ['ORGANISATION_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN'],
  }),
  suspendUser: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/users/:userId/suspend',
    can: 'RequireAdministrator',
    summary: 'Suspend a user and end its sessions',
    input: { params: UserParams },
    output: { 204: null },
    errors: ['ORGANISATION_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN'],
  }),
  reactivateUser: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/users/:userId/reactivate',
    can: 'RequireAdministrator',
    summary: 'End the suspension of a user',
    input: { params: UserParams },
    output: { 204: null },
    errors: ['ORGANISATION_NOT_FOUND', 'USER_NOT_FOUND'],
  }),
};
