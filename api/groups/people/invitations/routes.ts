// Invitations into an organisation: sent by its administrators, answered by who has the code.
import Type from 'typebox';
import {
  INVITATION_ATTEMPTS_MAX,
  INVITATION_DAYS_MAX,
  INVITATIONS_PENDING_MAX,
} from '../../../../core/base/limits/node/accounts.js';
import { rawRoute, route } from '../../../define.js';
import {
  DisplayName,
  PasswordField,
  RoleSchema,
  RoleText,
  RoleTexts,
  UserView,
} from '../../../schemas/accounts/tenant.js';
import { CursorPageQuery, Email, NextCursor, namedObject, Timestamp, Uuid } from '../../../schemas/base/common.js';

const OrganisationParams = Type.Object({ organizationId: Uuid });
const InvitationParams = Type.Object({ organizationId: Uuid, invitationId: Uuid });
const Code = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The code of the mail, or that the inviter was given.',
});

export const Invite = namedObject('Invite', {
  email: Email,
  displayName: DisplayName,
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description:
        'A first password, which the user changes at the first sign-in. Not used where the address has an account.',
    }),
  ),
  roles: RoleTexts,
});

const invitation = {
  id: Uuid,
  organizationId: Uuid,
  email: Email,
  displayName: Type.String(),
  roles: Type.Array(RoleSchema),
  assignedRole: Type.Optional(RoleSchema),
  status: Type.Enum(['Pending', 'Accepted', 'Declined', 'Revoked', 'Expired'], { title: 'InvitationStatus' }),
  invitedBy: Type.String({ description: 'Organisation-scoped user id (claim sub) of the inviter.' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
};

export const MailedInvite = namedObject('MailedInvite', {
  email: Email,
  role: RoleText,
  expiryDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: INVITATION_DAYS_MAX,
      description: 'auth.invitationMs of the node when absent.',
    }),
  ),
  displayName: Type.Optional(DisplayName),
});

export const InvitationView = namedObject('Invitation', invitation);
export const SentInvitation = namedObject('SentInvitation', {
  ...invitation,
  through: Type.Enum(['server', 'folder'], {
    title: 'MailChannel',
    description: 'The mail server of the node, or files that its operator reads where none is set.',
  }),
});
export const CreatedInvitation = namedObject('CreatedInvitation', {
  ...invitation,
  made: Type.Enum(['invitation']),
  code: Type.String({ description: 'Accepts the invitation. Shown this once; hand it to the invited person alone.' }),
});
export const AddedUser = namedObject('AddedUser', { ...UserView.properties, made: Type.Enum(['user']) });
export const UserOrInvitation = Type.Union([AddedUser, CreatedInvitation], {
  description: '`made` says which: a user only with a password, and only where the address had no account.',
});
export const InvitationList = namedObject('InvitationList', {
  invitations: Type.Array(InvitationView, { description: 'Newest first.' }),
  totalCount: Type.Integer(),
  nextCursor: NextCursor,
});
export const InvitationOffer = namedObject(
  'InvitationOffer',
  {
    organizationName: Type.String(),
    organizationSubdomain: Type.String(),
    email: Email,
    displayName: Type.String(),
    roles: Type.Array(RoleSchema),
    invitedBy: Type.String({ description: 'Name of the inviter.' }),
    expiresAt: Timestamp,
  },
  'The offer of an invitation, for a caller that has its code.',
);
export const InvitationAnswer = namedObject('InvitationAnswer', { code: Code });
export const InvitedAccount = namedObject('InvitedAccount', {
  code: Code,
  displayName: Type.Optional(DisplayName),
  password: PasswordField,
  takesAddress: Type.Optional(
    Type.Boolean({
      description: 'With a mailed code: an account that never verified the address loses it. False when absent.',
    }),
  ),
});

const INVITING = [
  ...['ORGANISATION_NOT_FOUND', 'EMAIL_TAKEN', 'EMAIL_DOMAIN_REFUSED', 'ROLE_INVALID'],
  ...['INVITATIONS_FULL', 'QUOTA_EXCEEDED'],
] as const;
const CLOSED = ['INVITATION_NOT_FOUND', 'INVITATION_USED', 'INVITATION_REVOKED', 'INVITATION_EXPIRED'] as const;
const JOINING = [...CLOSED, 'ORGANISATION_SUSPENDED', 'EMAIL_TAKEN', 'EMAIL_DOMAIN_REFUSED'] as const;

export const invitationRoutes = {
  inviteUser: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/users',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Add a user to an organisation, or invite one',
    description: `With a password, and an address that no account of this installation has, the user is made at once: the first sign-in changes the password, and the address is verified later (POST /api/auth/resend-verification). Else the answer has a code, and the owner of the address accepts with it. Without a password it is the same for an address with an account and for one without. It replaces a pending invitation to the same address; at most ${INVITATIONS_PENDING_MAX} wait for an answer. The code proves nothing of the address, because the inviter saw it: an account that is made with it verifies the address later (POST /api/auth/resend-verification).`,
    input: { params: OrganisationParams, body: Invite },
    output: { 201: UserOrInvitation },
    errors: [...INVITING, 'PASSWORD_WEAK', 'NODE_UNAVAILABLE'],
    secretAnswer: true,
  }),
  sendInvitation: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/invitations',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Mail an invitation with a link',
    description:
      'The code is in the mail alone: a person who accepts with it reads the mail of the address, which is verified by it. The answer and the mail are the same for an address with an account on this installation and for one without. It replaces a pending invitation to the same address.',
    input: { params: OrganisationParams, body: MailedInvite },
    output: { 201: SentInvitation },
    errors: [...INVITING, 'MAIL_REFUSED', 'MAIL_QUEUE_FULL', 'VERIFICATION_LIMIT'],
    // Mail to a person who did not ask for it.
    rate: 'platformAuth',
  }),
  showInvitationPage: rawRoute({
    method: 'GET',
    url: '/invitation',
    can: 'public',
    summary: 'Show the page behind the link of an invitation',
    description: 'The code of the link stands behind its #, which browsers do not send.',
    answers: { status: 200, type: 'text/html', schema: Type.String(), description: 'A page for browsers.' },
    errors: [],
    isPage: true,
  }),
  listInvitations: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/invitations',
    can: 'RequireAdministrator',
    summary: 'List the invitations of an organisation',
    input: { params: OrganisationParams, query: CursorPageQuery },
    output: InvitationList,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'ORGANISATION_NOT_FOUND'],
  }),
  revokeInvitation: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/invitations/:invitationId/revoke',
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Revoke an invitation without an answer',
    input: { params: InvitationParams },
    output: { 204: null },
    errors: ['ORGANISATION_NOT_FOUND', ...CLOSED],
  }),
  readInvitation: route({
    method: 'POST',
    url: '/api/invitations/read',
    writes: 'nothing',
    can: 'public',
    summary: 'See what an invitation offers',
    input: { body: InvitationAnswer },
    output: InvitationOffer,
    errors: [...CLOSED, 'ORGANISATION_SUSPENDED'],
    rate: 'auth',
  }),
  acceptInvitation: route({
    method: 'POST',
    url: '/api/invitations/accept',
    writes: 'node',
    can: 'RequireAccount',
    summary: 'Accept an invitation to the own address',
    description: `The caller is a member then; switch-org gives the token for the organisation. After ${INVITATION_ATTEMPTS_MAX} refused attempts with its code an invitation is revoked.`,
    input: { body: InvitationAnswer },
    output: UserView,
    errors: [...JOINING, 'INVITATION_NOT_YOURS', 'USER_NOT_FOUND', 'FORBIDDEN'],
    rate: 'auth',
  }),
  registerInvited: route({
    method: 'POST',
    url: '/api/invitations/register',
    writes: 'node',
    can: 'public',
    summary: 'Accept an invitation with a new account',
    description:
      'For who has no account on this installation. EMAIL_TAKEN: the address has one; log in and accept. EMAIL_NOT_PROVEN, for a mailed code: it has one that never verified it. Without a name the account has that of the invitation.',
    input: { body: InvitedAccount },
    output: { 201: UserView },
    errors: [...JOINING, 'EMAIL_NOT_PROVEN', 'PASSWORD_WEAK', 'NODE_UNAVAILABLE'],
    rate: 'auth',
  }),
  declineInvitation: route({
    method: 'POST',
    url: '/api/invitations/decline',
    writes: 'node',
    can: 'public',
    summary: 'Decline an invitation',
    input: { body: InvitationAnswer },
    output: { 204: null },
    errors: [...CLOSED],
    rate: 'auth',
  }),
};
