// Users of an organisation, for its administrators.
import Type from 'typebox';
import { route } from '../../../define.js';
import { DisplayName, RoleText, RoleTexts, StatusSchema, UserView } from '../../../schemas/accounts/tenant.js';
import { CursorPageQuery, IfMatchHeader, NextCursor, namedObject, Uuid } from '../../../schemas/base/common.js';

const OrganisationParams = Type.Object({ organizationId: Uuid });
const UserParams = Type.Object({ organizationId: Uuid, userId: Uuid });

export const UserList = namedObject('UserList', {
  users: Type.Array(UserView),
  totalCount: Type.Integer(),
  nextCursor: NextCursor,
});

export const UserUpdate = namedObject('OrganisationUserUpdate', {
  displayName: Type.Optional(DisplayName),
  roles: Type.Optional(RoleTexts),
  status: Type.Optional(StatusSchema),
});
export const RoleChange = namedObject('RoleChange', { role: RoleText });

const CHANGING = ['ORGANISATION_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN', 'LAST_ADMINISTRATOR'] as const;
const ENDS = 'Its sessions end where it may do less, or something else, than before.';

export const userRoutes = {
  listUsers: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/users',
    can: 'RequireAdministrator',
    summary: 'List the users of an organisation',
    input: { params: OrganisationParams, query: CursorPageQuery },
    output: UserList,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'ORGANISATION_NOT_FOUND'],
  }),
  getUser: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/users/:userId',
    can: 'RequireAdministrator',
    summary: 'Read a user of an organisation',
    input: { params: UserParams },
    output: UserView,
    errors: ['ORGANISATION_NOT_FOUND', 'USER_NOT_FOUND'],
  }),
  updateUser: route({
    method: 'PUT',
    url: '/api/organizations/:organizationId/users/:userId',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Change name, roles or status of a user',
    description: `Members that are left out stay. ${ENDS}`,
    input: { params: UserParams, body: UserUpdate, headers: IfMatchHeader },
    output: UserView,
    errors: [...CHANGING, 'ROLE_INVALID', 'RESOURCE_CHANGED'],
  }),
  setUserRole: route({
    method: 'PUT',
    url: '/api/organizations/:organizationId/users/:userId/role',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Give a user one role in the place of those it has',
    description: ENDS,
    input: { params: UserParams, body: RoleChange, headers: IfMatchHeader },
    output: UserView,
    errors: [...CHANGING, 'ROLE_INVALID', 'RESOURCE_CHANGED'],
  }),
  removeUser: route({
    method: 'DELETE',
    url: '/api/organizations/:organizationId/users/:userId',
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Remove a user from an organisation and end its sessions there',
    description: 'Its account stays, and its other memberships do.',
    input: { params: UserParams },
    output: { 204: null },
    errors: [...CHANGING],
  }),
  unlockUser: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/users/:userId/unlock',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
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
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Suspend a user and end its sessions',
    description: 'The last Administrator of an organisation stays, and so does the last SystemAdmin of the platform.',
    input: { params: UserParams },
    output: { 204: null },
    errors: [...CHANGING],
  }),
  reactivateUser: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/users/:userId/reactivate',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'End the suspension of a user',
    input: { params: UserParams },
    output: { 204: null },
    errors: [...CHANGING],
  }),
};
