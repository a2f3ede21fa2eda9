// A sale of four parties that may be cancelled, by stated terms or without any.
import type { JsonObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { alice, bob, type Wallet, wallet } from '../register/ledger.js';
import { People, step } from '../register/people.js';

export const carol = wallet('carol');
export const dave = wallet('dave');

/** alice opens; alice, bob and carol agree on an end before action 3 is done. */
export const SALE = {
  language: 2,
  title: 'Sale',
  description: 'Goods are ordered, shipped and paid.',
  participants: [
    { id: 'buyer', walletAddress: alice.address },
    { id: 'seller', walletAddress: bob.address },
    { id: 'bank', walletAddress: carol.address },
    { id: 'carrier', walletAddress: dave.address },
  ],
  actions: [
    step(1, 'buyer', [2], { isStartingAction: true }),
    step(2, 'seller', [3]),
    step(3, 'carrier', [4], { rejectionConfig: { targetActionId: 1 } }),
    step(4, 'bank', [5], { rejectionConfig: { targetActionId: 3 } }),
    step(5, 'bank', []),
  ],
  cancellation: { by: ['opener', 'bank'], until: [3], consent: { need: 2, of: ['buyer', 'seller', 'bank'] } },
} as unknown as JsonObject;

export const { cancellation: TERMS } = SALE as unknown as Definition;

/** The sale after its first action. `null` states no terms. */
export function begun(cancellation: unknown = TERMS) {
  const people = new People({ ...SALE, cancellation } as JsonObject);
  for (const [id, by] of Object.entries({ a: alice, b: bob, c: carol, d: dave })) people.enrol(id, [by]);
  let last = people.seal(1, alice);
  let made = 0;
  const cancel = (by: Wallet, roles?: unknown): Transaction => {
    const payload = { type: 'cancellation', reason: `because ${made++}` };
    const tx = people.move(Number(last.header.actionId), by, { after: last, type: 'Cancellation', payload, roles });
    return tx;
  };
  const on = (action: number, by: Wallet): Transaction => {
    last = people.seal(action, by, { after: last });
    return last;
  };
  const state = (): string => (people.instance as Instance).state;
  return Object.assign(people, { cancel, on, state, first: last, newest: () => last });
}
