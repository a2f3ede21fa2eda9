// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { invitationRoutes } from './routes.js';

const INVITED = { email: 'dora@northwind.example', displayName: 'Dora Designer', roles: ['Designer'] } as const;

const invitation = {
  ...INVITED,
  id: EXAMPLE.invitationId,
  organizationId: EXAMPLE.organisationId,
  status: 'Pending',
  invitedBy: EXAMPLE.administratorId,
  createdAt: EXAMPLE.time,
  expiresAt: '2026-11-28T10:00:00.000Z',
} as const;

const user = {
  ...INVITED,
  id: EXAMPLE.userId,
  organizationId: EXAMPLE.organisationId,
  emailVerified: true,
  status: 'Active',
  createdAt: EXAMPLE.time,
} as const;

const code = EXAMPLE.invitationCode;
const params = { organizationId: EXAMPLE.organisationId };

export const invitationExamples: Examples<typeof invitationRoutes> = {
  inviteUser: { input: { params, body: INVITED }, output: { ...invitation, made: 'invitation', code } },
  sendInvitation: {
    input: { params, body: { email: INVITED.email, role: 'Designer', expiryDays: 7 } },
    output: { ...invitation, displayName: INVITED.email, assignedRole: 'Designer', through: 'server' },
  },
  showInvitationPage: {},
  listInvitations: {
    input: { params, query: { page: 1, pageSize: 20 } },
    output: { invitations: [invitation], totalCount: 1 },
  },
  revokeInvitation: { input: { params: { ...params, invitationId: EXAMPLE.invitationId } }, output: undefined },
  readInvitation: {
    input: { body: { code } },
    output: {
      ...INVITED,
      organizationName: EXAMPLE.organisationName,
      organizationSubdomain: EXAMPLE.subdomain,
      invitedBy: 'Ada Administrator',
      expiresAt: invitation.expiresAt,
    },
  },
  acceptInvitation: { input: { body: { code } }, output: user },
  registerInvited: {
    input: { body: { code, password: 'nine paper boats drift' } },
    output: { ...user, emailVerified: false },
  },
  declineInvitation: { input: { body: { code } }, output: undefined },
};
