// Personal inboxes: for each person a head of some hundred bytes; for each entry its mark (where it stands, and whether
// it was read) and what it says. The key of an entry says whose event it is, so that one that is told again is found.
// The rules are in core/tenant/inbox; what is written together is read in the turn of its commit.
import { bytesToUuid } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import {
  ENTRY_STATES,
  type EntryState,
  INBOX_CATEGORIES,
  type InboxCategory,
  type InboxEntry,
  type InboxMark,
  type InboxNotice,
} from '../../../core/tenant/inbox/entry.js';
import {
  EMPTY_INBOX,
  headOf,
  type InboxHead,
  type InboxPlace,
  lookUpEntry,
  type PlacedMark,
  placesOf,
  queueOf,
  unreadOf,
  withAllRead,
  withEntries,
  withState,
} from '../../../core/tenant/inbox/growth.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import { sound } from '../../engine/value.js';

/** Places of category and state in their lists: a third of the bytes of the names. */
type StoredMark = readonly [sequence: number, id: string, category: number, state: number, occurredAtMs: number];
/** With its place in the queue that it stands in; its id is in the key. */
type StoredEntry = Omit<InboxEntry, 'id'> & { readonly at: number };
type NewNotice = InboxNotice & { readonly id: string };
type MarkKey = readonly [platformUserId: string, queue: string, at: number];

const heads = defineTable<string, InboxHead>('personal-heads');
const marks = defineTable<MarkKey, StoredMark>('personal-marks');
const entries = defineTable<readonly [platformUserId: string, id: string], StoredEntry>('personal-entries');

export interface ShownEntry {
  readonly entry: InboxEntry;
  readonly state: EntryState;
}

/** A person who is told, by the ids of entries, and the head of before. */
interface Growing {
  readonly platformUserId: string;
  readonly own: ReadonlyMap<string, NewNotice>;
  readonly before: InboxHead;
}

/** An inbox that changed: commit the writes in the same turn. */
export interface ChangedInbox {
  readonly ops: readonly KvOp[];
  /** Unread entries in all. */
  readonly unread: number;
  /** Entries that changed. */
  readonly count: number;
}

export interface PersonalNews {
  /** Entries that were not there before. */
  readonly entries: readonly (Pick<InboxEntry, 'id' | 'category'> & Pick<InboxNotice, 'cause'>)[];
  readonly unread: number;
}

export interface AddedEntries {
  readonly ops: readonly KvOp[];
  /** For each person who got one. */
  readonly added: ReadonlyMap<string, PersonalNews>;
  /** People who got none, because the head of their inbox is damaged: `repairedHead` makes it again. */
  readonly damaged: readonly string[];
}

export class PersonalInboxes {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly heads: RowTable<string, InboxHead>;
  private readonly marks: RowTable<MarkKey, StoredMark>;
  private readonly entries: RowTable<readonly [string, string], StoredEntry>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.heads = new RowTable(kv, heads);
    this.marks = new RowTable(kv, marks);
    this.entries = new RowTable(kv, entries);
  }

  /** Durable unread entries by category. */
  unread(platformUserId: string): Readonly<Record<InboxCategory, number>> {
    return (this.heads.get(platformUserId) ?? EMPTY_INBOX).unread;
  }

  /** The durable marks of all entries, in no order. */
  async marksOf(platformUserId: string): Promise<readonly InboxMark[]> {
    const rows: InboxMark[] = [];
    for await (const [, mark] of this.marks.range({ prefix: platformUserId })) rows.push(decodeMark(mark));
    return rows;
  }

  /** Durable entries in the order of their marks; one that went meanwhile is left out. */
  async read(platformUserId: string, shown: readonly InboxMark[]): Promise<readonly ShownEntry[]> {
    const many = await this.entries.getMany(shown.map(({ id }) => [platformUserId, id]));
    return shown.flatMap(({ id, state }, i) => {
      const entry = many[i];
      return entry ? [{ entry: shownEntry(id, entry), state }] : [];
    });
  }

  /** A durable entry. */
  find(platformUserId: string, id: string): ShownEntry | undefined {
    const entry = this.entries.get([platformUserId, id]);
    const mark = entry && this.marks.get([platformUserId, queueOf(entry), entry.at]);
    return mark && { entry: shownEntry(id, entry), state: decodeMark(mark).state };
  }

  /** The writes that put an entry into another state; undefined for an entry that is not here. */
  setState(platformUserId: string, id: string, state: 'Read' | 'Dismissed'): ChangedInbox | undefined {
    const entry = this.entries.latest(this.queued, [platformUserId, id]);
    if (entry === undefined) return undefined;
    const [queue, at] = [queueOf(entry), entry.at];
    const before = this.markAt(platformUserId, { queue, at });
    if (before === undefined) return undefined;
    const head = this.head(platformUserId);
    const after = withState(head, before, state);
    if (after.mark === before) return { ops: [], unread: unreadOf(head), count: 0 };
    return this.changeMarks(platformUserId, after.head, [{ ...after.mark, queue, at }]);
  }

  /** The writes by which all unread entries, or those of a category, are read. */
  readAll(platformUserId: string, category?: InboxCategory): ChangedInbox {
    const head = this.head(platformUserId);
    const unread = unreadOf(head);
    if ((category === undefined ? unread : head.unread[category]) === 0) return { ops: [], unread, count: 0 };
    const all = placesOf(head).flatMap((place) => {
      const mark = this.markAt(platformUserId, place);
      return mark ? [{ ...mark, ...place }] : [];
    });
    const after = withAllRead(head, all, category);
    return this.changeMarks(platformUserId, after.head, after.changed);
  }

  /** The writes for these notices; commit them in the same turn. An entry that was told before is not made again. */
  add(notices: readonly InboxNotice[], nowMs: number): AddedEntries {
    const message = new Map<string, Map<string, NewNotice>>();
    for (const notice of notices) {
      const own = message.get(notice.platformUserId) ?? new Map<string, NewNotice>();
      message.set(notice.platformUserId, own);
      const id = entryId(notice.platformUserId, notice.sourceEventId);
      if (!own.has(id)) own.set(id, { id, ...notice });
    }
    const ops: KvOp[] = [];
    const added = new Map<string, PersonalNews>();
    const damaged: string[] = [];
    for (const [platformUserId, own] of message) {
      const before = sound(() => this.head(platformUserId));
      const news = before && this.grow({ platformUserId, own, before }, { ops, nowMs });
      if (news) added.set(platformUserId, news);
      if (before === undefined) damaged.push(platformUserId);
    }
    return { ops, added, damaged };
  }

  /** The write of a head that is damaged, from the marks that are sound; none where it is not damaged any more. */
  async repairedHead(platformUserId: string): Promise<readonly KvOp[]> {
    const rows: PlacedMark[] = [];
    for await (const [, queue, at] of this.marks.keys({ prefix: platformUserId })) {
      const mark = this.markAt(platformUserId, { queue, at });
      if (mark) rows.push({ ...mark, queue, at });
    }
    const head = sound(() => this.head(platformUserId));
    return head === undefined ? [this.putHead(platformUserId, headOf(rows))] : [];
  }

  private grow(
    { platformUserId, own, before }: Growing,
    { ops, nowMs }: { readonly ops: KvOp[]; readonly nowMs: number },
  ): PersonalNews | undefined {
    const unknown = [...own.values()].filter((notice) => {
      const known = lookUpEntry(before, notice, nowMs);
      return known === 'no' || (known === 'maybe' && !this.entries.has(this.queued, [platformUserId, notice.id]));
    });
    const markAt = (place: InboxPlace) => this.markAt(platformUserId, place);
    const { head, fresh, gone } = withEntries(before, unknown, { nowMs, markAt });
    if (fresh.length === 0) return undefined;
    // A place that became free may be taken again.
    for (const { id, queue, at } of gone) {
      ops.push(this.marks.del([platformUserId, queue, at]));
      if (id !== undefined) ops.push(this.entries.del([platformUserId, id]));
    }
    for (const mark of fresh) ops.push(...this.newEntry(platformUserId, own.get(mark.id) as NewNotice, mark));
    ops.push(this.putHead(platformUserId, head));
    const entries = fresh.map(({ id, category }) => ({ id, category, cause: own.get(id)?.cause }));
    return { entries, unread: unreadOf(head) };
  }

  /** The rows of an entry; the head counts it. */
  newEntry(platformUserId: string, entry: InboxEntry, mark: PlacedMark): KvOp[] {
    const { queue, at } = mark;
    const { sourceEventId, producer, category, type, occurredAtMs, title, text, details } = entry;
    const said = { sourceEventId, producer, category, type, occurredAtMs, title, text, details, at };
    return [
      this.marks.put([platformUserId, queue, at], encodeMark(mark)),
      this.entries.put([platformUserId, entry.id], said),
    ];
  }

  /** Kept as it is: the next docket reads it again. */
  putHead(platformUserId: string, head: InboxHead): KvOp {
    return { ...this.heads.put(platformUserId, head), decoded: head };
  }

  /** With writes that are not durable yet. */
  private head(platformUserId: string): InboxHead {
    return this.heads.current(this.queued, platformUserId) ?? EMPTY_INBOX;
  }

  private markAt(platformUserId: string, { queue, at }: InboxPlace): InboxMark | undefined {
    const mark = sound(() => this.marks.latest(this.queued, [platformUserId, queue, at]));
    return mark && decodeMark(mark);
  }

  private changeMarks(platformUserId: string, head: InboxHead, changed: readonly PlacedMark[]): ChangedInbox {
    const ops = changed.map((mark) => this.marks.put([platformUserId, mark.queue, mark.at], encodeMark(mark)));
    return { ops: [...ops, this.putHead(platformUserId, head)], unread: unreadOf(head), count: changed.length };
  }
}

/**
 * The id of an entry follows from whose it is and what its producer calls it: that is what makes a repeat no second
 * entry.
 */
export function entryId(platformUserId: string, sourceEventId: string): string {
  return bytesToUuid(sha256(`${platformUserId} ${sourceEventId}`).subarray(0, 16));
}

function shownEntry(id: string, { at: _at, ...entry }: StoredEntry): InboxEntry {
  return { ...entry, id };
}

function decodeMark([sequence, id, category, state, occurredAtMs]: StoredMark): InboxMark {
  return {
    sequence,
    id,
    occurredAtMs,
    category: INBOX_CATEGORIES[category] ?? 'Security',
    state: ENTRY_STATES[state] ?? 'Read',
  };
}

function encodeMark({ sequence, id, category, state, occurredAtMs }: InboxMark): StoredMark {
  return [sequence, id, INBOX_CATEGORIES.indexOf(category), ENTRY_STATES.indexOf(state), occurredAtMs];
}
