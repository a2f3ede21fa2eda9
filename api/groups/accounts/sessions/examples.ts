// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { sessionRoutes } from './routes.js';

const id = 'c2Vzc2lvbi1leGFtcGxlLW';

export const sessionExamples: Examples<typeof sessionRoutes> = {
  listSessions: {
    input: {},
    output: {
      sessions: [
        {
          ...{ id, organizationId: EXAMPLE.organisationId, organizationName: EXAMPLE.organisationName },
          ...{ method: 'passkey', address: '192.0.2.7', program: 'quorate on ada-laptop', isConsumer: false },
          ...{ signedInAt: EXAMPLE.time, refreshedAt: EXAMPLE.time, expiresAt: EXAMPLE.time, isCurrent: true },
        },
      ],
    },
  },
  endSession: { input: { params: { sessionId: id } }, output: undefined },
  endAllSessions: { input: { query: { which: 'others' } }, output: undefined },
};
