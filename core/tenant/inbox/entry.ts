// The personal inbox: what happened that a person should know of, from all of its organisations. The words of it, and
// which entries are asked for; how it grows is in growth.ts. Pure.

/** Reference-facts 4.5.5. */
export const INBOX_CATEGORIES = ['Action', 'Credential', 'Membership', 'Security'] as const;
export type InboxCategory = (typeof INBOX_CATEGORIES)[number];
/** The types of services: of accounts and memberships the node alone tells, so that none of them is imitated. */
export const SERVICE_CATEGORIES = ['Action', 'Credential'] as const satisfies readonly InboxCategory[];
export const ENTRY_STATES = ['Unread', 'Read', 'Dismissed'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Something that happened, as its producer tells it. */
export interface InboxNotice {
  readonly platformUserId: string;
  /** Named by its producer: told twice, it is one entry. */
  readonly sourceEventId: string;
  /** Client id of the service that tells it; absent where this node does. */
  readonly producer?: string | undefined;
  readonly category: InboxCategory;
  /** In the words of its producer: `action-available`, `PasswordChanged`. */
  readonly type: string;
  readonly occurredAtMs: number;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** Its cause, for those who are told at once: a trace-id or an id. Not kept. */
  readonly cause?: string | undefined;
  /** Ids by which more can be read. Never a payload and never a secret. */
  readonly details: Readonly<Record<string, string>>;
}

export interface InboxEntry extends Omit<InboxNotice, 'platformUserId' | 'cause'> {
  readonly id: string;
}

/** Where an entry stands in its inbox, and what its person did with it. The text of the entry never changes. */
export interface InboxMark {
  /** Grows by one with each entry, and is never given twice. */
  readonly sequence: number;
  readonly id: string;
  readonly category: InboxCategory;
  readonly state: EntryState;
  readonly occurredAtMs: number;
}

export interface EntryFilter {
  readonly category?: InboxCategory | undefined;
  /** Absent: all that were not dismissed. */
  readonly state?: EntryState | undefined;
}

/** The entries that are asked for, newest first. */
export function entriesOf<M extends InboxMark>(marks: readonly M[], { category, state }: EntryFilter): readonly M[] {
  return marks
    .filter((mark) => category === undefined || mark.category === category)
    .filter((mark) => (state === undefined ? mark.state !== 'Dismissed' : mark.state === state))
    .toSorted((a, b) => b.sequence - a.sequence);
}
