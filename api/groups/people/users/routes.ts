// Users of an organisation, for its administrators.
import Type from 'typebox';
import { SESSIONS_SHOWN_MAX } from '../../../../core/base/limits/node/accounts.js';
import { SIGN_IN_METHODS } from '../../../../core/tenant/session.js';
import { route } from '../../../define.js';
import { ProgramScopeShown } from '../../../schemas/accounts/program-scope.js';
import { DisplayName, RoleText, RoleTexts, StatusSchema, UserView } from '../../../schemas/accounts/tenant.js';
import {
  CursorPageQuery,
  IfMatchHeader,
  NextCursor,
  namedObject,
  nullable,
  Timestamp,
  Uuid,
} from '../../../schemas/base/common.js';

const OrganisationParams = Type.Object({ organizationId: Uuid });
const UserParams = Type.Object({ organizationId: Uuid, userId: Uuid });

const SecondFactors = Type.Array(Type.Enum(['totp', 'passkey'], { title: 'SecondFactor' }), {
  description: 'The ways beside its password that the account has, of all its organisations.',
});
export const ListedUser = namedObject('ListedOrganisationUser', {
  ...UserView.properties,
  secondFactors: SecondFactors,
});
export const UserList = namedObject('UserList', {
  users: Type.Array(ListedUser),
  totalCount: Type.Integer(),
  nextCursor: NextCursor,
});

export const UserUpdate = namedObject('OrganisationUserUpdate', {
  displayName: Type.Optional(DisplayName),
  roles: Type.Optional(RoleTexts),
  status: Type.Optional(StatusSchema),
});
export const RoleChange = namedObject('RoleChange', { role: RoleText });

const SignedIn = namedObject('OrganisationUserSession', {
  method: Type.Enum([...SIGN_IN_METHODS], { title: 'SignInMethod' }),
  program: nullable(Type.String({ description: 'The program that it was given to; null for a browser.' })),
  address: nullable(Type.String()),
  signedInAt: Timestamp,
  refreshedAt: Timestamp,
});
const LetIn = namedObject('OrganisationUserProgram', {
  clientId: Type.String(),
  name: Type.String({ description: 'Of the program, as its person read it.' }),
  scopes: Type.Array(ProgramScopeShown),
  isForMcp: Type.Boolean({ description: 'For the MCP server; for the API where false.' }),
  grantedAt: Timestamp,
  standingGrants: Type.Integer({ description: 'Acts about which the program does not ask.' }),
});
export const UserSignIn = namedObject('OrganisationUserSignIn', {
  secondFactors: SecondFactors,
  isLocked: Type.Boolean({ description: 'Failed logins lock the account at one address or more.' }),
  sessions: Type.Array(SignedIn, { description: `Newest first, at most ${SESSIONS_SHOWN_MAX}.` }),
  programs: Type.Array(LetIn, { description: 'Oldest first.' }),
});

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
  getUserSignIn: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/users/:userId/sign-in',
    uncached: true,
    can: 'RequireAdministrator',
    summary: 'Read how a user signs in, where it is signed in, and which programs it let in',
    description: 'Sessions and programs of this organisation alone: what the account does elsewhere is not told.',
    input: { params: UserParams },
    output: UserSignIn,
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
