// The personal inbox: what happened that a person should know of, from all of its organisations. A reducer over the
// index of it, which says of each entry its place, category and state; what an entry says never changes. Pure: ids and
// times are arguments.
import { PERSONAL_ENTRIES_MAX } from '../../base/limits/node/people.js';

/** Reference-facts 4.5.5. */
export const INBOX_CATEGORIES = ['Action', 'Credential', 'Membership', 'Security'] as const;
export type InboxCategory = (typeof INBOX_CATEGORIES)[number];
export const ENTRY_STATES = ['Unread', 'Read', 'Dismissed'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Something that happened, as its producer tells it. */
export interface InboxNotice {
  readonly platformUserId: string;
  /** Named by its producer: told twice, it is one entry. */
  readonly sourceEventId: string;
  readonly category: InboxCategory;
  /** In the words of its producer: `action-available`, `PasswordChanged`. */
  readonly type: string;
  readonly occurredAtMs: number;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** Ids by which more can be read. Never a payload and never a secret. */
  readonly details: Readonly<Record<string, string>>;
}

export interface InboxEntry extends Omit<InboxNotice, 'platformUserId'> {
  readonly id: string;
}

/** The place of an entry in its inbox. */
export interface InboxMark {
  /** Grows by one with each entry, and is never given twice. */
  readonly sequence: number;
  readonly id: string;
  readonly category: InboxCategory;
  readonly state: EntryState;
}

export interface InboxIndex {
  readonly next: number;
  /** Oldest first. */
  readonly marks: readonly InboxMark[];
}

export const EMPTY_INBOX: InboxIndex = { next: 1, marks: [] };

export interface GrownInbox {
  readonly index: InboxIndex;
  /** Ids of the entries that are new, in their order: one that was there before makes none. */
  readonly fresh: readonly string[];
  /** Ids of those that had to go for them; of more than the inbox holds, some are both. */
  readonly gone: readonly string[];
}

/** The inbox with these entries too: all of a commit in one pass, because a docket tells of hundreds of actions. */
export function withEntries(index: InboxIndex, added: readonly Pick<InboxMark, 'id' | 'category'>[]): GrownInbox {
  const known = new Set(index.marks.map(({ id }) => id));
  const marks: InboxMark[] = [...index.marks];
  let { next } = index;
  const fresh: string[] = [];
  const gone: string[] = [];
  for (const { id, category } of added) {
    if (known.has(id)) continue;
    known.add(id);
    while (marks.length >= PERSONAL_ENTRIES_MAX) {
      const [mark] = marks.splice(leastNeeded(marks), 1);
      gone.push((mark as InboxMark).id);
    }
    marks.push({ sequence: next++, id, category, state: 'Unread' });
    fresh.push(id);
  }
  return { index: { next, marks }, fresh, gone };
}

/**
 * The oldest that was dismissed, else the oldest that was read, else the oldest of the category that has the most: a
 * producer that floods one category pushes nothing out of the others.
 */
function leastNeeded(marks: readonly InboxMark[]): number {
  const counts = new Map<InboxCategory, number>();
  let read = -1;
  for (const [at, { category, state }] of marks.entries()) {
    if (state === 'Dismissed') return at;
    if (state === 'Read' && read < 0) read = at;
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  if (read >= 0) return read;
  const count = (category: InboxCategory) => counts.get(category) ?? 0;
  const fullest = INBOX_CATEGORIES.reduce((most, one) => (count(one) > count(most) ? one : most));
  return marks.findIndex(({ category }) => category === fullest);
}

/** The inbox with an entry in another state; undefined where there is no such entry. A dismissed one stays so. */
export function withState(index: InboxIndex, id: string, state: 'Read' | 'Dismissed'): InboxIndex | undefined {
  if (!index.marks.some((mark) => mark.id === id)) return undefined;
  const changed = (mark: InboxMark) => (mark.id === id && mark.state !== 'Dismissed' ? { ...mark, state } : mark);
  return { ...index, marks: index.marks.map(changed) };
}

/** The inbox with every unread entry read, and how many there were. */
export function withAllRead(
  index: InboxIndex,
  category?: InboxCategory,
): { readonly index: InboxIndex; readonly count: number } {
  const isMeant = (mark: InboxMark) =>
    mark.state === 'Unread' && (category === undefined || mark.category === category);
  const count = index.marks.filter(isMeant).length;
  const marks = index.marks.map((mark) => (isMeant(mark) ? { ...mark, state: 'Read' as const } : mark));
  return { index: { ...index, marks }, count };
}

export function unreadOf({ marks }: InboxIndex): readonly InboxMark[] {
  return marks.filter(({ state }) => state === 'Unread');
}

export interface EntryFilter {
  readonly category?: InboxCategory | undefined;
  /** Absent: all that were not dismissed. */
  readonly state?: EntryState | undefined;
}

/** The entries that are asked for, newest first. */
export function entriesOf({ marks }: InboxIndex, { category, state }: EntryFilter): readonly InboxMark[] {
  return marks
    .filter((mark) => category === undefined || mark.category === category)
    .filter((mark) => (state === undefined ? mark.state !== 'Dismissed' : mark.state === state))
    .toReversed();
}
