// A claim obeys what keeps an action from being done: no role is claimed for an action that is not open, or not yet
// due. By a claim nobody reads what a doing would let it read later. Each conjunct by itself.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { type DueTimer, dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { MAY_TURN } from '../../../../../core/validate/finality.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, REGISTER_ID, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';

const carol = wallet('carol');
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const THEN = 'then';
const HOLD = { id: 'hold', after: 'PT10M', notBefore: true };

function definition(actions: readonly object[]): JsonObject {
  return {
    language: 2,
    title: 'Claims',
    participants: [{ id: 'asks', walletAddress: alice.address }, { id: 'clerk' }, { id: 'board' }],
    actions,
  } as unknown as JsonObject;
}

/** alice has done action 1. */
function begun(actions: readonly object[]) {
  const at = new People(definition(actions));
  const first = at.seal(1, alice);
  const openedMs = at.ledger.state.timestampMs;
  const claim = (action: number, more: { role?: string; type?: string; by?: Wallet } = {}): Transaction => {
    const { role, type = 'Claim', by = bob } = more;
    const said = role === undefined ? {} : { said: { role } };
    return at.move(action, by, { after: first, type, payload: { type: type.toLowerCase(), v: 1 }, ...said });
  };
  const judge = (ms: number, ...of: Parameters<typeof claim>): string => at.judge(claim(...of), openedMs + ms);
  return Object.assign(at, { first, openedMs, claim, judgeAt: judge });
}

const START = step(1, 'asks', [2], { isStartingAction: true });

describe('a claim of an action that is not open', () => {
  it('is refused until a branch leads there, and taken then', () => {
    const at = begun([START, step(2, 'asks', [3]), step(3, 'clerk', [])]);
    expect(at.judgeAt(1, 3)).to.equal('VAL_FLOW_010');
    at.seal(2, alice, { after: at.first });
    expect(at.judgeAt(MINUTE_MS, 3)).to.equal('ok');
    expect(MAY_TURN.has('VAL_FLOW_010'), 'no end').to.equal(true);
  });

  it('is refused when the branch has gone on without the role', () => {
    const timers = [{ id: 'end', after: 'P1D', [THEN]: { nextActionIds: [3] } }];
    const at = begun([START, step(2, 'clerk', [3], { timers }), step(3, 'board', [])]);
    expect(at.judgeAt(1, 2)).to.equal('ok');
    const [due] = dueTimers(at.instance, planOf(at.definition)) as [DueTimer];
    const place = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId: 'loan', publicationTxId: at.pin };
    at.ledger.sealAt(due.dueMs + 1, timerTransaction(place, due));
    expect(at.judge(at.claim(2))).to.equal('VAL_FLOW_010');
    expect(at.judge(at.claim(3))).to.equal('ok');
  });

  it('is refused at a join that waits for another branch', () => {
    const fork = step(1, 'asks', [2, 3], { isStartingAction: true });
    for (const join of [{ requiredPriorActions: [2, 3] }, { joins: { fork: 1 } }]) {
      const at = begun([fork, step(2, 'asks', [4]), step(3, 'asks', [4]), step(4, 'clerk', [], join)]);
      at.seal(2, alice, { after: at.first });
      expect(at.judgeAt(MINUTE_MS, 4), JSON.stringify(join)).to.equal('VAL_FLOW_010');
      at.seal(3, alice, { after: at.first });
      expect(at.judgeAt(MINUTE_MS, 4), JSON.stringify(join)).to.equal('ok');
    }
  });

  it('is refused until the time from which on the action may be done', () => {
    const at = begun([START, step(2, 'clerk', [], { timers: [HOLD] })]);
    expect(at.judgeAt(10 * MINUTE_MS, 2)).to.equal('VAL_FLOW_010');
    expect(at.judgeAt(10 * MINUTE_MS + 1, 2)).to.equal('ok');
  });

  it('is refused until the time from which on another role may do it, of that role alone', () => {
    const at = begun([START, step(2, 'clerk', [], { timers: [{ id: 'lead', after: 'PT1H', also: ['board'] }] })]);
    const board = { role: 'board', by: carol };
    expect(at.judgeAt(60 * MINUTE_MS, 2, board)).to.equal('VAL_FLOW_010');
    expect(at.judgeAt(60 * MINUTE_MS + 1, 2, board)).to.equal('ok');
    expect(at.judgeAt(1, 2, { role: 'clerk' })).to.equal('ok');
  });

  it('is refused where the action was due before: by its timer, or by the deadline of its branch', () => {
    const timers = [{ id: 'end', after: 'P1D', [THEN]: { nextActionIds: [] } }];
    const timed = begun([START, step(2, 'clerk', [], { timers })]);
    expect(timed.judgeAt(DAY_MS, 2)).to.equal('ok');
    expect(timed.judgeAt(DAY_MS + 1, 2)).to.equal('VAL_BP_012');
    const routes = [{ id: 'r', nextActionIds: [2], branchDeadline: 'P1D' }];
    const dead = begun([{ ...START, routes }, step(2, 'clerk', [])]);
    expect(dead.judgeAt(DAY_MS, 2)).to.equal('ok');
    expect(dead.judgeAt(DAY_MS + 1, 2)).to.equal('VAL_BP_012');
  });

  it('is given back at any time', () => {
    const timers = [{ id: 'end', after: 'PT20M', [THEN]: { nextActionIds: [] } }];
    const at = begun([START, step(2, 'clerk', [], { timers })]);
    at.ledger.seal(at.claim(2));
    expect(at.judgeAt(21 * MINUTE_MS, 2, { type: 'Release' })).to.equal('ok');
  });
});

describe('what is disclosed to the holder of a role', () => {
  const BID = { ...asks({ bid: num }), ...shows({ judge: ['*'] }) };
  const bids = {
    ...definitionOf([
      { ...BID, ...to(2) },
      { sender: 'judge', ...asks({ said: num }), timers: [HOLD], ...to() },
    ]),
    participants: [
      { id: 'x', walletAddress: alice.address },
      { id: 'judge', candidates: ['b', 'c'], disclose: 'holder' },
    ],
  } as unknown as JsonObject;

  it('is delivered to who claimed it from when the action is open, and never before', () => {
    const people = new People(definitionOf([{ ...asks({ a: num }), ...to() }]));
    const at = new DeliveryLedger(bids, [alice, bob, carol], [people.enrol('b', [bob]), people.enrol('c', [carol])]);
    const bid = at.take({ action: 1, by: alice, data: { bid: 7 }, next: [2] });
    const openMs = at.ledger.state.timestampMs + 10 * MINUTE_MS;
    expect(bid.header.recipients).to.deep.equal([alice.address]);
    const claim = at.move('Claim', { action: 2, by: bob, previous: bid.txId, payload: { type: 'claim', v: 1 } });
    expect(at.judge(claim, openMs)).to.equal('VAL_FLOW_010');
    expect(() => at.ledger.sealAt(openMs, claim), 'nor by a patched node').to.throw('VAL_FLOW_010');
    expect(at.owed).to.deep.equal([]);
    const delivery = at.delivery({ by: alice, to: bob, role: 'judge', runs: [bid] });
    expect(at.judge(delivery, openMs), 'nobody is owed it').to.match(/^VAL_DELIVER_/);
    at.ledger.sealAt(openMs + 1, claim);
    expect(at.owed).to.deep.equal([`judge ${bid.txId} ${bob.address}`]);
    expect(at.judge(delivery)).to.equal('ok');
  });
});
