// Refusals that a later docket takes back, so that no node may tell them as an end: the time of an action or of an
// objection that is given anew, a term that passes, and a challenge that a delivery answers.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { MAY_TURN } from '../../../../../core/validate/finality.js';
import { asks, definitionOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, wallet } from '../../../../support/register/ledger.js';

const DAY = 24 * 3_600_000;
const THEN = 'then';
const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ price: { type: 'integer' } }), ...shows({ y: ['price'] }), ...to(2) },
    { sender: 'y', ...to(), timers: [{ id: 'end', after: 'P1D', [THEN]: { nextActionIds: [] } }] },
  ]),
  participants: [
    { id: 'x', walletAddress: alice.address },
    { id: 'y', walletAddress: bob.address },
  ],
  disputes: { window: 'P4D', deliverWithin: 'P2D' },
};

function begun() {
  const at = new DeliveryLedger(DEFINITION, [alice, bob]);
  at.enrol({ a: alice, b: bob });
  const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2] });
  const payload = { type: 'challenge', v: 1, role: 'y' };
  const challenge = at.move('Challenge', { action: 1, by: bob, previous: one.txId, payload });
  let others = 0;
  /** The sealed head is of this time, by what has nothing to do with the instance. */
  const pass = (ms: number): void => {
    const record = at.record(`other ${others}`, wallet(`other ${others++}`), 1);
    at.ledger.sealAt(at.ledger.state.timestampMs + ms, record);
  };
  return { at, one, challenge, pass };
}

/** By sealed state alone, as an end is told. */
function refusalOf(at: DeliveryLedger, tx: Transaction): string {
  const said = at.judge(tx);
  expect(MAY_TURN.has(said as never), `${said} is told as an end`).to.equal(true);
  return said;
}

describe('refusals that turn', () => {
  it('that the time of an action has passed, while nothing has ended it: a challenge of its role gives more', () => {
    const { at, one, challenge, pass } = begun();
    const act = at.run({ action: 2, by: bob, data: {}, next: [], previous: one.txId });
    pass(DAY + 1000);
    expect(refusalOf(at, act)).to.equal('VAL_BP_012');
    at.ledger.seal(challenge);
    expect(at.judge(act)).to.equal('ok');
  });

  it('that a run was not delivered, before the term of its challenge is over', () => {
    const { at, one, challenge, pass } = begun();
    at.ledger.seal(challenge);
    const objection = at.objection({ run: one, by: bob, ground: 'undelivered', at: challenge.txId, shown: [] });
    expect(refusalOf(at, objection)).to.equal('VAL_OBJ_004');
    pass(2 * DAY + 1000);
    expect(at.judge(objection)).to.equal('ok');
  });
});
