// Rows of instances that are made again because a record changed on which they depend: a new key, a delegation or a
// candidate is not a move of an instance. A few at a time, so that a party of many instances keeps no other waiting.
import { INBOX_AGAIN_MAX } from '../../../core/base/limits/node/inbox.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { InboxCursor, InboxRows, ListAgain } from '../../../storage/tables/workflow/inbox.js';
import type { Announcement } from '../../ports.js';
import { definitionAt } from '../instance/definition-at.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import { availableFacts, type Folded } from './inbox-fold.js';
import { rowSince } from './inbox-standing.js';

/** A commit's worth of rows that are looked at again. The cursor has at least one list of them. */
export async function foldAgain(
  ports: {
    readonly chain: Pick<ChainStore, 'view'>;
    readonly rows: Pick<InboxRows, 'instances' | 'changeOps' | 'cursorOp' | 'listedPlaces'>;
    readonly isNews: (atMs: number) => boolean;
  },
  at: RegisterPlace,
  cursor: InboxCursor,
): Promise<Folded> {
  const { reg } = at;
  const view = ports.chain.view(reg);
  const lists = [...(cursor.again ?? [])];
  const done = new Set<string>();
  const ops: KvOp[] = [];
  const facts: Announcement[] = [];
  let reminds = false;
  for (let room = INBOX_AGAIN_MAX; room > 0 && lists.length > 0; ) {
    const list = lists.shift() as ListAgain;
    const { scope, state, before } = list;
    const places = await ports.rows.listedPlaces({ scope, reg, state }, room, before);
    const last = places.at(-1);
    if (last && places.length === room) lists.unshift({ ...list, before: last });
    room -= places.length;
    const ids = places.map(({ instanceId }) => instanceId).filter((id) => !done.has(id));
    const rows = await ports.rows.instances(reg, ids);
    for (const [i, instanceId] of ids.entries()) {
      done.add(instanceId);
      const row = rows[i];
      const definition = row && definitionAt(view, row.instance);
      const move = row && view.transaction(row.lastTransactionId);
      if (!row || !definition || !move) continue;
      const after = rowSince(view, row, { definition, instanceId, last: move });
      ops.push(...ports.rows.changeOps({ reg, instanceId, before: row, after }));
      reminds ||= (after.reminders ?? row.reminders) !== undefined;
      facts.push(...availableFacts(ports, at, { instanceId, before: row, after }));
    }
  }
  const { again: _, ...rest } = cursor;
  const left = lists.length > 0 ? { ...rest, again: lists } : rest;
  return { ops: [...ops, ports.rows.cursorOp(reg, left)], cursor: left, facts, reminds };
}
