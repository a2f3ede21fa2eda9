// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { tokenRoutes } from './routes.js';

const done = { success: true, message: 'The tokens do not work any more.' };

export const tokenExamples: Examples<typeof tokenRoutes> = {
  introspectToken: { input: { body: { token: EXAMPLE.accessToken } }, output: { active: false } },
  revokeUserTokens: { input: { body: { userId: EXAMPLE.userId } }, output: done },
  revokeOrganizationTokens: { input: { body: { organizationId: EXAMPLE.organisationId } }, output: done },
};
