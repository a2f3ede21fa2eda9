// The personal inbox: loads, asks core/tenant/inbox, commits, shows. Whose it is stands in the token and nowhere else.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { entriesOf } from '../../../../core/tenant/inbox/entry.js';
import { unreadOf } from '../../../../core/tenant/inbox/growth.js';
import type { ChangedInbox } from '../../../../storage/tables/people/personal-inbox.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { askedPage, LAST_PAGE, nextAt } from '../../../requests/paging.js';
import { entryView } from '../../../schemas/accounts/inbox-entry.js';
import type { PeopleDeps } from '../deps.js';
import type { personalInboxRoutes } from './routes.js';

export const personalInboxHandlers: Handlers<typeof personalInboxRoutes, PeopleDeps> = {
  listInboxEntries: ofWholeAccount(async ({ query }, call) => {
    const asked = askedPage(call, { query });
    if (isFailure(asked)) return asked;
    const { platformUserId } = call.caller;
    const { inboxes } = call.deps;
    const marks = entriesOf(await inboxes.marksOf(platformUserId), query);
    // A place is the sequence of the last entry that was shown: what comes and goes meanwhile moves nothing.
    const { place, skip, top } = asked;
    const behind = place === undefined ? marks.slice(skip) : marks.filter(({ sequence }) => sequence < Number(place));
    const shown = behind.slice(0, top);
    const last = shown.at(-1);
    const next = behind.length > top && last ? nextAt(call, { query }, String(last.sequence)) : LAST_PAGE;
    const { page, pageSize } = query;
    const items = (await inboxes.read(platformUserId, shown)).map(entryView);
    return reply(200, { items, totalCount: marks.length, page, pageSize, ...next.members }, next.headers);
  }),

  countUnreadEntries: ofWholeAccount((_, { deps, caller }) => {
    const unread = deps.inboxes.unread(caller.platformUserId);
    return { unreadCount: unreadOf({ unread }), byCategory: unread };
  }),

  getInboxEntry: ofWholeAccount(({ params }, { deps, caller }) => {
    const entry = deps.inboxes.find(caller.platformUserId, params.entryId);
    return entry === undefined ? notFound() : entryView(entry);
  }),

  markEntryRead: ofWholeAccount(({ params }, call) => setState(call, params.entryId, 'Read')),

  dismissEntry: ofWholeAccount(({ params }, call) => setState(call, params.entryId, 'Dismissed')),

  markAllEntriesRead: ofWholeAccount(async ({ query }, call) => {
    const all = call.deps.inboxes.readAll(call.caller.platformUserId, query.category);
    if (all.ops.length > 0) await commitChange(call, all);
    return { markedCount: all.count };
  }),
};

async function setState(call: ApiCall<PeopleDeps>, entryId: string, state: 'Read' | 'Dismissed') {
  const after = call.deps.inboxes.setState(call.caller.platformUserId, entryId, state);
  if (after === undefined) return notFound();
  await commitChange(call, after);
  return undefined;
}

async function commitChange(
  { deps, caller, trace }: ApiCall<PeopleDeps>,
  { ops, unread }: ChangedInbox,
): Promise<void> {
  await deps.commit(ops);
  deps.notices.tellCount(caller.platformUserId, unread, trace);
}

function notFound() {
  return fail(issue('INBOX_ENTRY_NOT_FOUND', '/entryId', 'There is no such entry.'));
}
