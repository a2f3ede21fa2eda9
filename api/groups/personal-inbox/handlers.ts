// The personal inbox: loads, asks core/tenant/inbox, commits, shows. Whose it is stands in the token and nowhere else.
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure } from '../../../core/base/result.js';
import {
  entriesOf,
  INBOX_CATEGORIES,
  type InboxIndex,
  type InboxMark,
  unreadOf,
  withAllRead,
  withState,
} from '../../../core/tenant/inbox/entry.js';
import { ofWholeAccount } from '../../access/whole-account.js';
import { type ApiCall, type Handlers, reply } from '../../define.js';
import { askedPage, LAST_PAGE, nextAt } from '../../requests/paging.js';
import { entryView } from '../../schemas/accounts/inbox-entry.js';
import type { PersonalInboxDeps } from './deps.js';
import type { personalInboxRoutes } from './routes.js';

export const personalInboxHandlers: Handlers<typeof personalInboxRoutes, PersonalInboxDeps> = {
  listInboxEntries: ofWholeAccount(async ({ query }, call) => {
    const asked = askedPage(call, { query });
    if (isFailure(asked)) return asked;
    const { deps, caller } = call;
    const marks = entriesOf(deps.inboxes.shown(caller.platformUserId), query);
    // A place is the sequence of the last entry that was shown: what comes and goes meanwhile moves nothing.
    const { place, skip, top } = asked;
    const behind = place === undefined ? marks.slice(skip) : marks.filter(({ sequence }) => sequence < Number(place));
    const shown = behind.slice(0, top);
    const last = shown.at(-1);
    const next = behind.length > top && last ? nextAt(call, { query }, String(last.sequence)) : LAST_PAGE;
    const { page, pageSize } = query;
    const body = { items: await viewsOf(call, shown), totalCount: marks.length, page, pageSize, ...next.members };
    return reply(200, body, next.headers);
  }),

  countUnreadEntries: ofWholeAccount((_, { deps, caller }) => {
    const unread = unreadOf(deps.inboxes.shown(caller.platformUserId));
    const byCategory = Object.fromEntries(
      INBOX_CATEGORIES.map((category) => [category, unread.filter((mark) => mark.category === category).length]),
    );
    return { unreadCount: unread.length, byCategory };
  }),

  getInboxEntry: ofWholeAccount(async ({ params }, call) => {
    const { marks } = call.deps.inboxes.shown(call.caller.platformUserId);
    const [view] = await viewsOf(
      call,
      marks.filter(({ id }) => id === params.entryId),
    );
    return view ?? notFound();
  }),

  markEntryRead: ofWholeAccount(({ params }, call) => setState(call, params.entryId, 'Read')),

  dismissEntry: ofWholeAccount(({ params }, call) => setState(call, params.entryId, 'Dismissed')),

  markAllEntriesRead: ofWholeAccount(async ({ query }, call) => {
    const { index, count } = withAllRead(call.deps.inboxes.current(call.caller.platformUserId), query.category);
    if (count > 0) await changed(call, index);
    return { markedCount: count };
  }),
};

async function setState(call: ApiCall<PersonalInboxDeps>, entryId: string, state: 'Read' | 'Dismissed') {
  const index = withState(call.deps.inboxes.current(call.caller.platformUserId), entryId, state);
  if (index === undefined) return notFound();
  await changed(call, index);
  return undefined;
}

async function changed({ deps, caller }: ApiCall<PersonalInboxDeps>, index: InboxIndex): Promise<void> {
  await deps.commit([deps.inboxes.put(caller.platformUserId, index)]);
  deps.notices.counted(caller.platformUserId, unreadOf(index).length);
}

async function viewsOf({ deps, caller }: ApiCall<PersonalInboxDeps>, marks: readonly InboxMark[]) {
  const states = new Map(marks.map(({ id, state }) => [id, state]));
  const entries = await deps.inboxes.read(
    caller.platformUserId,
    marks.map(({ id }) => id),
  );
  return entries.map((entry) => entryView(entry, states.get(entry.id) ?? 'Read'));
}

function notFound() {
  return fail(issue('INBOX_ENTRY_NOT_FOUND', '/entryId', 'There is no such entry.'));
}
