// Actions that no role may do before a time (`notBefore`): by the time of the docket, for each sender, from the run
// that opened them or from a date of the data; and what the check, the scenarios and the lists say of it.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { openBranches } from '../../../../../core/blueprint/instance/branches.js';
import { openingOf } from '../../../../../core/blueprint/instance/not-before.js';
import { reminders } from '../../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { statedDuesOf } from '../../../../../core/blueprint/plan/stated-dues.js';
import { giveAgain } from '../../../../../core/blueprint/state/again.js';
import { differences } from '../../../../../core/design/authoring/difference.js';
import { checkExecution } from '../../../../../core/design/check/check.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import { MAY_TURN } from '../../../../../core/validate/finality.js';
import { asks, definitionOf, findingsOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People, step } from '../../../../support/register/people.js';

const carol = wallet('carol');
const DAY_MS = 86_400_000;
const THEN = 'then';
const HOLD = { id: 'hold', after: 'P1D', notBefore: true };
const ends = (after: string): JsonObject => ({ id: 'end', after, [THEN]: { nextActionIds: [] } });

/** alice awards, and bob signs a day later at the earliest. */
function award(more: object = {}, timers: readonly object[] = [HOLD]): JsonObject {
  return {
    language: 2,
    title: 'Award',
    description: 'A contract is signed when others had time to object.',
    participants: [
      { id: 'buyer', walletAddress: alice.address },
      { id: 'seller', walletAddress: bob.address },
      { id: 'board', walletAddress: carol.address },
    ],
    actions: [
      step(1, 'buyer', [2], { isStartingAction: true }),
      step(2, 'seller', [3], { timers, rejectionConfig: { targetActionId: 1 }, ...more }),
      step(3, 'board', []),
    ],
  } as unknown as JsonObject;
}

function begun(definition: JsonObject = award()) {
  const at = new People(definition);
  const first = at.seal(1, alice);
  const openedMs = at.ledger.state.timestampMs;
  const judge = (afterMs: number, by: Wallet, more: { as?: string; type?: string; said?: JsonObject } = {}) => {
    const tx = at.move(2, by, { after: first, ...more });
    return said(at.judge({ ...tx, header: tx.header }, openedMs + afterMs));
  };
  return Object.assign(at, { first, openedMs, judgeAfter: judge, plan: planOf(definition as unknown as Definition) });
}

/** An hour is the most that a transaction is older than its docket. */
const said = (codes: string): string => codes.replace(/^(VAL_TIME_\d+ ?)*/, '') || 'ok';

describe('an action that is not done before a time', () => {
  it('is refused until then by the time of the docket, and taken after it: done, and rejected', () => {
    const at = begun();
    for (const type of ['Action', 'Rejection'])
      for (const [ms, code] of [
        [1, 'VAL_FLOW_010'],
        [DAY_MS - 1, 'VAL_FLOW_010'],
        [DAY_MS, 'VAL_FLOW_010'],
        [DAY_MS + 1, 'ok'],
      ] as const)
        expect(at.judgeAfter(ms, bob, { type }), `${type} ${ms}`).to.equal(code);
  });

  it('may be refused today and taken tomorrow: the refusal is no end', () => {
    expect(MAY_TURN.has('VAL_FLOW_010')).to.equal(true);
  });

  it('is cancelled before as any other', () => {
    const at = begun();
    const cancels = at.move(1, alice, { after: at.first, type: 'Cancellation', payload: { type: 'cancellation' } });
    expect(said(at.judge(cancels, at.openedMs + 1000))).to.equal('ok');
  });

  it('is closed to those who stand in, too', () => {
    const at = begun(award({}, [HOLD, { id: 'lead', after: 'PT1H', also: ['board'] }]));
    expect(at.judgeAfter(DAY_MS, carol, { as: 'board' })).to.equal('VAL_FLOW_010');
    expect(at.judgeAfter(DAY_MS + 1, carol, { as: 'board' })).to.equal('ok');
  });

  it('is not voted on before', () => {
    const routes = [
      { id: 'a', nextActionIds: [3] },
      { id: 'b', nextActionIds: [] },
    ];
    const approval = { of: [{ role: 'seller' }, { role: 'board' }], need: 2, yes: 'a', no: 'b' };
    const at = begun(award({ approval, routes, rejectionConfig: undefined }));
    const vote = at.vote(2, bob, ['seller', 'yes'], at.first);
    expect(said(at.judge(vote, at.openedMs + DAY_MS))).to.equal('VAL_FLOW_010');
    expect(said(at.judge(vote, at.openedMs + DAY_MS + 1))).to.equal('ok');
  });

  it('is closed as long as the last of several such timers says', () => {
    const at = begun(award({}, [{ ...HOLD, id: 'two', after: 'P2D' }, HOLD]));
    expect(at.judgeAfter(DAY_MS + 1, bob)).to.equal('VAL_FLOW_010');
    expect(at.judgeAfter(2 * DAY_MS + 1, bob)).to.equal('ok');
  });

  it('counts from the start of the instance where that is said', () => {
    const soon = award({}, [{ ...HOLD, after: 'PT10M' }]);
    const [one, two, three] = (soon as unknown as Definition).actions;
    const fromStart = { ...HOLD, after: 'PT20M', from: 'start' };
    const actions = [one, two, { ...three, timers: [fromStart] }];
    const at = begun({ ...soon, actions } as unknown as JsonObject);
    const second = at.move(2, bob, { after: at.first });
    at.ledger.sealAt(at.openedMs + 600_001, second);
    const third = at.move(3, carol, { after: second });
    expect(said(at.judge(third, at.openedMs + 1_200_000))).to.equal('VAL_FLOW_010');
    expect(said(at.judge(third, at.openedMs + 1_200_001))).to.equal('ok');
  });

  it('is closed anew where the workflow goes back and comes again', () => {
    const at = begun(award({}, [{ ...HOLD, after: 'PT10M' }]));
    at.ledger.sealAt(at.openedMs + 600_001, at.move(2, bob, { after: at.first, type: 'Rejection' }));
    const back = at.ledger.view.transaction(Object.keys(at.instance.flow)[0] as string) as Transaction;
    const again = at.seal(1, alice, { after: back });
    const sinceMs = at.ledger.state.timestampMs;
    const act = at.move(2, bob, { after: again });
    expect(said(at.judge(act, sinceMs + 600_000))).to.equal('VAL_FLOW_010');
    expect(said(at.judge(act, sinceMs + 600_001))).to.equal('ok');
  });

  it('does not wait again for what an objection has done again', () => {
    const { plan } = begun();
    const one = { action: 1, after: [], atMs: 5, next: [2], took: [] };
    const two = { action: 2, after: [], atMs: 2 * DAY_MS, next: [3], took: [['a', 2] as const] };
    const again = { run: 'b', txId: 'o', atMs: 3 * DAY_MS, laterMs: 0, notBeforeMs: 4 * DAY_MS };
    const flow = giveAgain({ a: one, b: two }, { ...again, extendedMs: 0, hasTimers: true });
    const instance = { language: 2, flow, state: 'Active' } as never;
    const [branch] = openBranches(instance);
    expect(branch).to.deep.include({ txId: 'o', actionId: 2 });
    expect(openingOf(instance, plan, branch as never)?.afterMs).to.equal(DAY_MS + 5);
  });
});

describe('a join that is not done before a time', () => {
  const joined = (join: object): JsonObject => ({
    ...award(),
    actions: [
      step(1, 'buyer', [2, 3], { isStartingAction: true }),
      step(2, 'seller', [4]),
      step(3, 'board', [4]),
      step(4, 'buyer', [], { ...join, timers: [{ ...HOLD, after: 'PT10M' }] }),
    ] as never,
  });
  const MINUTE_MS = 60_000;

  it('counts from the last run that it waits for', () => {
    for (const join of [{ requiredPriorActions: [2, 3] }, { joins: { fork: 1 } }]) {
      const at = begun(joined(join));
      const two = at.move(2, bob, { after: at.first });
      at.ledger.sealAt(at.openedMs + MINUTE_MS, two);
      const early = at.move(4, alice, { after: two });
      expect(said(at.judge(early, at.openedMs + 2 * MINUTE_MS)), JSON.stringify(join)).to.equal('VAL_BP_013');
      at.ledger.sealAt(at.openedMs + 5 * MINUTE_MS, at.move(3, carol, { after: at.first }));
      expect(said(at.judge(early, at.openedMs + 11 * MINUTE_MS + 1))).to.equal('VAL_FLOW_010');
      expect(said(at.judge(early, at.openedMs + 15 * MINUTE_MS))).to.equal('VAL_FLOW_010');
      expect(said(at.judge(early, at.openedMs + 15 * MINUTE_MS + 1))).to.equal('ok');
    }
  });

  it('counts from the one with which they were enough, whichever one comes later', () => {
    const at = begun(joined({ joins: { fork: 1, need: 1 } }));
    const two = at.move(2, bob, { after: at.first });
    at.ledger.sealAt(at.openedMs + MINUTE_MS, two);
    at.ledger.sealAt(at.openedMs + 5 * MINUTE_MS, at.move(3, carol, { after: at.first }));
    const act = at.move(4, alice, { after: two });
    expect(said(at.judge(act, at.openedMs + 11 * MINUTE_MS))).to.equal('VAL_FLOW_010');
    expect(said(at.judge(act, at.openedMs + 11 * MINUTE_MS + 1))).to.equal('ok');
  });

  it('counts a branch that ended as one that came', () => {
    const definition = joined({ joins: { fork: 1 } });
    const actions = (definition.actions as unknown as readonly JsonObject[]).map((one) =>
      one.id === 3 ? { ...one, routes: [{ id: 'r', nextActionIds: [] }] } : one,
    );
    const at = begun({ ...definition, actions } as unknown as JsonObject);
    const two = at.move(2, bob, { after: at.first });
    at.ledger.sealAt(at.openedMs + MINUTE_MS, two);
    at.ledger.sealAt(at.openedMs + 5 * MINUTE_MS, at.move(3, carol, { after: at.first }));
    const act = at.move(4, alice, { after: two });
    expect(said(at.judge(act, at.openedMs + 15 * MINUTE_MS))).to.equal('VAL_FLOW_010');
    expect(said(at.judge(act, at.openedMs + 15 * MINUTE_MS + 1))).to.equal('ok');
  });
});

const date = { type: 'string', format: 'date' };
const text = { type: 'string' };
const dated = (timer: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...definitionOf(
    [
      { ...asks({ day: date, hour: { type: 'string', format: 'date-time' } }), ...shows({ y: ['*'] }), ...to(2) },
      { sender: 'y', ...asks({ a: text }), timers: [{ id: 't', notBefore: true, ...timer }], ...to() },
    ] as never,
    { calendars: { town: { weekend: [6, 7], holidays: ['2027-03-03'] } } as never },
  ),
  ...more,
});

describe('a date of the data before which an action is not done', () => {
  it('is stated in the clear by who states the date, as that of any timer', () => {
    const dueOf = (timer: JsonObject, value: string): string => {
      const [stated] = statedDuesOf(dated(timer) as unknown as Definition);
      expect(stated?.key).to.equal('2.t');
      return new Date(stated?.dueOf(value) as number).toISOString();
    };
    const day = { at: { var: 'act.1.day' } };
    // From its begin on, in the zone; what is counted from it has passed when its last day has.
    expect(dueOf(day, '2027-03-01')).to.equal('2027-02-28T23:59:59.999Z');
    expect(dueOf({ ...day, zone: '+01:00' }, '2027-03-01')).to.equal('2027-02-28T22:59:59.999Z');
    expect(dueOf({ ...day, plus: 'P10D' }, '2027-03-01')).to.equal('2027-03-11T23:59:59.999Z');
    expect(dueOf({ ...day, plus: '2 workdays', calendar: 'town' }, '2027-03-01')).to.equal('2027-03-04T23:59:59.999Z');
    expect(dueOf({ at: { var: 'act.1.hour' } }, '2027-03-01T10:00:00.000Z')).to.equal('2027-03-01T10:00:00.000Z');
  });

  it('ends with the year 9999: a run that states a later one is refused, and nothing is counted beyond', () => {
    const far = (timer: JsonObject, format: string): JsonObject => {
      const steps = [
        step(1, 'buyer', [2], { isStartingAction: true, ...asks({ day: { type: 'string', format } }) }),
        step(2, 'seller', [], { timers: [{ id: 't', notBefore: true, at: { var: 'act.1.day' }, ...timer }] }),
      ];
      return {
        ...award(),
        calendars: { town: { weekend: [6, 7], holidays: [] } },
        actions: steps,
      } as unknown as JsonObject;
    };
    const judged = (timer: JsonObject, day: string, due: string): string => {
      const at = new People(far(timer, day.length > 11 ? 'date-time' : 'date'));
      return at.judge(at.move(1, alice, { payload: { day }, said: { due: { '2.t': due } } }));
    };
    const last = '9999-12-31T23:59:59.999Z';
    expect(judged({}, '9999-12-31', '9999-12-30T23:59:59.999Z')).to.equal('ok');
    expect(judged({}, last, last)).to.equal('ok');
    const beyond = [
      [{ plus: 'P1D' }, '9999-12-31'],
      [{ plus: 'P1M' }, '9999-12-01'],
      [{ plus: 'P10Y' }, '9990-01-01'],
      [{ plus: '10 workdays', calendar: 'town' }, '9999-12-28'],
      [{ plus: 'P1D', zone: '-12:00' }, '9999-12-30'],
      [{}, '10000-01-01'],
      [{}, '+010000-01-01T00:00:00.000Z'],
    ] as const;
    for (const [timer, day] of beyond)
      for (const due of [last, '+010000-01-01T00:00:00.000Z', '10000-01-01T00:00:00.000Z'])
        expect(judged(timer, day, due), `${JSON.stringify(timer)} ${day} ${due}`).to.match(
          /^VAL_(FLOW_002|SCHEMA_004)/,
        );
    const at = new People(far({}, 'date-time'));
    const first = at.seal(1, alice, { payload: { day: last }, said: { due: { '2.t': last } } });
    const later = Date.parse(last) - 1;
    const act = at.move(2, bob, { after: first });
    expect(said(at.judge(act, at.ledger.state.timestampMs + DAY_MS))).to.equal('VAL_FLOW_010');
    expect(said(at.judge(act, later)), 'until the last docket').to.include('VAL_FLOW_010');
  });

  it('is no later than the year 9999 where a dispute or a challenge moves what was due then', () => {
    const lasts = Date.parse('9999-12-31T23:59:59.999Z');
    const reminds = { id: 't', at: { var: 'act.1.day' }, remind: ['seller'] };
    const definition = award({}, [reminds]);
    const flow = {
      a: { action: 1, after: [], atMs: 5, laterMs: { 2: DAY_MS }, next: [2], pausedMs: DAY_MS, took: [] },
    };
    const instance = { language: 2, flow, state: 'Active', dues: { '2.t': lasts } } as never;
    const [reminder] = reminders(instance, planOf(definition as unknown as Definition));
    expect(reminder).to.include({ action: 2, txId: 'a', firstMs: lasts });
  });

  it('has the findings of dates, and warns that everybody reads it', () => {
    const found = (definition: JsonObject): readonly string[] =>
      findingsOf(definition)
        .filter(({ code }) => /TIMER|ABSENT|FORM|OPEN/.test(code) && code !== 'BP_ROLE_OPEN')
        .map(({ severity, code, location }) => `${severity[0]} ${code} ${location}`);
    expect(found(dated({ at: { var: 'act.1.day' } }))).to.deep.equal(['w BP_TIMER_PUBLIC /actions/1/timers/0/at']);
    expect(found(dated({ at: { var: 'act.1.nothing' } }))).to.deep.equal(['e BP_TIMER /actions/1/timers/0/at/var']);
  });

  it('opens the action by the clock of a scenario', () => {
    const steps = [
      { action: 1, payload: { day: '2026-01-07', hour: '2026-01-07T10:00:00.000Z' }, expect: { waiting: [2] } },
      { action: 2, payload: { a: 'x' }, at: '2026-01-06T23:59:59.999Z', expect: { refused: 'VAL_FLOW_010' } },
      { at: '2026-01-07T00:00:00.000Z', expect: { enabled: [2], waiting: [], fired: [] } },
      { action: 2, payload: { a: 'x' }, expect: { state: 'Completed' as const } },
    ];
    const definition = dated({ at: { var: 'act.1.day' } }) as unknown as Definition;
    const { steps: done, passed } = runScenario(definition, { name: 'maturity', steps });
    expect(done.flatMap(({ problems }) => problems)).to.deep.equal([]);
    expect(passed).to.equal(true);
  });

  it('keeps it closed without end where no run has stated it, which the check refuses', () => {
    const definition = dated({ at: { var: 'act.1.day' } });
    const plan = planOf(definition as unknown as Definition);
    const flow = { a: { action: 1, after: [], atMs: 5, next: [2], took: [] } };
    const instance = { language: 2, flow, state: 'Active' } as never;
    const [branch] = openBranches(instance);
    const opening = openingOf(instance, plan, branch as never);
    expect(new Date(opening?.afterMs as number).toISOString()).to.equal('9999-12-31T23:59:59.999Z');
    const known = openingOf({ language: 2, flow, state: 'Active', dues: { '2.t': 7 } } as never, plan, branch as never);
    expect(known).to.deep.equal({ timer: 't', afterMs: 7 });
  });
});

describe('the check of notBefore', () => {
  const found = (definition: JsonObject): readonly string[] =>
    findingsOf(definition)
      .filter(({ code }) => /TIMER|NEVER_OPEN|FORM|APPROVAL_WAITS/.test(code))
      .map(({ severity, code, location }) => `${severity} ${code} ${location}`);
  const at = '/actions/1/timers';

  it('takes one beside a timer that ends the action later', () => {
    expect(found(award())).to.deep.equal([]);
    expect(found(award({}, [HOLD, ends('P2D')]))).to.deep.equal([]);
    expect(checkExecution(award())).to.deep.equal([]);
  });

  it('refuses it beside another effect, and any value but true', () => {
    for (const timer of [
      { ...HOLD, also: ['board'] },
      { ...HOLD, [THEN]: { nextActionIds: [] } },
    ]) {
      expect(found(award({}, [timer]))).to.include(`error BP_TIMER ${at}/0`);
      expect(checkExecution(award({}, [timer])).length).to.be.above(0);
    }
    expect(found(award({}, [{ ...HOLD, notBefore: false }]))).to.deep.equal([`error BP_FORM ${at}/0/notBefore`]);
    expect(found(award({}, [{ ...HOLD, after: 'soon' }]))).to.include(`error BP_TIMER ${at}/0/after`);
  });

  it('refuses an action that ends before anybody may do it', () => {
    expect(found(award({}, [HOLD, ends('P1D')]))).to.deep.equal([`error BP_NEVER_OPEN ${at}/0`]);
    expect(found(award({}, [ends('PT12H'), HOLD]))).to.deep.equal([`error BP_NEVER_OPEN ${at}/1`]);
    const late = (branchDeadline: string, after: string): readonly string[] => {
      const definition = award({}, [{ ...HOLD, after }, ends('P900D')]) as unknown as Definition;
      const actions = definition.actions.map((one) =>
        one.id === 1 ? { ...one, routes: [{ id: 'r', nextActionIds: [2], branchDeadline }] } : one,
      );
      return found({ ...definition, actions } as unknown as JsonObject);
    };
    expect(late('P1D', 'P1D')).to.deep.equal([`error BP_NEVER_OPEN ${at}/0`]);
    expect(late('P28D', 'P1M')).to.deep.equal([`error BP_NEVER_OPEN ${at}/0`]);
    expect(late('P29D', 'P1M')).to.deep.equal([]);
    expect(late('P2D', 'P1D')).to.deep.equal([]);
  });

  it('warns of a short one, and of one of an action that only opens instances', () => {
    expect(found(award({}, [{ ...HOLD, after: 'PT9M' }]))).to.deep.equal([`warning BP_TIMER_SHORT ${at}/0/after`]);
    const definition = award({}, []) as unknown as Definition;
    const actions = definition.actions.map(({ rejectionConfig, ...one }) =>
      one.id === 1 ? { ...one, timers: [HOLD] } : one,
    );
    expect(found({ ...definition, actions } as unknown as JsonObject)).to.deep.equal([
      'warning BP_TIMER_NEVER /actions/0/timers/0',
    ]);
  });

  it('is told by the difference of two versions, as a change of what the workflow does', () => {
    const difference = differences(award({}, [ends('P2D')]), award({}, [ends('P2D'), HOLD]));
    expect(JSON.stringify(difference)).to.contain('notBefore');
  });
});
