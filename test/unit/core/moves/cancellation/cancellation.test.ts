// The roles that cancel an instance where its definition says it: until when, and with whose consent, whatever the
// order.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import {
  CANCELLATION_CONSENT_MS,
  INSTANCE_CANCELLATIONS_MAX,
} from '../../../../../core/base/limits/ledger/disputes.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import type { Instance } from '../../../../../core/blueprint/state/instance.js';
import { checkExecution } from '../../../../../core/design/check/check.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { InstanceMoves } from '../../../../../core/reading/cells/instance-moves.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import { begun, carol, dave, SALE, TERMS } from '../../../../support/definitions/sale.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People, step } from '../../../../support/register/people.js';
import { readAnew } from '../../../../support/register/runs-anew.js';

/** Seals that the holder of a role gives it to another party, who signs too. */
function handOver(at: ReturnType<typeof begun>, role: string, [from, to]: readonly [Wallet, Wallet]): Transaction {
  const payload = { type: 'handover', v: 1, role, from: from.address, to: to.address };
  const tx = at.move(1, from, { after: at.first, type: 'Handover', payload, with: [to] });
  at.ledger.seal(tx);
  return tx;
}

describe('a cancellation by the terms of the definition', () => {
  it('ends the instance when one has asked and enough agreed, in any order', () => {
    const asks: readonly (readonly [Wallet, readonly string[]])[] = [
      [alice, ['opener']],
      [bob, ['seller']],
      [carol, ['bank']],
    ];
    const orders = fc.sample(fc.shuffledSubarray([...asks], { minLength: 3, maxLength: 3 }), 8);
    for (const order of orders) {
      const at = begun({ by: ['opener'], consent: { need: 2, of: ['buyer', 'seller', 'bank'] } });
      const states = order.map(([by, roles]) => {
        at.ledger.seal(at.cancel(by, roles));
        return at.state();
      });
      expect(states).to.deep.equal(['Active', 'Active', 'Cancelled']);
    }
  });

  it('does not end it by consents that no party asked for', () => {
    const at = begun({ by: ['opener'], consent: { need: 1, of: ['seller', 'bank'] } });
    for (const [by, roles] of [
      [bob, ['seller']],
      [carol, ['bank']],
    ] as const)
      at.ledger.seal(at.cancel(by, roles));
    expect(at.state()).to.equal('Active');
    at.ledger.seal(at.cancel(alice));
    expect(at.state()).to.equal('Cancelled');
  });

  it('lets one transaction ask and agree, and the instance go on meanwhile', () => {
    const at = begun();
    at.ledger.seal(at.cancel(alice, ['opener', 'buyer']));
    expect(at.instance.cancelling).to.deep.equal({
      asked: { atMs: at.ledger.state.timestampMs, role: 'opener', wallet: alice.address },
      consents: { buyer: { atMs: at.ledger.state.timestampMs, wallet: alice.address } },
      count: 1,
    });
    at.on(2, bob);
    expect(at.state()).to.equal('Active');
    at.ledger.seal(at.cancel(bob, ['seller']));
    expect(at.state()).to.equal('Cancelled');
    expect(at.instance.cancelling).to.equal(undefined);
    expect(at.judge(at.cancel(carol, ['bank']))).to.equal('VAL_BP_011');
  });

  it('is only for the roles that are named, and their holders', () => {
    const at = begun();
    for (const [by, roles] of [
      [dave, ['carrier']],
      [dave, ['seller']],
      [bob, ['opener']],
      [dave, undefined],
      [bob, ['seller', 'bank']],
      [bob, ['nobody']],
    ] as const)
      expect(at.judge(at.cancel(by, roles)), `${by.address} ${roles}`).to.equal('VAL_BP_002');
    for (const roles of [[], 'seller', ['seller', 'seller'], [7], {}])
      expect(at.judge(at.cancel(bob, roles)), JSON.stringify(roles)).to.equal('VAL_BP_019');
  });

  it('counts each party once, whatever it holds', () => {
    const at = begun();
    at.ledger.seal(at.cancel(bob, ['seller']));
    expect(at.judge(at.cancel(bob, ['seller']))).to.equal('VAL_BP_019');
    // The role passes to carol, who is the bank as well: one party agrees once.
    handOver(at, 'seller', [bob, carol]);
    expect(at.judge(at.cancel(carol, ['bank', 'seller']))).to.equal('VAL_BP_019');
    at.enrol('c', [carol, wallet('second of carol')], { by: carol });
    at.ledger.seal(at.cancel(carol, ['bank']));
    expect(at.judge(at.cancel(carol, ['seller']))).to.equal('VAL_BP_019');
    at.ledger.seal(at.cancel(alice, ['buyer']));
    expect(at.state()).to.equal('Cancelled');
  });

  it('counts no consent of a wallet that holds its role no more', () => {
    const key = wallet('new key of bob');
    const passes: Readonly<Record<string, (at: ReturnType<typeof begun>) => unknown>> = {
      'it was handed over': (at) => handOver(at, 'seller', [bob, dave]),
      'its holder has a new key': (at) => at.enrol('b', [key, bob], { by: bob }),
      'its holder left': (at) => at.enrol('b', [bob], { status: 'Revoked' }),
    };
    for (const [why, pass] of Object.entries(passes)) {
      const at = begun();
      at.ledger.seal(at.cancel(bob, ['seller']));
      pass(at);
      at.ledger.seal(at.cancel(carol, ['bank']));
      expect([at.state(), Object.keys(at.instance.cancelling?.consents ?? {})], why).to.deep.equal([
        'Active',
        ['bank'],
      ]);
      at.ledger.seal(at.cancel(alice, ['buyer']));
      expect(at.state(), why).to.equal('Cancelled');
    }
    const at = begun();
    at.ledger.seal(at.cancel(bob, ['seller']));
    handOver(at, 'seller', [bob, dave]);
    // The holder of now speaks for itself, and the consent before its own does not count as another one.
    at.ledger.seal(at.cancel(dave, ['seller']));
    at.ledger.seal(at.cancel(carol, ['bank']));
    expect(at.state()).to.equal('Cancelled');
  });

  it('ends nothing by the request of a wallet that holds its role no more', () => {
    const at = begun({ by: ['bank'], consent: { need: 1, of: ['seller'] } });
    at.ledger.seal(at.cancel(carol, ['bank']));
    handOver(at, 'bank', [carol, dave]);
    at.ledger.seal(at.cancel(bob, ['seller']));
    expect([at.state(), at.instance.cancelling?.asked]).to.deep.equal(['Active', undefined]);
    at.ledger.seal(at.cancel(dave, ['bank']));
    expect(at.state()).to.equal('Cancelled');
  });

  it('counts a party for itself that the record of another one only lists', () => {
    const people = new People(SALE);
    people.enrol('c', [carol, bob]);
    const first = people.seal(1, alice);
    const agree = (by: Wallet, roles: readonly string[]) => {
      const payload = { type: 'cancellation', reason: 'No.' };
      return people.move(1, by, { after: first, type: 'Cancellation', payload, roles });
    };
    people.ledger.seal(agree(carol, ['bank']));
    expect(people.judge(agree(bob, ['seller']))).to.equal('ok');
  });

  it('counts a party once that gets another role after it agreed', () => {
    const at = begun();
    at.ledger.seal(at.cancel(carol, ['bank']));
    handOver(at, 'seller', [bob, carol]);
    expect(at.judge(at.cancel(carol, ['seller']))).to.equal('VAL_BP_019');
  });

  it('asks for nothing twice, and forgets after thirty days', () => {
    const at = begun();
    at.ledger.seal(at.cancel(alice, ['opener']));
    const sinceMs = at.ledger.state.timestampMs;
    expect(at.judge(at.cancel(alice, ['opener']))).to.equal('VAL_BP_019');
    const lateMs = sinceMs + CANCELLATION_CONSENT_MS;
    for (const [ms, said] of [
      [lateMs - 1, 'VAL_BP_019'],
      [lateMs, 'VAL_BP_019'],
      [lateMs + 1, 'ok'],
    ] as const)
      expect(at.judge(at.cancel(alice, ['opener']), ms), String(ms)).to.equal(said);
    at.ledger.sealAt(lateMs - 1000, at.cancel(bob, ['seller']));
    at.ledger.sealAt(lateMs + 1, at.cancel(alice, ['buyer']));
    // The request lapsed, so that two consents are not enough.
    expect(at.state()).to.equal('Active');
    at.ledger.seal(at.cancel(alice, ['opener']));
    expect(at.state()).to.equal('Cancelled');
  });

  it('is bounded', () => {
    const at = begun({ by: ['opener'], consent: { need: 2, of: ['seller', 'bank'] } });
    for (let i = 1; i < INSTANCE_CANCELLATIONS_MAX; i++) {
      expect(at.instance.cancelling?.count ?? 0).to.equal(i - 1);
      at.ledger.sealAt(at.ledger.state.timestampMs + CANCELLATION_CONSENT_MS + 1, at.cancel(alice, ['opener']));
    }
    expect(at.judge(at.cancel(bob, ['seller']))).to.equal('VAL_BP_019');
  }).timeout(60_000);

  it('is too late after an action of `until` that was not taken back', () => {
    const at = begun();
    at.ledger.seal(at.cancel(bob, ['seller']));
    at.on(2, bob);
    const third = at.on(3, dave);
    expect(at.judge(at.cancel(carol, ['bank']))).to.equal('VAL_BP_018');
    const back = at.seal(4, carol, { after: third, type: 'Rejection' });
    expect(back.header.actionId).to.equal('4');
    expect(at.judge(at.cancel(carol, ['bank']))).to.equal('ok');
    at.ledger.seal(at.cancel(carol, ['bank']));
    expect(at.state()).to.equal('Cancelled');
  });

  it('without consent ends at once, by each of those that it names', () => {
    const at = begun({ by: ['seller'] });
    expect(at.judge(at.cancel(alice))).to.equal('VAL_BP_002');
    at.ledger.seal(at.cancel(bob, ['seller']));
    expect(at.state()).to.equal('Cancelled');
    const closed = begun({ until: [2] });
    expect(closed.judge(closed.cancel(alice))).to.equal('ok');
    closed.on(2, bob);
    expect(closed.judge(closed.cancel(alice))).to.equal('VAL_BP_018');
  });

  it('meets an action in one docket: the first wins, the loser is told', () => {
    const at = begun({ by: ['opener'], until: [2] });
    const [ends, acts] = [at.cancel(alice), at.move(2, bob, { after: at.first })];
    for (const [first, second, code] of [
      [ends, acts, /VAL_BP_011/],
      [acts, ends, /VAL_BP_018/],
    ] as const)
      expect(() => at.ledger.seal(first, second)).to.throw(code);
  });

  it('is told from the transactions alone, as those read an instance who have no state', () => {
    const at = begun();
    const ask = at.cancel(alice, ['opener', 'buyer']);
    at.ledger.seal(ask);
    const two = at.on(2, bob);
    const of = { definition: { ...SALE } as unknown as Definition, transactions: [at.first, ask, two] };
    const { runs, instance } = readAnew(at.ledger, of);
    expect(runs).to.deep.equal([at.first.txId, two.txId]);
    expect((instance as Instance).cancelling).to.deep.equal(at.instance.cancelling);
  });

  it('is told from the transactions and their rows where a role passed on', () => {
    const at = begun();
    const [asks, agrees] = [at.cancel(alice, ['opener']), at.cancel(bob, ['seller'])];
    at.ledger.seal(asks, agrees);
    const passes = handOver(at, 'seller', [bob, dave]);
    const more = at.cancel(carol, ['bank']);
    at.ledger.seal(more);
    const two = at.on(2, dave);
    expect(rowsIn(at.ledger.view)(more.txId)).to.deep.include({ kind: 'back', lapsed: ['seller'] });
    const transactions = [at.first, asks, agrees, passes, more, two];
    const of = { definition: { ...SALE } as unknown as Definition, transactions, rowOf: rowsIn(at.ledger.view) };
    const { instance } = readAnew(at.ledger, of);
    expect((instance as Instance).cancelling).to.deep.equal(at.instance.cancelling);
    const moves = transactions.map((transaction) => ({ transaction, timestampMs: at.ledger.state.timestampMs }));
    expect(new InstanceMoves({ ...of, moves } as never).instanceAt(5)).to.include({ state: 'Active' });
  });
});

describe('terms of cancellation in a definition', () => {
  const codes = (cancellation: unknown): readonly string[] =>
    checkExecution({ ...SALE, cancellation } as JsonObject).map(({ path, message }) => `${path} ${message}`);

  it('are taken as they are meant', () => {
    for (const terms of [
      TERMS,
      {},
      { by: ['seller'] },
      { until: [] },
      { consent: { need: 4, of: ['opener', 'seller', 'bank', 'carrier'] } },
    ])
      expect(codes(terms), JSON.stringify(terms)).to.deep.equal([]);
  });

  it('are refused where they name what is not there, or can never come', () => {
    for (const [terms, at] of [
      [{ by: [] }, '/cancellation/by'],
      [{ by: ['x'] }, '/cancellation/by/0'],
      [{ by: ['bank', 'bank'] }, '/cancellation/by/1'],
      [{ until: [9] }, '/cancellation/until/0'],
      [{ until: [2, 2] }, '/cancellation/until/1'],
      [{ consent: { need: 0, of: ['bank'] } }, '/cancellation/consent/need'],
      [{ consent: { need: 1, of: [] } }, '/cancellation/consent/of'],
      [{ consent: { need: 3, of: ['bank', 'seller'] } }, '/cancellation/consent/need'],
      [{ consent: { need: 1, of: ['x'] } }, '/cancellation/consent/of/0'],
      [{ consents: {} }, '/cancellation/consents'],
    ] as const)
      expect(
        codes(terms).map((one) => one.split(' ')[0]),
        JSON.stringify(terms),
      ).to.include(at);
  });

  it('know that one wallet with two roles agrees once', () => {
    const participants = (SALE.participants as readonly JsonObject[]).map((one) => ({
      ...one,
      walletAddress: alice.address,
    }));
    const found = checkExecution({ ...SALE, participants } as JsonObject);
    expect(found.map(({ path }) => path)).to.include('/cancellation/consent/need');
  });
});

describe('a scenario of a cancellation', () => {
  it('has each that agrees as a step', () => {
    const steps = [
      { action: 1, payload: { n: 1 } },
      { cancel: true, as: 'carrier', expect: { refused: 'VAL_BP_002' } },
      { cancel: true, expect: { state: 'Active' } },
      { cancel: true, expect: { refused: 'VAL_BP_019' } },
      { cancel: true, as: 'seller', expect: { state: 'Cancelled' } },
      { cancel: true, as: 'bank', expect: { refused: 'VAL_BP_011' } },
    ] as const;
    const result = runScenario(SALE as unknown as Definition, { name: 'agreed', steps });
    expect(result.steps.flatMap(({ problems }) => problems)).to.deep.equal([]);
    expect(result.passed).to.equal(true);
  });

  it('are too late in every turn of a loop, and in time again once all turns were taken back', () => {
    const loop = {
      ...SALE,
      actions: [step(1, 'buyer', [2], { isStartingAction: true }), step(2, 'seller', [3]), turn()],
    };
    const cancellation = { by: ['opener'], until: [2] };
    const ask = (refused?: string) => ({ cancel: true, ...(refused ? { expect: { refused } } : {}) }) as const;
    const steps = [
      { action: 1, payload: { n: 1 } },
      { action: 2, payload: { n: 1 } },
      ask('VAL_BP_018'),
      { action: 3, payload: { n: 1 } },
      ask('VAL_BP_018'),
      { action: 2, payload: { n: 1 } },
      { reject: 3, reason: 'all of it' },
      { cancel: true, expect: { state: 'Cancelled' } },
    ] as const;
    const result = runScenario({ ...loop, cancellation } as unknown as Definition, { name: 'turns', steps });
    expect(result.steps.flatMap(({ problems }) => problems)).to.deep.equal([]);
  });

  it('are in time while the votes on an action of `until` have not decided it', () => {
    const approval = { of: [{ role: 'seller' }, { role: 'bank' }], need: 2, yes: 'on', no: 'off' };
    const routes = [
      { id: 'on', nextActionIds: [3] },
      { id: 'off', nextActionIds: [1] },
    ];
    const voted = [
      step(1, 'buyer', [2], { isStartingAction: true }),
      step(2, 'seller', [], { approval, routes }),
      turn(),
    ];
    const terms = { by: ['opener'], until: [2], consent: { need: 2, of: ['opener', 'bank'] } };
    const definition = { ...SALE, actions: voted, cancellation: terms } as unknown as Definition;
    const steps = [
      { action: 1, payload: { n: 1 } },
      { action: 2, as: 'seller', vote: 'yes', payload: { n: 1 } },
      { cancel: true, as: 'buyer', expect: { state: 'Active' } },
      { action: 2, as: 'bank', vote: 'yes', payload: { n: 1 }, expect: { route: 'on' } },
      { cancel: true, as: 'bank', expect: { refused: 'VAL_BP_018' } },
    ] as const;
    const result = runScenario(definition, { name: 'votes', steps });
    expect(result.steps.flatMap(({ problems }) => problems)).to.deep.equal([]);
  });
});

/** Leads back to action 2, and its rejection to the first. */
function turn() {
  return step(3, 'bank', [2], { rejectionConfig: { targetActionId: 1 } });
}
