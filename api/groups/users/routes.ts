// Users of an organisation, for its administrators.
import Type from 'typebox';
import { route } from '../../define.js';
import { Email, named, PageQuery, Uuid } from '../../schemas/common.js';
import { DisplayName, PasswordField, UserView } from '../../schemas/tenant.js';

const OrganisationParams = Type.Object({ organizationId: Uuid });
const UserParams = Type.Object({ organizationId: Uuid, userId: Uuid });

export const CreateUser = named(
  'CreateUser',
  {
    email: Email,
    displayName: DisplayName,
    password: Type.Optional(PasswordField),
    roles: Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 }),
  },
  'Leave the password out to add an existing user of this installation to the organisation.',
);

export const UserList = named('UserList', { users: Type.Array(UserView), totalCount: Type.Integer() });

export const userRoutes = {
  createUser: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/users',
    can: 'RequireAdministrator',
    summary: 'Add a user to an organisation',
    input: { params: OrganisationParams, body: CreateUser },
    output: { 201: UserView },
    errors: [
      'ORGANISATION_NOT_FOUND',
      'EMAIL_TAKEN',
      'USER_NOT_FOUND',
      'ROLE_INVALID',
      'PASSWORD_WEAK',
      'NODE_UNAVAILABLE',
    ],
  }),
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
