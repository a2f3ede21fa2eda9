// The roles that cancel an instance where its definition says it: until when, and with whose consent, whatever the
// order.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import {
  CANCELLATION_CONSENT_MS,
  INSTANCE_CANCELLATIONS_MAX,
} from '../../../../../core/base/limits/ledger/disputes.js';
import { RULES_LATEST } from '../../../../../core/base/version.js';
import { checkBlueprint, checkExecution } from '../../../../../core/blueprint/check/check.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { afterCancellation, termsOf } from '../../../../../core/blueprint/instance/cancelling.js';
import type { FlowInstance, Instance } from '../../../../../core/blueprint/state/instance.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import type { Transaction } from '../../../../../core/transaction/types.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/ledger.js';
import { People, step } from '../../../../support/people.js';
import { readAnew } from '../../../../support/runs-anew.js';

const carol = wallet('carol');
const dave = wallet('dave');

/** alice opens; alice, bob and carol agree on an end before action 3 is done. */
const SALE = {
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

const { cancellation: TERMS } = SALE as unknown as Definition;

function begun(cancellation: unknown = TERMS) {
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
      askedMs: at.ledger.state.timestampMs,
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

  it('counts each party once, whatever it holds and with whichever key it signs', () => {
    const at = begun();
    at.ledger.seal(at.cancel(bob, ['seller']));
    expect(at.judge(at.cancel(bob, ['seller']))).to.equal('VAL_BP_019');
    const key = wallet('new key of bob');
    at.enrol('b', [key, bob], { by: bob });
    expect(at.judge(at.cancel(key, ['seller']))).to.equal('VAL_BP_019');
    // The role passes to carol, who is the bank as well: one party agrees once, and a role too.
    const payload = { type: 'handover', v: 1, role: 'seller', from: key.address, to: carol.address };
    at.ledger.seal(at.move(2, key, { after: at.first, type: 'Handover', payload, with: [carol] }));
    expect(at.judge(at.cancel(carol, ['seller']))).to.equal('VAL_BP_019');
    expect(at.judge(at.cancel(carol, ['bank', 'seller']))).to.equal('VAL_BP_019');
    expect(at.judge(at.cancel(carol, ['bank']))).to.equal('ok');
    at.enrol('c', [carol, wallet('second of carol')], { by: carol });
    at.ledger.seal(at.cancel(carol, ['bank']));
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
    const payload = { type: 'handover', v: 1, role: 'seller', from: bob.address, to: carol.address };
    at.ledger.seal(at.move(2, bob, { after: at.first, type: 'Handover', payload, with: [carol] }));
    expect(at.judge(at.cancel(carol, ['seller']))).to.equal('VAL_BP_019');
    const key = wallet('third of carol');
    at.enrol('c', [key, carol], { by: carol });
    expect(at.judge(at.cancel(key, ['seller'])), 'with another key').to.equal('VAL_BP_019');
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
    expect((instance as FlowInstance).cancelling).to.deep.equal(at.instance.cancelling);
  });
});

describe('a cancellation without terms in the definition', () => {
  const undefinedTerms = () => begun(null);

  it('is of the opener alone until another party has acted', () => {
    const at = undefinedTerms();
    for (const [by, roles] of [
      [bob, ['seller']],
      [bob, ['opener']],
      [bob, undefined],
      [alice, ['buyer']],
    ] as const)
      expect(at.judge(at.cancel(by, roles)), `${by.address} ${roles}`).to.equal('VAL_BP_002');
    expect(at.instance.acted).to.equal(undefined);
    at.ledger.seal(at.cancel(alice));
    expect(at.state()).to.equal('Cancelled');
  });

  it('takes every holder who has acted after that, whoever asks, in any order', () => {
    const asks: readonly (readonly [Wallet, readonly string[] | undefined])[] = [
      [alice, undefined],
      [bob, ['seller']],
      [dave, ['carrier']],
    ];
    for (const order of fc.sample(fc.shuffledSubarray([...asks], { minLength: 3, maxLength: 3 }), 8)) {
      const at = undefinedTerms();
      at.on(2, bob);
      at.on(3, dave);
      expect(at.instance.acted).to.deep.equal(['carrier', 'seller']);
      // The bank has not acted, and is not asked.
      expect(at.judge(at.cancel(carol, ['bank']))).to.equal('VAL_BP_002');
      const states = order.map(([by, roles]) => {
        const ask = at.cancel(by, roles);
        at.ledger.seal(ask);
        expect(at.state() === 'Cancelled' ? 'VAL_BP_019' : at.judge(at.cancel(by, roles))).to.equal('VAL_BP_019');
        return at.state();
      });
      expect(states).to.deep.equal(['Active', 'Active', 'Cancelled']);
      expect(at.instance.acted).to.equal(undefined);
    }
  });

  it('asks who acts while others agree, also in one docket', () => {
    const at = undefinedTerms();
    const two = at.on(2, bob);
    at.ledger.seal(at.cancel(alice), at.move(3, dave, { after: two }));
    expect(at.state()).to.equal('Active');
    at.ledger.seal(at.cancel(bob, ['seller']));
    expect(at.state()).to.equal('Active');
    at.ledger.seal(at.cancel(dave, ['carrier']));
    expect(at.state()).to.equal('Cancelled');
  });

  it('asks a party that rejects, and none for what it did before a hand-over', () => {
    const at = undefinedTerms();
    at.on(2, bob);
    const back = at.seal(3, dave, { after: at.newest(), type: 'Rejection' });
    expect(at.instance.acted).to.deep.equal(['carrier', 'seller']);
    const payload = { type: 'handover', v: 1, role: 'carrier', from: dave.address, to: bob.address };
    at.ledger.seal(at.move(3, dave, { after: back, type: 'Handover', payload, with: [bob] }));
    expect(at.judge(at.cancel(dave, ['carrier']))).to.equal('VAL_BP_002');
    // A party says so for all of its roles at once.
    at.ledger.seal(at.cancel(alice));
    at.ledger.seal(at.cancel(bob, ['seller']));
    expect(at.state()).to.equal('Active');
    at.ledger.seal(at.cancel(bob, ['seller', 'carrier']));
    expect(at.state()).to.equal('Cancelled');
  });

  it('is told from the transactions alone, as those read an instance who have no state', () => {
    const at = undefinedTerms();
    const two = at.on(2, bob);
    const asks = [at.cancel(alice), at.cancel(bob, ['seller'])];
    for (const [i, ask] of asks.entries()) {
      at.ledger.seal(ask);
      const { cancellation: _, ...sale } = SALE;
      const of = { definition: sale as unknown as Definition, transactions: [at.first, two, ...asks.slice(0, i + 1)] };
      expect(readAnew(at.ledger, of).instance).to.include({ state: at.state() });
    }
    expect(at.state()).to.equal('Cancelled');
  });

  it('leaves out a party at fault while the dispute is open, and what it agreed to', () => {
    const acted = ['carrier', 'seller'];
    const opener = alice.address;
    const fault = { role: 'seller', wallet: bob.address, objectionTxId: 'o' };
    const dispute = { objection: 'o', untilMs: 1 };
    const plan = { cancellation: undefined };
    const of = (more: object) => termsOf(plan, { acted, opener, ...more } as never);
    expect(of({ dispute, faults: [fault] }))
      .to.include({ isDefault: true })
      .and.deep.include({
        by: ['opener', 'carrier'],
        consent: { need: 2, of: ['opener', 'carrier'] },
      });
    for (const more of [
      { faults: [fault] },
      { dispute: { ...dispute, unproven: {} }, faults: [fault] },
      { dispute: { ...dispute, objection: 'p' }, faults: [fault] },
    ])
      expect(of(more).by, JSON.stringify(more)).to.deep.equal(['opener', 'carrier', 'seller']);
    // An opener at fault is left out too, unless nobody else has acted.
    const own = { dispute, faults: [{ ...fault, role: 'buyer', wallet: opener }] };
    expect(of(own).by).to.deep.equal(acted);
    expect(of({ ...own, acted: ['seller'] }))
      .to.deep.include({ by: ['seller'] })
      .and.to.not.have.property('consent');
    expect(of({ ...own, acted: undefined }).by).to.deep.equal(['opener']);
    const given = { askedMs: 5, consents: { seller: { atMs: 5, wallet: bob.address } }, count: 1 };
    const move = { roles: ['carrier'], wallet: dave.address, atMs: 6 };
    const after = afterCancellation(of({ dispute, faults: [fault] }), given, move);
    expect(Object.keys(after?.consents ?? {})).to.deep.equal(['carrier', 'seller']);
    expect(afterCancellation(of({ dispute, faults: [fault] }), after, { ...move, roles: ['opener'] })).to.equal(
      undefined,
    );
  });

  it('leaves it to the opener where the same wallet does all', () => {
    const participants = (SALE.participants as readonly JsonObject[]).map((one) => ({
      ...one,
      walletAddress: alice.address,
    }));
    const { cancellation: _, ...sale } = SALE;
    const people = new People({ ...sale, participants } as JsonObject);
    const first = people.seal(1, alice);
    const two = people.seal(2, alice, { after: first });
    const payload = { type: 'cancellation', reason: 'enough' };
    people.ledger.seal(people.move(2, alice, { after: two, type: 'Cancellation', payload }));
    expect((people.instance as Instance).state).to.equal('Cancelled');
  });

  it('is warned of where two roles or more act', () => {
    const { cancellation: _, ...sale } = SALE;
    const said = (definition: JsonObject) =>
      checkBlueprint(definition).flatMap(({ code }) => (/CANCEL/.test(code) ? [code] : []));
    expect(said(sale as JsonObject)).to.deep.equal(['BP_CANCEL_DEFAULT']);
    expect(said(SALE)).to.deep.equal([]);
    const actions = (SALE.actions as readonly JsonObject[]).map((one) => ({ ...one, sender: 'buyer' }));
    expect(said({ ...sale, actions } as JsonObject)).to.deep.equal([]);
    // Without terms that word is not free for a role.
    const renamed = JSON.parse(JSON.stringify(sale).replaceAll('"buyer"', '"opener"')) as JsonObject;
    expect(said(renamed)).to.deep.equal(['BP_CANCELLATION']);
  });
});

describe('terms of cancellation in a definition', () => {
  const codes = (cancellation: unknown, rules = RULES_LATEST): readonly string[] =>
    checkExecution({ ...SALE, cancellation } as JsonObject, rules).map(({ path, message }) => `${path} ${message}`);

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
    const found = checkExecution({ ...SALE, participants } as JsonObject, RULES_LATEST);
    expect(found.map(({ path }) => path)).to.include('/cancellation/consent/need');
  });

  it('say nothing to registers of language 1, and refuse nothing that they took', () => {
    const { language: _, ...old } = SALE;
    expect(checkExecution({ ...old, cancellation: 7 } as JsonObject, 2)).to.deep.equal([]);
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
