// Groups of operations about whom organisations trust: rows of the table of groups.
import { trustGroupRoutes } from './routes.js';
import { trustListExamples } from './trust-lists/examples.js';
import { trustListHandlers } from './trust-lists/handlers.js';

export const trustGroups = {
  trustLists: {
    tag: 'Trust lists',
    description: 'Signed lists of authorities (ETSI TS 119 612) that an organisation trusts.',
    routes: trustGroupRoutes.trustLists,
    handlers: trustListHandlers,
    examples: trustListExamples,
  },
};
