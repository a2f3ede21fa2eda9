// Personal inboxes: one row a person says which entries there are and in which state, one row an entry what it says.
// The rules are in core/tenant/inbox; what is written together is read in the turn of its commit.
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
  withEntry,
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

export interface AddedEntries {
  readonly ops: readonly KvOp[];
  /** Those that were not there before, with whose they are. */
  readonly entries: readonly (InboxEntry & { readonly platformUserId: string })[];
  /** Unread entries of each person who got one. */
  readonly unread: ReadonlyMap<string, number>;
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
    const changed = new Map<string, InboxIndex>();
    const written = new Map<string, KvOp>();
    const added: (InboxEntry & { readonly platformUserId: string })[] = [];
    for (const { platformUserId, ...notice } of notices) {
      const id = entryId(platformUserId, notice.sourceEventId);
      const next = withEntry(changed.get(platformUserId) ?? this.current(platformUserId), { ...notice, id });
      if (next === undefined) continue;
      changed.set(platformUserId, next.index);
      const entry = { ...notice, id };
      written.set(id, this.entries.put([platformUserId, id], entry));
      for (const gone of next.gone) written.set(gone, this.entries.del([platformUserId, gone]));
      added.push({ ...entry, platformUserId });
    }
    const ops = [...written.values(), ...[...changed].map(([user, index]) => this.put(user, index))];
    const unread = new Map([...changed].map(([user, index]) => [user, unreadOf(index).length]));
    return { ops, entries: added, unread };
  }
}

/**
 * The id of an entry follows from whose it is and what its producer calls it: that is what makes a repeat no second
 * entry.
 */
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
