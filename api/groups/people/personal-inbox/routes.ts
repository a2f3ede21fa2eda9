// The personal inbox of the caller (reference-facts 4.5.5): what happened that a person should know of.
import Type from 'typebox';
import { ENTRY_QUOTAS, PERSONAL_ENTRIES_MAX } from '../../../../core/base/limits/node/people.js';
import { route } from '../../../define.js';
import { CategorySchema, EntryStateSchema, InboxEntryView } from '../../../schemas/accounts/inbox-entry.js';
import { CursorPageQuery, cursorPageOf, namedObject, Uuid } from '../../../schemas/base/common.js';

const EntryParams = Type.Object({ entryId: Uuid });
const OfCategory = Type.Object({ category: Type.Optional(CategorySchema) });

export const InboxEntryPage = cursorPageOf('InboxEntryPage', InboxEntryView);
export const UnreadCount = namedObject('UnreadCount', {
  unreadCount: Type.Integer(),
  byCategory: Type.Record(Type.String(), Type.Integer(), { description: 'The entries of each category.' }),
});
export const MarkedRead = namedObject('MarkedRead', { markedCount: Type.Integer() });

export const personalInboxRoutes = {
  listInboxEntries: route({
    method: 'GET',
    url: '/api/me/inbox',
    can: 'RequireUser',
    program: 'workflow:read',
    summary: 'List the entries of the own inbox',
    description: `Newest first; without a state all that were not dismissed. The node keeps ${PERSONAL_ENTRIES_MAX} entries of a person: ${ENTRY_QUOTAS.Action} actions, ${ENTRY_QUOTAS.Security} of security, ${ENTRY_QUOTAS.Membership} of memberships, ${ENTRY_QUOTAS.Credential} of credentials, and ${ENTRY_QUOTAS.service} that services told. For a newer one goes the oldest of the type, or of the service, that has the most of these.`,
    input: {
      query: Type.Object({
        ...CursorPageQuery.properties,
        category: Type.Optional(CategorySchema),
        state: Type.Optional(EntryStateSchema),
      }),
    },
    output: InboxEntryPage,
    errors: ['FORBIDDEN', 'CURSOR_INVALID', 'QUERY_INVALID'],
  }),
  countUnreadEntries: route({
    method: 'GET',
    url: '/api/me/inbox/unread-count',
    can: 'RequireUser',
    program: 'workflow:read',
    summary: 'Count the unread entries of the own inbox',
    output: UnreadCount,
    errors: ['FORBIDDEN'],
  }),
  getInboxEntry: route({
    method: 'GET',
    url: '/api/me/inbox/:entryId',
    can: 'RequireUser',
    program: 'workflow:read',
    summary: 'Read an entry of the own inbox',
    description: 'It stays unread until it is marked.',
    input: { params: EntryParams },
    output: InboxEntryView,
    errors: ['FORBIDDEN', 'INBOX_ENTRY_NOT_FOUND'],
  }),
  markEntryRead: route({
    method: 'POST',
    url: '/api/me/inbox/:entryId/read',
    writes: 'node',
    can: 'RequireUser',
    program: 'workflow:act',
    summary: 'Mark an entry of the own inbox as read',
    input: { params: EntryParams },
    output: { 204: null },
    errors: ['FORBIDDEN', 'INBOX_ENTRY_NOT_FOUND'],
  }),
  dismissEntry: route({
    method: 'POST',
    url: '/api/me/inbox/:entryId/dismiss',
    writes: 'node',
    can: 'RequireUser',
    program: 'workflow:act',
    summary: 'Dismiss an entry of the own inbox',
    description: 'It leaves the list.',
    input: { params: EntryParams },
    output: { 204: null },
    errors: ['FORBIDDEN', 'INBOX_ENTRY_NOT_FOUND'],
  }),
  markAllEntriesRead: route({
    method: 'POST',
    url: '/api/me/inbox/mark-all-read',
    writes: 'node',
    can: 'RequireUser',
    program: 'workflow:act',
    summary: 'Mark all entries of the own inbox as read',
    input: { query: OfCategory },
    output: MarkedRead,
    errors: ['FORBIDDEN'],
  }),
};
