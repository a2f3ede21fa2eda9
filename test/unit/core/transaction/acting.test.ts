// Roles that may act in place of another one after a timer (`also`): from the docket after its due time, whichever
// wallet holds them, and what they are given to read.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { escalations } from '../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import type { RunRow } from '../../../../core/blueprint/state/run-row.js';
import { checkExecution } from '../../../../core/design/check/check.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { runScenario } from '../../../../core/scenario/run.js';
import { asks, findingsOf, shows } from '../../../support/definitions/short-definitions.js';
import { alice, bob, type Wallet, wallet } from '../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../support/register/people.js';
import { SealedLedger } from '../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const dave = wallet('dave');
const DAY_MS = 86_400_000;

const LEAD = { id: 'lead', after: 'P1D', also: ['lead'] };
const OPEN = { id: 'anyone', after: 'P2D', also: ['desk'] };

/** bob decides; after a day carol may, after two any wallet that takes the desk. */
function claim(more: object = {}, timers: readonly object[] = [LEAD, OPEN]): JsonObject {
  return {
    language: 2,
    title: 'Claim',
    description: 'A clerk decides, or somebody else in the end.',
    participants: [
      { id: 'claims', walletAddress: alice.address },
      { id: 'clerk', walletAddress: bob.address },
      { id: 'lead', walletAddress: carol.address },
      { id: 'desk' },
    ],
    actions: [
      step(1, 'claims', [2], { isStartingAction: true }),
      step(2, 'clerk', [3], { timers, rejectionConfig: { targetActionId: 1 }, ...more }),
      step(3, 'desk', []),
    ],
  } as unknown as JsonObject;
}

function begun(definition: JsonObject = claim()) {
  const at = new People(definition);
  const first = at.seal(1, alice);
  const openedMs = at.ledger.state.timestampMs;
  const judge = (afterMs: number, by: Wallet, as?: string, type = 'Action') => {
    const tx = at.move(2, by, { after: first, type, ...(as !== undefined && { as }) });
    return at.judge({ ...tx, header: tx.header }, openedMs + afterMs);
  };
  return Object.assign(at, { first, openedMs, judgeAfter: judge });
}

/** An hour is the most that a transaction is older than its docket. */
const RULE_OF_TIME = /^(VAL_TIME_\d+ ?)*/;
const said = (codes: string): string => codes.replace(RULE_OF_TIME, '') || 'ok';

describe('a role that may act too', () => {
  it('may from the docket after the due time on, and not before', () => {
    const at = begun();
    for (const type of ['Action', 'Rejection'])
      for (const [ms, code] of [
        [DAY_MS - 1, 'VAL_FLOW_007'],
        [DAY_MS, 'VAL_FLOW_007'],
        [DAY_MS + 1, 'ok'],
      ] as const) {
        expect(said(at.judgeAfter(ms, carol, 'lead', type)), `${type} ${ms - DAY_MS}`).to.equal(code);
        expect(said(at.judgeAfter(ms, bob, undefined, type)), `${type} ${ms - DAY_MS}`).to.equal('ok');
      }
  });

  it('is one that a timer of this action names, and its holder', () => {
    const at = begun();
    const late = 3 * DAY_MS;
    for (const [by, as] of [
      [carol, undefined],
      [carol, 'clerk'],
      [carol, 'claims'],
      [alice, 'claims'],
      [bob, 'lead'],
      [bob, 'clerk'],
      [bob, 'claims'],
      [dave, 'lead'],
      [dave, undefined],
    ] as const)
      expect(said(at.judgeAfter(late, by, as)), `${by.address} as ${as}`).to.equal('VAL_BP_002');
    const opening = at.move(1, alice, { as: 'lead' });
    expect(at.judge(opening)).to.contain('VAL_BP_001');
  });

  it('is taken by who acts in it first, and its run says so', () => {
    const soon = begun(claim({}, [{ id: 'soon', after: 'PT1S', also: ['desk'] }]));
    expect(said(soon.judgeAfter(1000, dave, 'desk'))).to.equal('VAL_FLOW_007');
    const run = soon.move(2, dave, { after: soon.first, as: 'desk' });
    soon.ledger.sealAt(soon.openedMs + 2000, run);
    expect(soon.instance.participants).to.deep.equal({ desk: dave.address });
    expect(soon.instance.since).to.deep.equal({ desk: 1 });
    expect((soon.ledger.view.state(`run/${run.txId}`) as unknown as RunRow).as).to.equal('desk');
    expect(said(soon.judge(soon.move(3, carol, { after: run })))).to.equal('VAL_BP_002');
    expect(said(soon.judge(soon.move(3, dave, { after: run })))).to.equal('ok');
  });

  it('has its record taken for the role', () => {
    const at = begun(claim({}, [{ id: 'soon', after: 'PT1S', also: ['desk'] }]));
    at.enrol('d', [dave]);
    at.ledger.sealAt(at.openedMs + 5000, at.move(2, dave, { after: at.first, as: 'desk' }));
    expect(at.ledger.view.state(`held/${INSTANCE}`)).to.deep.equal({ roles: { desk: 'd' } });
  });

  it('is told with its time, of several timers the first', () => {
    const at = begun(claim({}, [OPEN, LEAD, { id: 'again', after: 'PT1H', also: ['lead'] }]));
    const due = escalations(at.instance, planOf(claim() as unknown as Definition));
    expect(due.map(({ role, dueMs }) => [role, dueMs - at.openedMs])).to.deep.equal([
      ['lead', DAY_MS],
      ['desk', 2 * DAY_MS],
    ]);
    const [, first] = escalations(
      at.instance,
      planOf(claim({}, [OPEN, LEAD, { id: 'again', after: 'PT1H', also: ['lead'] }]) as unknown as Definition),
    );
    expect([first?.timer, (first?.dueMs ?? 0) - at.openedMs]).to.deep.equal(['again', 3_600_000]);
  });

  it('ends with a timer that leads on, and starts anew where the workflow goes back', () => {
    const at = begun(
      claim({}, [
        { id: 'soon', after: 'PT2S', also: ['lead'] },
        // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
        { id: 'end', after: 'PT10S', then: { nextActionIds: [3] } },
      ]),
    );
    expect(said(at.judgeAfter(10_000, carol, 'lead'))).to.equal('ok');
    expect(said(at.judgeAfter(10_001, carol, 'lead'))).to.equal('VAL_BP_012');
    at.ledger.sealAt(at.openedMs + 3000, at.move(2, carol, { after: at.first, as: 'lead', type: 'Rejection' }));
    const again = at.seal(1, alice, {
      after: at.ledger.view.transaction(Object.keys(at.instance.flow)[0] as string) as never,
    });
    const sinceMs = at.ledger.state.timestampMs;
    const act = at.move(2, carol, { after: again, as: 'lead' });
    expect(said(at.judge(act, sinceMs + 2000))).to.equal('VAL_FLOW_007');
    expect(said(at.judge(act, sinceMs + 2001))).to.equal('ok');
  });

  it('keeps four eyes, as who acts and as who takes the role', () => {
    const apart = claim({ notSameAs: [1] }, [{ id: 'soon', after: 'PT1S', also: ['desk'] }]);
    const at = begun(apart);
    expect(said(at.judgeAfter(5000, alice, 'desk'))).to.equal('VAL_FLOW_005');
    expect(said(at.judgeAfter(5000, dave, 'desk'))).to.equal('ok');
    // The desk does action 3, which the clerk may not: it takes no role that it could not play.
    const definition = claim({}, [{ id: 'soon', after: 'PT1S', also: ['desk'] }]) as unknown as Definition;
    const actions = definition.actions.map((one) => (one.id === 3 ? { ...one, notSameAs: [1] } : one));
    const kept = begun({ ...definition, actions } as unknown as JsonObject);
    expect(said(kept.judgeAfter(5000, alice, 'desk'))).to.equal('VAL_FLOW_005');
  });

  it('acts or not in one docket with the holder: the first does it', () => {
    const at = begun(claim({}, [{ id: 'soon', after: 'PT1S', also: ['lead'] }]));
    const [own, other] = [at.move(2, bob, { after: at.first }), at.move(2, carol, { after: at.first, as: 'lead' })];
    for (const pair of [
      [own, other],
      [other, own],
    ])
      expect(() => at.ledger.sealAt(at.openedMs + 5000, ...pair)).to.throw('VAL_CHAIN_FORK');
    at.ledger.sealAt(at.openedMs + 5000, other);
    expect(at.instance.runs[2]?.last).to.equal(other.txId);
  });
});

/** bob prices what alice asked for; carol may in the end, who was told the quantity. */
const PRICED = {
  language: 2,
  title: 'Priced',
  description: 'A quantity is priced.',
  participants: [
    { id: 'asks', walletAddress: alice.address },
    { id: 'prices', walletAddress: bob.address },
    { id: 'lead', walletAddress: carol.address },
    { id: 'sees', walletAddress: dave.address },
  ],
  actions: [
    {
      ...{ id: 1, sender: 'asks', isStartingAction: true, ...asks({ qty: { type: 'integer' } }) },
      ...shows({ prices: ['qty'], lead: ['qty'] }),
      routes: [{ nextActionIds: [2] }],
    },
    {
      ...{ id: 2, sender: 'prices', ...asks({ note: { type: 'string', maxLength: 3 } }) },
      calculations: { total: { '*': [{ var: 'act.1.qty' }, 2] } },
      ...shows({ sees: ['note'], asks: ['*'] }),
      routes: [{ nextActionIds: [] }],
      timers: [{ id: 'lead', after: 'PT10S', also: ['lead'] }],
    },
  ],
} as unknown as JsonObject;

describe('the data for a role that may act too', () => {
  const WALLETS = [alice, bob, carol, dave];
  function priced(definition = PRICED) {
    const at = new SealedLedger(definition, WALLETS);
    const first = at.take({ action: 1, by: alice, data: { qty: 7 }, next: [2] });
    const lateMs = at.ledger.state.timestampMs + 11_000;
    return { at, first, lateMs };
  }
  const sent = (previous: string, more: object) => ({
    ...{ action: 2, by: carol, data: { note: 'yes', total: 14 }, next: [], previous, as: 'lead' },
    ...more,
  });

  it('is the whole run that it sends, and the holder of its own role reads that too', () => {
    const { at, first, lateMs } = priced();
    const run = at.run(sent(first.txId, {}));
    expect(run.header.recipients).to.have.members(WALLETS.map(({ address }) => address));
    expect(at.judge(run, lateMs)).to.equal('ok');
    // Sealed as the holder would, a wallet is missing.
    const { metadata, senderWallet } = run.header;
    const own = at.run(sent(first.txId, { by: bob, as: undefined }));
    const lie = { ...own, header: { ...own.header, metadata, senderWallet } } as Transaction;
    expect(at.judge(lie, lateMs)).to.contain('VAL_CELL_003');
    at.ledger.sealAt(lateMs, run);
    expect(at.instance.state).to.equal('Completed');
  });

  it('is nothing where its own role sends in time', () => {
    const { at, first } = priced();
    const run = at.run(sent(first.txId, { by: bob, as: undefined }));
    expect(run.header.recipients).to.have.members([alice, bob, dave].map(({ address }) => address));
    expect(at.judge(run)).to.equal('ok');
  });

  it('makes it answer for what it states, by its own wallet', () => {
    const { at, first, lateMs } = priced();
    const lie = at.run(sent(first.txId, { commits: { '/note': '"much too long"' } }));
    at.ledger.sealAt(lateMs, lie);
    at.ledger.seal(at.objection({ run: lie, by: dave, ground: 'schema', at: '/note', shown: [[lie, '/note']] }));
    expect(at.instance.faults?.map((fault) => fault.wallet)).to.deep.equal([carol.address]);
  });

  it('makes it answer also where no wallet holds the role of the action yet', () => {
    const people = PRICED.participants as readonly JsonObject[];
    const participants = people.map((one) => (one.id === 'prices' ? { id: 'prices' } : one));
    const { at, first, lateMs } = priced({ ...PRICED, participants });
    const lie = at.run(sent(first.txId, { commits: { '/note': '"much too long"' } }));
    at.ledger.sealAt(lateMs, lie);
    at.ledger.seal(at.objection({ run: lie, by: dave, ground: 'schema', at: '/note', shown: [[lie, '/note']] }));
    expect(at.instance.faults?.map((fault) => fault.wallet)).to.deep.equal([carol.address]);
  });

  it('makes it answer for its calculation, on what it was told', () => {
    const { at, first, lateMs } = priced();
    const lie = at.run(sent(first.txId, { commits: { '/total': '15' } }));
    at.ledger.sealAt(lateMs, lie);
    const shown = [
      [lie, '/total'],
      [first, '/qty'],
    ] as const;
    const claimed = at.objection({ run: lie, by: alice, ground: 'calculation', at: '/calculations/total', shown });
    expect(at.judge(claimed)).to.equal('ok');
    const honest = priced();
    const run = honest.at.run(sent(honest.first.txId, {}));
    honest.at.ledger.sealAt(honest.lateMs, run);
    const none = honest.at.objection({
      ...{ run, by: alice, ground: 'calculation', at: '/calculations/total' },
      shown: [
        [run, '/total'],
        [honest.first, '/qty'],
      ],
    });
    expect(honest.at.judge(none)).to.equal('VAL_OBJ_004');
  });

  it('has to be what the rules of the action read', () => {
    const codes = (definition: JsonObject) =>
      findingsOf(definition)
        .filter(({ severity }) => severity === 'error')
        .map(({ code, message }) => `${code} ${message.split(' ')[0]}`);
    expect(codes(PRICED)).to.deep.equal([]);
    const [one, two] = PRICED.actions as unknown as readonly JsonObject[];
    const untold = { ...PRICED, actions: [{ ...one, ...shows({ prices: ['qty'] }) }, two] } as unknown as JsonObject;
    expect(codes(untold)).to.deep.equal(['BP_READ_UNDISCLOSED lead']);
    // Its own earlier runs are read by the role of the action alone.
    const before = { calculations: { total: { '+': [{ var: ['act.2.total', 0] }, { var: 'act.1.qty' }] } } };
    const loop = { ...PRICED, actions: [one, { ...two, ...before }] } as unknown as JsonObject;
    expect(codes(loop)).to.deep.equal(['BP_READ_UNDISCLOSED lead']);
  });
});

describe('the check of timers that let others act', () => {
  const found = (timer: object, more: object = {}) =>
    findingsOf(claim(more, [timer])).flatMap(({ code, location, severity }) =>
      code.startsWith('BP_TIMER') ? [`${severity} ${code} ${location.replace('/actions/1/timers/0', '')}`] : [],
    );

  it('takes them as they are meant', () => {
    for (const timer of [LEAD, OPEN, { ...LEAD, from: 'start' }, { ...LEAD, also: ['lead', 'desk'] }])
      expect(found(timer), JSON.stringify(timer)).to.deep.equal([]);
  });

  it('refuses roles that are not there, twice, or its own, and more than one effect', () => {
    for (const [more, at] of [
      [{ also: ['x'] }, '/also/0'],
      [{ also: ['clerk'] }, '/also/0'],
      [{ also: ['lead', 'lead'] }, '/also/1'],
      [{ data: {} }, '/data'],
      // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
      [{ then: { nextActionIds: [3] } }, ''],
      [{ also: undefined }, ''],
    ] as const) {
      const timer = JSON.parse(JSON.stringify({ ...LEAD, ...more })) as object;
      expect(found(timer), JSON.stringify(more)).to.include(`error BP_TIMER ${at}`);
      expect(checkExecution(claim({}, [timer])).length).to.be.above(0);
    }
  });

  it('warns of short ones, of those that come too late, and of roles that four eyes keep away', () => {
    expect(found({ ...LEAD, after: 'PT9M' })).to.deep.equal(['warning BP_TIMER_SHORT /after']);
    expect(found({ ...LEAD, also: ['desk'] }, { notSameAs: [3] })).to.deep.equal(['warning BP_TIMER_NEVER /also']);
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const ends = { id: 'end', after: 'PT12H', then: { nextActionIds: [3] } };
    const late = findingsOf(claim({}, [LEAD, ends])).map(({ code, location }) => `${code} ${location}`);
    expect(late).to.include('BP_TIMER_NEVER /actions/1/timers/0');
  });
});

describe('a scenario of an escalation', () => {
  it('moves the clock, and acts as another role', () => {
    const steps = [
      { action: 1, payload: { n: 1 } },
      { action: 2, as: 'lead', payload: { n: 2 }, expect: { refused: 'VAL_FLOW_007' } },
      { action: 2, as: 'claims', at: 'P1D', payload: { n: 2 }, expect: { refused: 'VAL_BP_002' } },
      {
        action: 2,
        as: 'lead',
        at: 'PT1H',
        payload: { n: 2 },
        expect: { enabled: [3], sees: { lead: { n: 2 }, clerk: { n: 2 } } },
      },
    ];
    const result = runScenario(claim() as unknown as Definition, { name: 'late', steps });
    expect(result.steps.flatMap(({ problems }) => problems)).to.deep.equal([]);
  });
});
