// A workflow of two branches that are joined again, and its transactions: for tests of what waits for what.
import type { Transaction } from '../../../core/model/transaction.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../node/ledger-world.js';

const NOTED = { dataSchemas: [{ type: 'object', properties: { note: { type: 'string' } } }] };

export const DIAMOND = {
  id: 'diamond',
  language: 2,
  title: 'Diamond',
  participants: [{ id: 'a' }, { id: 'b' }],
  actions: [
    { ...NOTED, id: 0, sender: 'a', isStartingAction: true, routes: [{ nextActionIds: [1, 2] }] },
    { ...NOTED, id: 1, sender: 'a', routes: [{ nextActionIds: [3] }] },
    { ...NOTED, id: 2, sender: 'a', routes: [{ nextActionIds: [3] }] },
    { ...NOTED, id: 3, sender: 'b', requiredPriorActions: [1, 2] },
  ],
};

/**
 * A transaction of the diamond that was made at `nowMs`, signed by the owner for a publication and else by the sender;
 * `more` are further header members.
 */
export function ofDiamond(
  nowMs: number,
  actionId: string,
  more: object,
  payload: object = { note: actionId },
): Transaction {
  const createdAt = new Date(nowMs).toISOString();
  const header = { registerId: REGISTER_ID, blueprintId: DIAMOND.id, actionId, createdAt, ...more };
  return signedTransaction(keyOf(actionId === 'blueprint-publish' ? 'owner' : 'sender'), header, payload as never);
}
