// Wishes of clients for an instance that several decide: votes that race, claims of two candidates for one role, and
// what each of them does behind each vote that may have been the last.
import type { Json } from '../../core/base/json.js';
import type { Transaction } from '../../core/model/transaction.js';
import { keyOf, signedTransaction } from '../support/node/ledger-world.js';
import { CANDIDATES, SHARED } from './definitions.js';
import type { Place } from './disputed.js';
import type { Wish } from './wish.js';

const UNCERTAIN = { uncertain: true, insists: false } as const;

export function sharedWishes({ registerId, pin }: Place, sequence: number, atMs: number): readonly Wish[] {
  const n = (sequence - 3) / 4;
  const move = (by: string, [action, previous]: readonly [number, Transaction?], metadata: object, payload: Json) =>
    signedTransaction(
      keyOf(by),
      {
        ...{ registerId, blueprintId: SHARED.id, actionId: String(action), instanceId: `shared ${sequence}` },
        ...{ publicationTxId: pin, createdAt: new Date(atMs).toISOString(), metadata: metadata as never },
        ...(previous && { previousTransactionId: previous.txId }),
      },
      payload as never,
    );
  const routed = (action: number, next: readonly number[]) => ({
    type: 'Action',
    routing: { completedActionId: action, next: [...next], blueprintDefinitionTxId: pin },
  });
  const start = move('sender 0', [0], routed(0, [1]), { n: sequence });
  // Each third is refused: the same party may vote again then, and has not.
  const words = n % 3 === 2 ? ['no', 'yes', 'no'] : ['yes', 'yes', 'no'];
  const votes = ['a', 'b', 'c'].map((role, i) =>
    move(`sender ${i}`, [1, start], { type: 'Vote', role, vote: words[i] }, { n: i }),
  );
  const twice = move('sender 0', [1, start], { type: 'Vote', role: 'a', vote: 'no' }, { n: 7 });
  const claims = CANDIDATES.map((by) => move(by, [2, start], { type: 'Claim' }, { type: 'claim', v: 1 }));
  const done = votes.flatMap((vote) =>
    CANDIDATES.map((by, i) => ({
      tx: move(by, [2, vote], routed(2, []), { n: i }),
      ...UNCERTAIN,
      needs: [vote.txId],
    })),
  );
  return [
    { tx: start, uncertain: false, insists: false, needs: [] },
    ...[...votes, twice, ...claims].map((tx) => ({ tx, ...UNCERTAIN, needs: [] })),
    ...done,
  ];
}
