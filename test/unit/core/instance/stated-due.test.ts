// Timers that take their due time from data: the role that states the date states when they are due, in the clear.
// Validators refuse what is missing or not of a readable payload, and readers prove what is not of a sealed one. A date
// that a rejection takes back does not count.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { dueTimers, escalations } from '../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import { statedDuesOf } from '../../../../core/blueprint/plan/stated-dues.js';
import { proofOf } from '../../../../core/disputes/proof.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { timerTransaction } from '../../../../core/transaction/timer.js';
import { asks, definitionOf, findingsOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { alice, bob, REGISTER_ID, wallet } from '../../../support/register/ledger.js';
import { SealedLedger, type Sent } from '../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const THEN = 'then';
const date = { type: 'string', format: 'date' };
const text = { type: 'string' };
const PARTICIPANTS = Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
  id,
  walletAddress: address,
}));
const EXPIRY = '2027-03-01';
const DUE = '2027-03-02T22:59:59.999Z';
const KEYS = { '3.expiry': DUE, '3.lead': '2027-03-01T23:59:59.999Z' };

/** x asks, y states until when the credit holds; z draws on it before the day after that has ended in Berlin. */
const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ note: text }), ...shows({ y: ['*'] }), ...to(2) },
    {
      sender: 'y',
      ...asks({ expiry: date, secret: text }),
      ...shows({ x: ['expiry'], z: ['expiry'] }),
      rejectionConfig: { targetActionId: 1 },
      ...to(3),
    },
    {
      sender: 'z',
      ...asks({ drawn: text }),
      timers: [
        // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
        { id: 'expiry', at: { var: 'act.2.expiry' }, plus: 'P1D', zone: '+01:00', then: { nextActionIds: [] } },
        { id: 'lead', at: { var: 'act.2.expiry' }, also: ['x'] },
      ],
      rejectionConfig: { targetActionId: 2 },
      routes: [
        { id: 'again', nextActionIds: [2], condition: { '==': [{ var: 'in.drawn' }, 'more'] } },
        { id: 'end', nextActionIds: [], isDefault: true },
      ],
    },
  ] as never),
  participants: PARTICIPANTS,
};

function begun() {
  const at = new SealedLedger(DEFINITION, [alice, bob, carol]);
  const one = at.take({ action: 1, by: alice, data: { note: 'a' }, next: [2] });
  const stated = (more: Partial<Sent> = {}): Sent => ({
    ...{ action: 2, by: bob, data: { expiry: EXPIRY, secret: 's' }, next: [3], previous: one.txId, due: KEYS },
    ...more,
  });
  const due = () => dueTimers(at.instance, planOf(at.definition)).map(({ dueMs }) => new Date(dueMs).toISOString());
  return { at, one, stated, due };
}

const found = (timer: JsonObject, first: JsonObject = {}): readonly string[] =>
  findingsOf(
    definitionOf([
      { ...asks({ day: date, hour: { type: 'string', format: 'date-time' }, plain: text }), ...to(2), ...first },
      { ...asks({ a: text }), timers: [{ id: 't', ...timer }], ...to() },
    ] as never),
  )
    .filter(({ code }) => /TIMER|ABSENT|FORM/.test(code))
    .map(({ severity, code, location }) => `${severity[0]} ${code} ${location.replace('/actions/1/timers/0', '')}`);

describe('a due time that is taken from data', () => {
  it('is that of the latest run in force, whichever party led the workflow there', () => {
    const { at, one, stated, due } = begun();
    const two = at.take(stated());
    expect(due()).to.deep.equal([DUE]);
    expect(escalations(at.instance, planOf(at.definition))[0]?.dueMs).to.equal(Date.parse(KEYS['3.lead']));
    const { blueprintId, publicationTxId } = at.instance;
    const [timer] = dueTimers(at.instance, planOf(at.definition));
    const of = { registerId: REGISTER_ID, instanceId: 'inst-1', blueprintId, publicationTxId };
    const fires = timerTransaction(of, timer as NonNullable<typeof timer>);
    expect(at.judge(fires, Date.parse(DUE))).to.equal('VAL_FLOW_007');
    expect(at.judge(fires, Date.parse(DUE) + 1)).to.equal('ok');
    // A loop leaves the first date in force until there is another one.
    const loop = at.take({ action: 3, by: carol, data: { drawn: 'more' }, next: [2], previous: two.txId });
    expect(at.instance.dues).to.deep.equal({
      '3.expiry': Date.parse(DUE),
      '3.lead': Date.parse(KEYS['3.lead']),
    });
    const later = { '3.expiry': '2028-01-01T22:59:59.999Z', '3.lead': '2027-12-31T23:59:59.999Z' };
    const again = at.take(stated({ data: { expiry: '2027-12-31', secret: 's' }, previous: loop.txId, due: later }));
    expect(due()).to.deep.equal([later['3.expiry']]);
    // A rejection takes the later date out of force, and leaves the one before.
    const back = at.move('Rejection', {
      ...{ action: 3, by: carol, previous: again.txId },
      payload: { type: 'rejection', reason: 'no' },
    });
    at.ledger.seal(back);
    expect(at.instance.dues?.['3.expiry']).to.equal(Date.parse(DUE));
    expect(one.txId).to.not.equal(back.txId);
  });

  it('is refused where it is missing, malformed, of another timer, or not that of a readable payload', () => {
    const { at, stated } = begun();
    const judged = (due: JsonObject | undefined, more: Partial<Sent> = {}): string => {
      const { due: _, ...sent } = stated(more);
      return at.judge(at.run(due ? { ...sent, due } : sent));
    };
    expect(judged(KEYS)).to.equal('ok');
    expect(judged(undefined)).to.equal('VAL_FLOW_002');
    for (const bad of [
      { '3.expiry': DUE },
      { ...KEYS, '3.other': DUE },
      { ...KEYS, '3.expiry': '2027-03-02' },
      { ...KEYS, '3.expiry': '1969-12-31T00:00:00.000Z' },
      { ...KEYS, '3.expiry': 7 },
    ])
      expect(judged(bad), JSON.stringify(bad)).to.equal('VAL_FLOW_002');
    const early = { ...KEYS, '3.expiry': '2027-03-01T22:59:59.999Z' };
    expect(judged(early)).to.equal('ok');
    expect(judged(early, { isPlain: true })).to.equal('VAL_FLOW_002');
    expect(judged(KEYS, { isPlain: true })).to.equal('ok');
    const late = { expiry: '9999-12-31', secret: 's' };
    expect(judged(KEYS, { isPlain: true, data: late })).to.equal('VAL_FLOW_002');
  });

  it('is proven false by who reads the date, with the date alone, and never against an honest sender', () => {
    for (const isLie of [true, false]) {
      const { at, stated } = begun();
      const lie = isLie ? { ...KEYS, '3.expiry': '2027-02-01T22:59:59.999Z' } : KEYS;
      const run = at.take(stated({ due: lie }));
      const claim = (place: string, ...pointers: readonly string[]): string => {
        const shown = pointers.length > 0 ? ([[run, ...pointers]] as [Transaction, ...string[]][]) : [];
        return at.judge(at.objection({ run, by: carol, ground: 'calculation', at: place, shown }));
      };
      expect(claim('/due/3.expiry', '/expiry')).to.equal(isLie ? 'ok' : 'VAL_OBJ_004');
      expect(claim('/due/3.lead', '/expiry')).to.equal('VAL_OBJ_004');
      expect(claim('/due/3.expiry')).to.equal('VAL_OBJ_004');
      expect(claim('/due/3.expiry', '/expiry', '/secret')).to.equal('VAL_OBJ_005');
      const { view } = at.ledger;
      const row = rowsIn(view)(run.txId);
      const made = proofOf(
        {
          ...{ definition: at.definition, instance: at.instance, run, row: row as never, rowOf: rowsIn(view) },
          ...{ transactionOf: (id: string) => view.transaction(id), deliveredTo: () => new Map() as never },
        },
        { ground: 'calculation', at: '/due/3.expiry' },
        (_, pointers) => at.show(run, pointers) as Json,
      );
      expect(isFailure(made) ? made.issue.code : 'made').to.equal(isLie ? 'made' : 'VAL_OBJ_004');
    }
  });

  it('is checked before it is published: a date that each run states, of an action that surely ran', () => {
    const publicDate = 'w BP_TIMER_PUBLIC /at';
    expect(found({ at: { var: 'act.1.day' }, remind: ['x'] })).to.deep.equal([publicDate]);
    expect(found({ at: { var: 'act.1.hour' }, plus: 'PT2H', remind: ['x'] })).to.deep.equal([publicDate]);
    const bad = (timer: JsonObject, first?: JsonObject) => found({ remind: ['x'], ...timer }, first);
    for (const name of ['act.1.plain', 'act.1.none', 'act.9.day', 'in.a', 'day', 'act.1.day.x', 'fact.day'])
      expect(bad({ at: { var: name } }), name).to.deep.equal(['e BP_TIMER /at/var']);
    expect(bad({ at: { var: 'act.1.day' } }, asks({ day: date }, ['day']))).to.deep.equal(['e BP_TIMER /at/var']);
    // No vote may state a time, and a run of a timer that gives none would leave the branch without its timer.
    const votes = definitionOf([
      to(2),
      {
        ...asks({ day: date }),
        approval: { of: [{ role: 'x' }, { role: 'y' }], need: 2, yes: 'yes', no: 'no' },
        routes: ['yes', 'no'].map((id) => ({ id, nextActionIds: [3] })),
      },
      { timers: [{ id: 't', at: { var: 'act.2.day' }, remind: ['x'] }], ...to() },
    ] as never);
    expect(findingsOf(votes).map(({ code, location }) => `${code} ${location}`)).to.include(
      'BP_TIMER /actions/2/timers/0/at/var',
    );
    const stating = (day: string) => {
      const data = { day, hour: `${day}T10:00:00.000Z`, plain: '' };
      return { timers: [{ id: 'a', after: 'P1D', data, [THEN]: { nextActionIds: [2] } }] };
    };
    const after = { at: { var: 'act.1.day' }, plus: 'P1D' };
    expect(bad(after, stating('9999-12-30'))).to.not.include('e BP_TIMER /at/var');
    expect(bad(after, stating('9999-12-31'))).to.include('e BP_TIMER /at/var');
    expect(bad({ at: { var: 'act.1.day' }, after: 'P1D' })).to.deep.equal(['e BP_TIMER /after']);
    expect(bad({ after: 'P1D', plus: 'P1D' })).to.deep.equal(['e BP_TIMER /plus']);
    expect(bad({ at: { var: 'act.1.day' }, from: 'start' })).to.deep.equal(['e BP_TIMER /from']);
    expect(bad({})).to.deep.equal(['e BP_TIMER /after']);
    expect(bad({ at: { var: 'act.1.day' }, plus: 'soon' })).to.deep.equal(['e BP_TIMER /at']);
    const before = definitionOf([
      { ...asks({ a: text }), timers: [{ id: 't', at: { var: 'act.2.day' }, remind: ['x'] }], ...to(2) },
      { ...asks({ day: date }), rejectionConfig: { targetActionId: 1 }, ...to() },
    ] as never);
    expect(findingsOf(before).map(({ code }) => code)).to.include('BP_READ_MAYBE_ABSENT');
  });

  it('counts the end of a day in its zone, months to the end of a day, and times to the millisecond', () => {
    const dueOf = (timer: JsonObject, value: string): string | undefined => {
      const actions = [
        { id: 1, sender: 'x' },
        { id: 2, sender: 'x', timers: [{ id: 't', at: { var: 'act.1.day' }, remind: ['x'], ...timer }] },
      ];
      const [due] = statedDuesOf({ title: 't', participants: [], actions } as unknown as Definition);
      const ms = due?.dueOf(value);
      return ms === undefined ? undefined : new Date(ms).toISOString();
    };
    expect(dueOf({}, '2027-03-01')).to.equal('2027-03-01T23:59:59.999Z');
    expect(dueOf({ zone: '-05:00' }, '2027-03-01')).to.equal('2027-03-02T04:59:59.999Z');
    expect(dueOf({ plus: 'P1M' }, '2027-01-31')).to.equal('2027-02-28T23:59:59.999Z');
    expect(dueOf({ plus: 'PT90M' }, '2027-03-01T10:00:00.000Z')).to.equal('2027-03-01T11:30:00.000Z');
    expect(dueOf({}, 'soon')).to.equal(undefined);
    expect(dueOf({}, '1950-01-01')).to.equal('1970-01-01T00:00:00.000Z');
  });
});
