// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { personalInboxRoutes } from './routes.js';

const entry = {
  entryId: EXAMPLE.inboxEntryId,
  category: 'Security',
  type: 'PasswordChanged',
  occurredAt: EXAMPLE.time,
  state: 'Unread',
  sourceEventId: 'password-1',
  title: 'Your password was changed.',
  details: { address: '192.0.2.7' },
} as const;

const params = { entryId: EXAMPLE.inboxEntryId };

export const personalInboxExamples: Examples<typeof personalInboxRoutes> = {
  listInboxEntries: {
    input: { query: { page: 1, pageSize: 20 } },
    output: { items: [entry], totalCount: 1, page: 1, pageSize: 20 },
  },
  countUnreadEntries: {
    input: {},
    output: { unreadCount: 1, byCategory: { Action: 0, Credential: 0, Membership: 0, Security: 1 } },
  },
  getInboxEntry: { input: { params }, output: entry },
  markEntryRead: { input: { params }, output: undefined },
  dismissEntry: { input: { params }, output: undefined },
  markAllEntriesRead: { input: { query: {} }, output: { markedCount: 1 } },
};
