// Ids of instances: one that follows from an opening without a name is given to no other instance. An opening that
// somebody kept back erases nothing that was sealed.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import { act, alice, bob } from '../../../support/register/ledger.js';
import { People, step } from '../../../support/register/people.js';

function definition(): JsonObject {
  const actions = [step(1, 'asks', [2], { isStartingAction: true }), step(2, 'answers', [])];
  const participants = Object.entries({ asks: alice, answers: bob }).map(([id, { address }]) => ({
    id,
    walletAddress: address,
  }));
  return { language: 2, title: 'Talk', description: 'One asks.', participants, actions } as unknown as JsonObject;
}

/** An opening without a name, and one that is given an id. */
function openings() {
  const at = new People(definition());
  const saidBy = (completedActionId: number, next: readonly number[]) => {
    const routing = { completedActionId, next, blueprintDefinitionTxId: at.pin };
    return { metadata: { type: 'Action', routing } as unknown as JsonObject };
  };
  const opening = (more: { instanceId?: string; n: number }) => {
    const { n, ...named } = more;
    return act({ publicationTxId: at.pin, actionId: '1', payload: { n }, ...saidBy(1, [2]), ...named }, alice);
  };
  const kept = opening({ n: 1 });
  return { at, opening, kept, saidBy, id: instanceIdOf(kept) };
}

describe('the id of an instance', () => {
  it('is that of an opening without a name for no other one: a sender that kept that back would erase what others did', () => {
    const { at, opening, kept, saidBy, id } = openings();
    expect(at.judge(opening({ instanceId: id, n: 2 }))).to.equal('VAL_BP_001');
    expect(at.judge(opening({ instanceId: 'f'.repeat(64), n: 2 }))).to.equal('VAL_BP_001');
    at.ledger.seal(kept);
    const place = { publicationTxId: at.pin, actionId: '2', instanceId: id, previousTransactionId: kept.txId };
    expect(at.judge(act({ ...place, payload: { n: 3 }, ...saidBy(2, []) }, bob))).to.equal('ok');
  });

  it('is else as its opener says', () => {
    const { at, opening } = openings();
    for (const instanceId of ['f'.repeat(63), 'F'.repeat(64), 'f'.repeat(66), '0b9e4a9e-3f0c-4d0e-8f43-0a3a3e8a5f10'])
      expect(at.judge(opening({ instanceId, n: 2 })), instanceId).to.equal('ok');
  });
});
