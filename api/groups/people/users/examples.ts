// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { userRoutes } from './routes.js';

const user = {
  id: EXAMPLE.userId,
  organizationId: EXAMPLE.organisationId,
  email: EXAMPLE.userEmail,
  emailVerified: true,
  displayName: 'Uma User',
  roles: ['User'],
  status: 'Active',
  createdAt: EXAMPLE.time,
} as const;

const params = { organizationId: EXAMPLE.organisationId, userId: EXAMPLE.userId };

export const userExamples: Examples<typeof userRoutes> = {
  listUsers: {
    input: { params: { organizationId: EXAMPLE.organisationId }, query: { page: 1, pageSize: 20 } },
    output: { users: [{ ...user, secondFactors: ['passkey'] }], totalCount: 1 },
  },
  getUser: { input: { params }, output: user },
  getUserSignIn: {
    input: { params },
    output: {
      secondFactors: ['passkey'],
      isLocked: false,
      sessions: [
        {
          ...{ method: 'passkey', program: null, address: '203.0.113.7' },
          ...{ signedInAt: EXAMPLE.time, refreshedAt: EXAMPLE.time },
        },
      ],
      programs: [],
    },
  },
  updateUser: {
    input: { headers: {}, params, body: { displayName: 'Uma Unger', roles: ['Designer'] } },
    output: { ...user, displayName: 'Uma Unger', roles: ['Designer'] },
  },
  setUserRole: { input: { headers: {}, params, body: { role: 'Auditor' } }, output: { ...user, roles: ['Auditor'] } },
  removeUser: { input: { params }, output: undefined },
  unlockUser: { input: { params }, output: undefined },
  suspendUser: { input: { params }, output: undefined },
  reactivateUser: { input: { params }, output: undefined },
};
