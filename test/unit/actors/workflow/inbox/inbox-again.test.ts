// Instances that are looked at again for a record that changed: all of them, a bounded number in one commit, and from
// the newest one where it changes again.
import { expect } from 'chai';
import { foldAgain } from '../../../../../actors/workflow/inbox/inbox-again.js';
import { withListsAgain } from '../../../../../actors/workflow/inbox/inbox-standing.js';
import { INBOX_AGAIN_MAX } from '../../../../../core/base/limits/node/inbox.js';
import {
  type InboxCursor,
  type InstanceList,
  type ListPlace,
  ofRecord,
} from '../../../../../storage/tables/workflow/inbox.js';

const START: InboxCursor = { height: 7, hash: '07', instances: 900, active: 900 };

describe('instances that are looked at again', () => {
  const asked: string[] = [];
  /** Instances of each list, the newest first. */
  const sizes: Readonly<Record<string, number>> = { 'r/bank Active': 2 * INBOX_AGAIN_MAX + 50, 'r/clerk Active': 3 };
  const ports = {
    chain: { view: () => ({}) as never },
    rows: {
      listedPlaces: async ({ scope, state }: InstanceList, limit: number, before?: ListPlace): Promise<ListPlace[]> => {
        const from = before ? before.createdAtMs - 1 : (sizes[`${scope} ${state}`] ?? 0);
        return Array.from({ length: Math.min(limit, from) }, (_, i) => ({
          createdAtMs: from - i,
          instanceId: `${scope} ${from - i}`,
        }));
      },
      instances: async (_reg: number, ids: readonly string[]) => {
        asked.push(...ids);
        return ids.map(() => undefined);
      },
      changeOps: () => [],
      cursorOp: () => ({ key: new Uint8Array(0), value: undefined }),
    },
    isNews: () => false,
  };
  const again = (cursor: InboxCursor) => foldAgain(ports, { registerId: 'r', reg: 1 }, cursor);

  it('are all of the lists, a bounded number in one commit', async () => {
    let cursor: InboxCursor = { ...START, again: withListsAgain([], [ofRecord('bank'), ofRecord('clerk')]) };
    const counts: number[] = [];
    while (cursor.again) {
      const before = asked.length;
      ({ cursor } = await again(cursor));
      counts.push(asked.length - before);
    }
    expect(counts).to.deep.equal([INBOX_AGAIN_MAX, INBOX_AGAIN_MAX, 53]);
    expect(new Set(asked).size).to.equal(2 * INBOX_AGAIN_MAX + 53);
    expect(cursor).to.deep.equal(START);
  });

  it('begin anew where the record changes again, and each list is there once', async () => {
    const first = withListsAgain([], [ofRecord('bank'), ofRecord('clerk'), ofRecord('bank')]);
    const { cursor } = await again({ ...START, again: first });
    expect(cursor.again?.[0]).to.deep.include({ scope: 'r/bank', state: 'Active' });
    expect(cursor.again?.[0]?.before).to.not.equal(undefined);
    const lists = withListsAgain(cursor.again ?? [], [ofRecord('bank')]);
    expect(lists).to.deep.equal([
      ...['Active', 'Disputed'].map((state) => ({ scope: 'r/clerk', state })),
      ...['Active', 'Disputed'].map((state) => ({ scope: 'r/bank', state })),
    ]);
  });
});
