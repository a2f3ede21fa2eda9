// Long instances: a party that makes moves without end leaves the others theirs. An instance in which nothing can go on
// is ended by a party that did not fill it, whatever the definition says of cancellations.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { INSTANCE_COMMON_MAX, INSTANCE_SHARED_MAX } from '../../../../../core/base/limits/ledger/instances.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { openBranches } from '../../../../../core/blueprint/instance/branches.js';
import { isFullAt } from '../../../../../core/blueprint/instance/full.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../../../core/blueprint/state/instance.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { Dice } from '../../../../support/base/dice.js';
import { alice, bob, type Ledger, REGISTER_ID, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];
const HOLDERS: readonly (readonly [string, Wallet])[] = [
  ['lead', alice],
  ['seller', bob],
  ['buyer', carol],
  ['spare', dave],
];
/** So many roles that the share of each is small. */
const ROLES = 100;
const SHARE = Math.floor(INSTANCE_SHARED_MAX / (2 * ROLES));
const DAY_MS = 24 * 3_600_000;

/** The seller and the buyer go round for themselves as long as they like; the opener ends it when both are done. */
function definition(more: object = {}, third: object = {}): JsonObject {
  const others = Array.from({ length: ROLES - HOLDERS.length }, (_, i) => ({ id: `other ${i}` }));
  const round = (id: number, sender: string, of: object) =>
    step(id, sender, [4], {
      routes: [
        { id: 'again', nextActionIds: [id], condition: { '==': [{ var: 'in.n' }, 0] } },
        { id: 'on', nextActionIds: [4], isDefault: true },
      ],
      ...of,
    });
  return {
    language: 2,
    title: 'Rounds',
    description: 'Two parties go round, and then it ends.',
    participants: [...HOLDERS.map(([id, { address }]) => ({ id, walletAddress: address })), ...others],
    actions: [
      step(1, 'lead', [2, 3], { isStartingAction: true }),
      round(2, 'seller', {}),
      round(3, 'buyer', third),
      step(4, 'lead', [], { requiredPriorActions: [2, 3] }),
    ],
    cancellation: { by: ['seller'], until: [1], consent: { need: 2, of: ['lead', 'seller', 'buyer'] } },
    ...more,
  } as unknown as JsonObject;
}

/** As if so many moves had been made before. */
function aged({ view }: Ledger, by: number): void {
  const now = view.state.bind(view);
  const state = (key: string): JsonObject | undefined => {
    const row = now(key);
    return row && key.startsWith('inst/') && Number(row.moves) < by ? { ...row, moves: Number(row.moves) + by } : row;
  };
  Object.assign(view, { state });
}

function begun(document = definition()) {
  const at = new People(document);
  const records = Object.fromEntries([...HOLDERS.map(([, by]) => by), erin].map((by, i) => [`p${i}`, by]));
  for (const [id, by] of Object.entries(records)) at.enrol(id, [by]);
  const plan = planOf(document as unknown as Definition);
  const first = at.seal(1, alice);
  aged(at.ledger, INSTANCE_COMMON_MAX);
  let made = 0;
  /** The newest branch that leads there. */
  const branch = (action: number): Transaction => {
    const open = openBranches(at.instance).find(({ actionId }) => actionId === action);
    return at.ledger.view.transaction(open?.txId ?? '') as Transaction;
  };
  const act = (action: number, by: Wallet, next: readonly number[]): Transaction =>
    at.move(action, by, { after: branch(action), next, payload: { n: next[0] === action ? 0 : ++made } });
  const goRound = (action: number, by: Wallet): number => {
    for (let n = 0; ; n++) {
      const tx = act(action, by, [action]);
      if (n === 20 || at.judge(tx) !== 'ok') return n;
      at.ledger.seal(tx);
    }
  };
  const cancels = (by: Wallet, of: JsonObject = { full: true }): Transaction => {
    const payload = { type: 'cancellation', reason: `because ${made++}` };
    return at.move(1, by, { after: first, type: 'Cancellation', payload, said: of });
  };
  const isFull = (): boolean => isFullAt(at.instance, plan, at.ledger.state.timestampMs + 1000);
  return Object.assign(at, { plan, first, act, goRound, cancels, isFull });
}

describe('an instance that has most of its moves', () => {
  it('leaves each role its share, whatever another one made', () => {
    const at = begun();
    expect(at.goRound(2, bob)).to.equal(SHARE);
    expect(at.judge(at.act(2, bob, [2]))).to.equal('VAL_BP_015');
    expect(at.judge(at.act(2, bob, [4])), 'a way that does not end it').to.equal('VAL_BP_015');
    expect(at.instance.late).to.deep.equal({ seller: { moves: SHARE, wallet: bob.address } });
    expect(at.isFull(), 'the buyer can go on').to.equal(false);
    expect(at.judge(at.cancels(carol))).to.equal('VAL_BP_020');
    expect(at.goRound(3, carol)).to.equal(SHARE);
    expect(JSON.stringify(at.instance.late)).to.match(/^\{"buyer".*"seller"/);
  });

  it('counts nothing before the moves that all have together are made', () => {
    const at = new People(definition());
    at.seal(1, alice);
    expect(at.instance).to.not.have.property('late');
  });

  it('is full when no branch goes on, and a party that did not fill it ends it: until and consents bind no more', () => {
    const at = begun();
    at.goRound(2, bob);
    const third = at.act(3, carol, [4]);
    at.ledger.seal(third);
    expect(at.isFull(), 'the opener waits for the seller').to.equal(true);
    expect(at.judge(at.cancels(bob, { roles: ['seller'] })), 'as the definition says').to.equal('VAL_BP_018');
    for (const [by, code] of [
      [bob, 'VAL_BP_020'],
      [erin, 'VAL_BP_020'],
      [carol, 'ok'],
      [dave, 'ok'],
    ] as const)
      expect(at.judge(at.cancels(by)), by.address).to.equal(code);
    at.ledger.seal(at.cancels(carol));
    expect(at.instance.state).to.equal('Cancelled');
    expect(at.judge(at.cancels(dave))).to.equal('VAL_BP_011');
  });

  it('is not ended by who filled it, also not with another key, another role, or by the friend who got its role', () => {
    const at = begun();
    at.goRound(2, bob);
    at.ledger.seal(at.act(3, carol, [4]));
    const key = wallet('new key of bob');
    at.enrol('p1', [key, bob], { by: bob });
    expect(at.judge(at.cancels(key))).to.equal('VAL_BP_020');
    const hand = (role: string, from: Wallet, to: Wallet): void => {
      const payload = { type: 'handover', v: 1, role, from: from.address, to: to.address };
      at.ledger.seal(at.move(2, from, { after: at.first, type: 'Handover', payload, with: [to] }));
    };
    hand('spare', dave, key);
    hand('seller', key, erin);
    expect(at.judge(at.cancels(key)), 'as the spare role').to.equal('VAL_BP_020');
    expect(at.judge(at.cancels(erin)), 'in the role that is spent').to.equal('VAL_BP_020');
    expect(at.judge(at.cancels(carol))).to.equal('ok');
  });

  it('is ended by any party where each has used up its moves', () => {
    const two = { by: ['opener'], until: [1] };
    const at = begun(definition({ cancellation: two }));
    at.goRound(2, bob);
    at.goRound(3, carol);
    const leave = (id: string, by: Wallet): void => void at.enrol(id, [by], { status: 'Revoked' });
    leave('p0', alice);
    expect(at.judge(at.cancels(bob)), 'the spare role is there').to.equal('VAL_BP_020');
    leave('p3', dave);
    expect(at.judge(at.cancels(bob))).to.equal('ok');
  });

  it('takes what ends it from a role that has no moves left', () => {
    const at = begun(definition({ actions: [step(1, 'lead', [2], { isStartingAction: true }), LAST] }));
    expect(at.goRound(2, bob)).to.equal(SHARE);
    expect(at.judge(at.act(2, bob, [])), 'the last action').to.equal('ok');
    const branch = openBranches(at.instance)[0]?.txId as string;
    const rejects = at.move(2, bob, { after: at.ledger.view.transaction(branch) as Transaction, type: 'Rejection' });
    expect(at.judge(rejects), 'a rejection for good').to.equal('ok');
  });

  it('keeps the timers of an action for others when those of another role have fired as often as they may', () => {
    const timed = (id: number) => ({ timers: [{ id: `t${id}`, after: 'P1D', [THEN]: { nextActionIds: [id] } }] });
    const at = begun(definition({}, timed(3)));
    const fire = (): boolean => {
      const [due] = dueTimers(at.instance, at.plan);
      if (!due) return false;
      const { blueprintId, publicationTxId } = at.instance;
      const of = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId, publicationTxId };
      at.ledger.sealAt(due.dueMs + 1, timerTransaction(of, due));
      return true;
    };
    let fired = 0;
    while (fired < 20 && fire()) fired++;
    expect(fired).to.equal(SHARE);
    expect(at.instance.late).to.deep.equal({ buyer: { timers: SHARE } });
    expect(at.judge(at.act(3, carol, [4])), 'its party still does it').to.equal('ok');
    at.goRound(2, bob);
    expect(at.isFull(), 'the buyer can go on').to.equal(false);
    // The timer was due, and fires no more: that party is silent at the cost of who did not fill it.
    const lateMs = at.ledger.state.timestampMs + 2 * DAY_MS;
    expect(isFullAt(at.instance, at.plan, lateMs)).to.equal(true);
    expect(at.judge(at.cancels(alice), lateMs)).to.equal('ok');
    expect(at.judge(at.cancels(carol), lateMs)).to.equal('VAL_BP_020');
  });

  it('goes on or is ended by some party in every state, whatever they do', () => {
    const parties = HOLDERS.map(([, by]) => by);
    let ended = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const dice = new Dice(`full ${seed}`);
      const at = begun();
      const moves = (): readonly Transaction[] =>
        openBranches(at.instance).flatMap(({ actionId }) =>
          parties.flatMap((by) => [[actionId], [4], []].map((next) => at.act(actionId, by, next))),
        );
      for (let n = 0; (at.instance as Instance).state === 'Active'; n++) {
        expect(n, 'an end').to.be.below(200);
        const can = moves().filter((tx) => at.judge(tx) === 'ok');
        const ends = parties.map((by) => at.cancels(by)).filter((tx) => at.judge(tx) === 'ok');
        expect(can.length + ends.length, JSON.stringify(at.instance)).to.be.above(0);
        if (ends.length > 0) expect(can, 'nothing goes on').to.deep.equal([]);
        ended += ends.length > 0 ? 1 : 0;
        // Rather a round than a way on.
        const rounds = can.filter(({ header }) =>
          JSON.stringify(header.metadata).includes(`"next":[${header.actionId}]`),
        );
        at.ledger.seal(dice.pick(ends.length > 0 ? ends : rounds.length > 0 && dice.chance(0.9) ? rounds : can));
      }
    }
    expect(ended).to.be.above(0);
  });
});

const THEN = 'then';
const LAST = step(2, 'seller', [], {
  rejectionConfig: { targetActionId: 1, isTerminal: true },
  routes: [
    { id: 'again', nextActionIds: [2], condition: { '==': [{ var: 'in.n' }, 0] } },
    { id: 'end', nextActionIds: [], isDefault: true },
  ],
});
