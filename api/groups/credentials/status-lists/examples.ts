// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { statusListRoutes } from './routes.js';

export const statusListExamples: Examples<typeof statusListRoutes> = {
  listStatusLists: {
    input: { query: { issuer: EXAMPLE.subdomain } },
    output: { status_lists: [`http://localhost:8080/api/v1/credentials/status-lists/${EXAMPLE.statusListId}`] },
  },
  getStatusList: { input: { params: { listId: EXAMPLE.statusListId } } },
};
