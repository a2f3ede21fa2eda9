// A wallet founds one record: a party that was expelled does not come back under another id, and a candidate votes
// once.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { cannotReceiveIn } from '../../../../../core/instance/people/able.js';
import { definitionOf } from '../../../../support/definitions/short-definitions.js';
import { operation, proposal } from '../../../../support/register/governance.js';
import { alice, bob, owner, wallet } from '../../../../support/register/ledger.js';
import { People, step } from '../../../../support/register/people.js';

const [carol, dora] = [wallet('carol'), wallet('dora')];

describe('a wallet with a record of its own', () => {
  const lone = {
    ...definitionOf([]),
    actions: [step(1, 'x', [2], { isStartingAction: true }), step(2, 'y', [])],
    participants: [
      { id: 'x', walletAddress: alice.address },
      { id: 'y', walletAddress: bob.address },
    ],
  } as JsonObject;

  it('does not come back by another record after governance revoked that one', () => {
    const at = new People(lone, { expelled: alice });
    const proposedAt = at.ledger.now;
    at.ledger.seal(proposal(operation('revoke-participant', { participantId: 'expelled', proposedAt }), [owner]));
    expect(at.judge(at.record('expelled', [alice]))).to.equal('VAL_PARTICIPANT_003');
    expect(at.judge(at.record('back', [alice]))).to.equal('VAL_PARTICIPANT_004');
    expect(at.judge(at.record('back', [bob, alice], { by: bob })), 'as one of several').to.equal('VAL_PARTICIPANT_004');
    expect(at.judge(at.record('back', [alice], { by: owner })), 'by an Owner').to.equal('VAL_PARTICIPANT_004');
    expect(at.judge(at.move(1, alice))).to.equal('VAL_BP_002');
    expect(cannotReceiveIn(at.ledger.view)(alice.address)).to.equal(true);
  });

  it('receives whatever a record says of it that others signed', () => {
    const at = new People(lone);
    for (const status of ['Active', 'Revoked'] as const) {
      at.ledger.seal(at.record(`by-others-${status}`, [bob], { by: owner, status }));
      expect(cannotReceiveIn(at.ledger.view)(bob.address), status).to.equal(false);
    }
  });

  it('has one vote, whatever roles it holds', () => {
    const decision = {
      language: 2,
      title: 'Award',
      description: 'An award that two of three decide.',
      participants: [
        { id: 'buyer', walletAddress: owner.address },
        { id: 'chair', candidates: ['a', 'c'] },
        { id: 'engineer', candidates: ['a', 'b'] },
        { id: 'lawyer', walletAddress: carol.address },
      ],
      actions: [
        step(1, 'buyer', [2], { isStartingAction: true }),
        step(2, 'chair', [], {
          routes: [
            { id: 'granted', nextActionIds: [3] },
            { id: 'refused', nextActionIds: [4] },
          ],
          approval: {
            of: [{ role: 'chair' }, { role: 'engineer' }, { role: 'lawyer' }],
            need: 2,
            yes: 'granted',
            no: 'refused',
          },
        }),
        step(3, 'buyer', []),
        step(4, 'buyer', []),
      ],
    } as unknown as JsonObject;
    const at = new People(decision, { a: alice, b: bob, c: dora, l: carol });
    const first = at.seal(1, owner);
    at.cast(2, alice, ['chair', 'yes'], first);
    expect(at.judge(at.vote(2, alice, ['engineer', 'yes'], first))).to.equal('VAL_FLOW_003');
    expect(at.judge(at.record('a-again', [alice]))).to.equal('VAL_PARTICIPANT_004');
  });
});
