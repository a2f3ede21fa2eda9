// Personal inboxes: one row a person says which entries there are and in which state, one row an entry what it says. The rules are in core/tenant/inbox;
// what is written together is read in the turn of its commit.
import { bytesToUuid } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import {
  EMPTY_INBOX,
  ENTRY_STATES,
  INBOX_CATEGORIES,
  type InboxEntry,
  type InboxIndex,
  type InboxMark,
  type InboxNotice,
  unreadOf,
  withEntries,
} from '../../../core/tenant/inbox/entry.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

/** Places of category and state in their lists: a third of the bytes of the names. */
type StoredMark = readonly [sequence: number, id: string, category: number, state: number];
interface StoredIndex {
  readonly next: number;
  readonly marks: readonly StoredMark[];
}

const indexes = defineTable<string, StoredIndex>('personal-inboxes');
const entries = defineTable<readonly [platformUserId: string, id: string], InboxEntry>('personal-entries');

export interface PersonalNews {
  /** Those that were not there before. */
  readonly entries: readonly InboxEntry[];
  /** Unread entries in all. */
  readonly unread: number;
}

export interface AddedEntries {
  readonly ops: readonly KvOp[];
  /** For each person who got one. */
  readonly added: ReadonlyMap<string, PersonalNews>;
}

export class PersonalInboxes {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly indexes: RowTable<string, StoredIndex>;
  private readonly entries: RowTable<readonly [string, string], InboxEntry>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.indexes = new RowTable(kv, indexes);
    this.entries = new RowTable(kv, entries);
  }

  /** The durable one, for answers. */
  shown(platformUserId: string): InboxIndex {
    return opened(this.indexes.get(platformUserId));
  }

  /** With writes that are not durable yet: commit what is made of it in the same turn. */
  current(platformUserId: string): InboxIndex {
    return opened(this.indexes.current(this.queued, platformUserId));
  }

  async read(platformUserId: string, ids: readonly string[]): Promise<readonly InboxEntry[]> {
    const found = await this.entries.getMany(ids.map((id) => [platformUserId, id]));
    return found.filter((entry) => entry !== undefined);
  }

  put(platformUserId: string, { next, marks }: InboxIndex): KvOp {
    return this.indexes.put(platformUserId, { next, marks: marks.map(stored) });
  }

  /** The writes for these notices; commit them in the same turn. One that was told before makes no entry. */
  add(notices: readonly InboxNotice[]): AddedEntries {
    const told = new Map<string, Map<string, InboxEntry>>();
    for (const { platformUserId, ...notice } of notices) {
      const own = told.get(platformUserId) ?? new Map<string, InboxEntry>();
      told.set(platformUserId, own);
      const id = entryId(platformUserId, notice.sourceEventId);
      if (!own.has(id)) own.set(id, { ...notice, id });
    }
    const ops: KvOp[] = [];
    const added = new Map<string, PersonalNews>();
    for (const [platformUserId, own] of told) {
      const { index, fresh, gone } = withEntries(this.current(platformUserId), [...own.values()]);
      if (fresh.length === 0) continue;
      const late = new Set(gone);
      const entries = fresh.map((id) => own.get(id) as InboxEntry);
      for (const entry of entries)
        if (!late.has(entry.id)) ops.push(this.entries.put([platformUserId, entry.id], entry));
      for (const id of gone) ops.push(this.entries.del([platformUserId, id]));
      ops.push(this.put(platformUserId, index));
      added.set(platformUserId, { entries, unread: unreadOf(index).length });
    }
    return { ops, added };
  }
}

/** The id of an entry follows from whose it is and what its producer calls it: that is what makes a repeat no second entry. */
export function entryId(platformUserId: string, sourceEventId: string): string {
  return bytesToUuid(sha256(`${platformUserId} ${sourceEventId}`).subarray(0, 16));
}

function opened(row: StoredIndex | undefined): InboxIndex {
  if (row === undefined) return EMPTY_INBOX;
  const marks = row.marks.map(
    ([sequence, id, category, state]): InboxMark => ({
      ...{ sequence, id },
      category: INBOX_CATEGORIES[category] ?? 'Security',
      state: ENTRY_STATES[state] ?? 'Read',
    }),
  );
  return { next: row.next, marks };
}

function stored({ sequence, id, category, state }: InboxMark): StoredMark {
  return [sequence, id, INBOX_CATEGORIES.indexOf(category), ENTRY_STATES.indexOf(state)];
}
