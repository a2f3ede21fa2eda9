// What a rule waits for that reads runs which were opened later: it is found by rows alone, and ends, because nobody
// seals one more of them while an action that reads them may be done.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { ROW_STEPS } from '../../../../../core/base/limits/ledger/work.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { stepsOf } from '../../../../../core/moves/parts/memo.js';
import { validate } from '../../../../../core/validate/validate.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';

const dave = wallet('dave');
const WALLETS = [alice, bob, dave];
const num = { type: 'integer' };
const text = { type: 'string' };
const opensAt = { opensAt: { type: 'string', format: 'date-time' } };
const disputes = { window: 'P30D', redoWithin: 'PT2H', deliverWithin: 'P1D' };
const LOOP = [
  { id: 'again', nextActionIds: [2], condition: { '>': [read('in.n'), 0] } },
  { id: 'on', nextActionIds: [], isDefault: true },
];
const NOT_BEFORE = { timers: [{ id: 't', notBefore: true, at: { var: 'act.1.opensAt' } }] };

const bidding = (from: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ sender: 'north', ...asks({ price: num, n: num, note: text }), routes: LOOP },
  disclosures: [{ participantAddress: 'officer', dataPointers: ['/price'], from }],
  ...more,
});
const roles = (officer: Wallet = dave) => ({
  disputes,
  participants: Object.entries({ buyer: alice, north: bob, officer }).map(([id, { address: walletAddress }]) => ({
    ...{ id, walletAddress },
  })),
});

/** A bidder in a loop beside the award, which reads its bids from a time on. */
const timed = (calculations: JsonObject, officer?: Wallet): JsonObject => ({
  ...definitionOf([
    { sender: 'buyer', ...asks(opensAt), ...shows({ north: ['*'], officer: ['*'] }), ...to(2, 3) },
    bidding({ time: { var: 'act.1.opensAt' } }),
    { sender: 'officer', ...asks({ minutes: text }), ...shows({ buyer: ['*'] }), ...to(), calculations, ...NOT_BEFORE },
  ]),
  ...roles(officer),
});

function timedBids(calculations: JsonObject, officer: Wallet = dave) {
  const definition = timed(calculations, officer);
  expect(checkBlueprint(definition).filter(({ severity }) => severity === 'error')).to.deep.equal([]);
  const at = new DeliveryLedger(definition, WALLETS);
  at.enrol({ a: alice, b: bob, d: dave });
  const opensMs = at.ledger.state.timestampMs + 600_000;
  const stated = new Date(opensMs).toISOString();
  const due = { '@from.act.1.opensAt': stated, '3.t': stated };
  const first = at.take({ action: 1, by: alice, data: { opensAt: stated }, next: [2, 3], due });
  const bid = (previous: Transaction, note = '') =>
    at.run({ action: 2, by: bob, data: { price: 7, n: 1, note }, next: [2], previous: previous.txId });
  const award = (data: JsonObject) =>
    at.run({ action: 3, by: officer, data: { minutes: 'm', ...data }, next: [], previous: first.txId });
  const challenge = (run: Transaction) => {
    const payload = { type: 'challenge', v: 1, role: 'officer' };
    return at.move('Challenge', { action: 2, by: dave, previous: run.txId, payload });
  };
  return { at, opensMs, first, bid, award, challenge };
}

describe('an award that reads sealed bids', () => {
  it('waits for those that were sealed before it could be done, and for no later one', () => {
    const { at, opensMs, first, bid, award, challenge } = timedBids({ best: { var: ['act.2.price', 0] } });
    const one = bid(first);
    at.ledger.seal(one);
    const two = bid(one);
    expect(at.judge(two, opensMs), 'until its time').to.equal('ok');
    expect(at.judge(two, opensMs + 1)).to.equal('VAL_DELIVER_009');
    at.ledger.sealAt(opensMs + 1, challenge(one));
    expect(at.judge(award({ best: 0 }), opensMs + 2)).to.equal('VAL_DELIVER_009');
    const given = at.delivery({ by: bob, to: dave, role: 'officer', runs: [one], provable: true });
    at.ledger.sealAt(opensMs + 2, given);
    expect(at.judge(bid(one), opensMs + 3), 'beside the delivery').to.equal('VAL_DELIVER_009');
    const done = award({ best: 7 });
    expect(at.judge(done, opensMs + 3)).to.equal('ok');
    at.ledger.sealAt(opensMs + 3, done);
    expect(at.judge(bid(one), opensMs + 4), 'when it is done').to.equal('ok');
  });

  it('is taken back where a bid is done again behind the action that opened it', () => {
    const definition = {
      ...definitionOf([
        { sender: 'buyer', ...asks({ subject: text }), ...shows({ north: ['*'], officer: ['*'] }), ...to(2) },
        bidding({ action: 3 }, to(3, 5)),
        { sender: 'officer', ...asks({ minutes: text }), ...shows({ buyer: ['*'] }), ...to(4) },
        { sender: 'officer', calculations: { best: read('act.2.price') }, ...shows({ buyer: ['*'] }), ...to() },
        { sender: 'north', ...asks({ note: text }), ...shows({ buyer: ['*'] }), ...to(2) },
      ]),
      ...roles(),
    };
    expect(checkBlueprint(definition).filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    const at = new DeliveryLedger(definition, WALLETS);
    at.enrol({ a: alice, b: bob, d: dave });
    const first = at.take({ action: 1, by: alice, data: { subject: 's' }, next: [2] });
    const bid = (previous: Transaction) => ({
      by: bob,
      data: { price: 7, n: 1 },
      next: [3, 5],
      previous: previous.txId,
    });
    const one = at.take({ action: 2, ...bid(first) });
    const opening = at.take({ action: 3, by: dave, data: { minutes: 'm' }, next: [4], previous: one.txId });
    const award = () => at.run({ action: 4, by: dave, data: { best: 7 }, next: [], previous: opening.txId });
    expect(at.judge(award())).to.equal('VAL_DELIVER_009');
    const again = at.take({ action: 5, by: bob, data: { note: 'n' }, next: [2], previous: one.txId });
    expect(at.judge(award())).to.equal('VAL_CHAIN_FORK');
    expect(at.judge(at.run({ action: 2, ...bid(again) })), 'which is opened anew').to.equal('ok');
  });

  it('is waited for by no bid when its deadline has passed', () => {
    const definition = timed({ best: { var: ['act.2.price', 0] } });
    const [announcing, ...others] = definition.actions as readonly JsonObject[];
    const routes = [{ id: 'r', nextActionIds: [2, 3], branchDeadline: 'PT1H' }];
    const at = new DeliveryLedger({ ...definition, actions: [{ ...announcing, routes }, ...others] }, WALLETS);
    at.enrol({ a: alice, b: bob, d: dave });
    const opensMs = at.ledger.state.timestampMs + 600_000;
    const opens = new Date(opensMs).toISOString();
    const due = { '@from.act.1.opensAt': opens, '3.t': opens };
    const first = at.take({ action: 1, by: alice, data: { opensAt: opens }, next: [2, 3], due });
    const bid = { action: 2, by: bob, next: [2], data: { price: 7, n: 1, note: '' } };
    const one = at.take({ ...bid, previous: first.txId });
    const two = at.run({ ...bid, previous: one.txId });
    expect(at.judge(two, opensMs + 1)).to.equal('VAL_DELIVER_009');
    expect(at.judge(two, opensMs + 3_600_000)).to.equal('ok');
  });

  it('waits for the first bid, without which it cannot be done', () => {
    const { at, opensMs, first, bid } = timedBids({ best: { var: ['act.2.price', 0] } });
    const prior = timed({ best: read('act.2.price') });
    const actions = (prior.actions as readonly JsonObject[]).map((one) =>
      one.id === 3 ? { ...one, requiredPriorActions: [2] } : one,
    );
    expect(at.judge(bid(first), opensMs + 1), 'it could be done').to.equal('VAL_DELIVER_009');
    const waiting = new DeliveryLedger({ ...prior, actions }, WALLETS);
    waiting.enrol({ a: alice, b: bob, d: dave });
    const ms = waiting.ledger.state.timestampMs + 600_000;
    const stated = new Date(ms).toISOString();
    const due = { '@from.act.1.opensAt': stated, '3.t': stated };
    const announced = waiting.take({ action: 1, by: alice, data: { opensAt: stated }, next: [2, 3], due });
    const late = waiting.run({
      ...{ action: 2, by: bob, data: { price: 7, n: 1, note: '' }, next: [2], previous: announced.txId },
    });
    expect(waiting.judge(late, ms + 1)).to.equal('ok');
  });

  it('reads the row of each bid once and no transaction, and is charged for that', () => {
    const { at, opensMs, first, bid, award } = timedBids({ total: { sum: [read('runs.2.price')] } }, bob);
    let last = first;
    for (let i = 0; i < 5; i++) {
      last = bid(last, 'x'.repeat(1000));
      at.ledger.seal(last);
    }
    const { state, view } = at.ledger;
    const looked: string[] = [];
    const counted = {
      ...view,
      state: (key: string) => view.state(key),
      sealOf: (txId: string) => view.sealOf(txId),
      docketAt: (height: number) => view.docketAt(height),
      transaction: (txId: string) => {
        looked.push(txId);
        return view.transaction(txId);
      },
    };
    const done = award({ total: 35 });
    const judged = validate(done, { state, view: counted, signaturesOk: true, docketMs: opensMs + 1 });
    expect([judged, looked.filter((txId) => txId !== first.txId)]).to.deep.equal([{ ok: true }, []]);
    expect(stepsOf(done, state.rules)).to.be.at.least(10 * ROW_STEPS);
  });
});
