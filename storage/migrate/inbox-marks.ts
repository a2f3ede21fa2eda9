// Of store version 6: marks of personal inboxes stand in a row each and no longer in one row a person; what is counted
// of them is in a head beside them. Each person's inbox is moved whole, in one commit.
import {
  ENTRY_STATES,
  type EntryState,
  INBOX_CATEGORIES,
  type InboxCategory,
  type InboxEntry,
} from '../../core/tenant/inbox/entry.js';
import { headOf, queueOf } from '../../core/tenant/inbox/growth.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { defineTable, RowTable } from '../engine/table.js';
import { sound } from '../engine/value.js';
import { PersonalInboxes } from '../tables/people/personal-inbox.js';

interface OldIndex {
  readonly next: number;
  /** Oldest first. */
  readonly marks: readonly (readonly [sequence: number, id: string, category: number, state: number])[];
}

const indexes = defineTable<string, OldIndex>('personal-inboxes');
const entries = defineTable<readonly [platformUserId: string, id: string], InboxEntry>('personal-entries');

/** Rows of one batch: some hundred KiB, or one inbox. */
const BATCH_ROWS = 1000;
/**
 * Names of events that services told begin with their client id; those of the node are UUIDs, or have a colon first.
 */
const OF_SERVICE = /^([a-z][a-z0-9-]{1,61}[a-z0-9])\//;

export async function moveInboxes(kv: Kv, commit: (ops: readonly KvOp[]) => Promise<void>): Promise<void> {
  const [oldIndexes, oldEntries] = [new RowTable(kv, indexes), new RowTable(kv, entries)];
  const inboxes = new PersonalInboxes(kv, kv);
  let ops: KvOp[] = [];
  for await (const platformUserId of oldIndexes.keys()) {
    const index = sound(() => oldIndexes.get(platformUserId));
    // Of a damaged index no entry is found any more, as before.
    if (index === undefined)
      for await (const key of oldEntries.keys({ prefix: platformUserId })) ops.push(oldEntries.del(key));
    const moved = moving(index, (id) => sound(() => oldEntries.get([platformUserId, id])));
    ops.push(...moved.flatMap(({ entry, mark }) => inboxes.newEntry(platformUserId, entry, mark)));
    ops.push(
      inboxes.putHead(platformUserId, { ...headOf(moved.map(({ mark }) => mark)), next: index?.next ?? 1 }),
      oldIndexes.del(platformUserId),
    );
    if (ops.length < BATCH_ROWS) continue;
    await commit(ops);
    ops = [];
  }
  if (ops.length > 0) await commit(ops);
}

function moving(index: OldIndex | undefined, entryOf: (id: string) => InboxEntry | undefined) {
  const next = new Map<string, number>();
  return (index?.marks ?? []).flatMap(([sequence, id, category, state]) => {
    const found = entryOf(id);
    if (found === undefined) return [];
    const producer = OF_SERVICE.exec(found.sourceEventId)?.[1];
    const entry: InboxEntry = { ...found, ...(producer !== undefined && { producer }) };
    const queue = queueOf(entry);
    const at = next.get(queue) ?? 1;
    next.set(queue, at + 1);
    const mark = {
      ...{ queue, at, sequence, id, occurredAtMs: entry.occurredAtMs },
      category: INBOX_CATEGORIES[category] as InboxCategory,
      state: ENTRY_STATES[state] as EntryState,
    };
    return [{ entry, mark }];
  });
}
