// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { programClientRoutes } from './routes.js';

const program = {
  ...{ clientId: 'month-end-planner', name: 'Month-end planner' },
  redirectUris: ['https://planner.example/callback'],
  scopes: ['ledger:read', 'workflow:read', 'offline_access'] as ('ledger:read' | 'workflow:read' | 'offline_access')[],
};

export const programClientExamples: Examples<typeof programClientRoutes> = {
  createProgramClient: {
    input: { body: { ...program, hasSecret: true } },
    output: { ...program, clientSecret: EXAMPLE.clientSecret },
  },
  listProgramClients: {
    input: {},
    output: {
      programs: [
        {
          ...program,
          ...{ isForAll: false, hasSecret: true, createdAt: EXAMPLE.time, createdBy: EXAMPLE.administratorId },
        },
      ],
    },
  },
  deleteProgramClient: { input: { params: { clientId: program.clientId } }, output: undefined },
};
