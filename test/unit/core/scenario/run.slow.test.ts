// Scenarios: random control flows are judged as a register judges
// them, and each thing that a step may expect is told where it is not so.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { openBranches } from '../../../../core/blueprint/instance/branches.js';
import { isJoin } from '../../../../core/flow/net.js';
import { checkStructure } from '../../../../core/flow/structure.js';
import { readScenarios, type Scenario } from '../../../../core/scenario/form.js';
import { MemoryInstance } from '../../../../core/scenario/memory-instance.js';
import { runScenario } from '../../../../core/scenario/run.js';
import { Dice } from '../../../support/base/dice.js';
import { good } from '../../../support/base/good.js';
import { issueOf, issuesOf } from '../../../support/base/results.js';
import { randomNet } from '../../../support/definitions/nets.js';
import { asks, definitionOf as language2, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { definitionOf, FlowLedger } from '../../../support/register/flow-ledger.js';

/** The form is checked as well, so that each scenario here is one that a file may hold. */
function run(definition: unknown, scenario: unknown) {
  const read = readScenarios([scenario] as Json);
  expect(issuesOf(read)).to.deep.equal([scenario]);
  return runScenario(definition as Definition, good(read)[0] as Scenario);
}

/** Problems by number of their step. */
function problems(definition: unknown, steps: readonly JsonObject[]): readonly string[] {
  const result = run(definition, { name: 'x', steps });
  return result.steps.flatMap(({ step, problems: found }) => found.map((one) => `${step}: ${one}`));
}

describe('core/scenario', () => {
  it('lets the wallet of a role with candidates take it, where no participants are registered', () => {
    const number = { type: 'integer' };
    const definition = language2(
      [
        { ...asks({ n: number }), ...shows({ y: ['n'] }), ...to(2) },
        { sender: 'y', ...asks({ m: number }), ...to() },
      ],
      { participants: [{ id: 'x' }, { id: 'y', candidates: ['b', 'c'] }] },
    );
    const steps = [
      { action: 1, payload: { n: 1 } },
      { action: 2, payload: { m: 2 }, expect: { state: 'Completed' } },
    ];
    expect(problems(definition, steps)).to.deep.equal([]);
  });

  it('takes and refuses the moves of random control flows as a register does', () => {
    let [taken, refused] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const dice = new Dice(`scenario-${seed}`);
      const net = randomNet(dice, { actionsMax: 10, scopes: true, changesMax: seed % 3 });
      const start = [...net.values()].find((action) => action.isStart && !isJoin(action));
      if (!start || checkStructure(net).length > 0) continue;
      const definition = definitionOf(net);
      const register = new FlowLedger(definition);
      const memory = new MemoryInstance(definition as unknown as Definition);
      /** TxIds of the register by those in memory. */
      const twins = new Map<string, string>();
      const actions = [...net.values()];
      for (let move = 0; move < 25; move++) {
        const known = [...twins.keys()];
        const open = memory.row ? openBranches(memory.row) : [];
        const branch = dice.chance(0.8) && open.length > 0 ? open[Math.floor(dice.number() * open.length)] : undefined;
        const any = actions[Math.floor(dice.number() * actions.length)] ?? start;
        const action = known.length === 0 ? start : branch ? net.get(branch.actionId) : any;
        if (!action) continue;
        const previous = branch?.txId ?? known[Math.floor(dice.number() * known.length)];
        const by = dice.chance(0.2) && previous ? 'rejection' : Math.floor(dice.number() * action.outcomes.length);
        const twin = register.transaction({ action: action.id, by, previous: previous && twins.get(previous) });
        const verdict = register.judge(twin);
        const done = memory.take({
          type: by === 'rejection' ? 'Rejection' : 'Action',
          actionId: action.id,
          role: 'one',
          previous,
          payload: twin.payload as JsonObject,
          atMs: register.ledger.state.timestampMs + 1000,
        });
        const codes = isFailure(done) ? done.issues.map(({ code }: { readonly code: string }) => code) : ['ok'];
        expect(verdict.split(' ').at(-1), `seed ${seed}, move ${move}`).to.equal(codes[0]);
        if (verdict === 'ok') {
          register.seal(twin);
          twins.set(memory.moves.at(-1)?.transaction.txId as string, twin.txId);
          taken++;
          expect(memory.row?.state).to.equal(register.instance.state);
        } else refused++;
      }
    }
    expect(taken).to.be.above(200);
    expect(refused).to.be.above(100);
  });

  const whole = { type: 'integer' };
  const price = asks({ price: whole });
  const definition = language2([
    {
      ...price,
      ...shows({ y: ['*'], z: ['price'] }),
      routes: [{ id: 'go', nextActionIds: [2], branchDeadline: 'P2D' }],
    },
    {
      sender: 'y',
      ...asks({ qty: whole, fee: whole }, ['fee']),
      calculations: { fee: { '*': [{ var: 'act.1.price' }, { var: 'in.qty' }] } },
      ...shows({ x: ['*'] }),
      rejectionConfig: { targetActionId: 1 },
      ...to(),
    },
  ]);

  it('looks at route, data, knowledge, state and branches', () => {
    const steps = [
      { action: 1, payload: { price: 5 }, expect: { route: 'go', next: [2], enabled: [2], sees: { z: { price: 5 } } } },
      { reject: 2, reason: 'no', expect: { enabled: [1], state: 'Active' } },
      { action: 1, payload: { price: 6 } },
      {
        action: 2,
        payload: { qty: 7 },
        at: 'PT1H',
        expect: { fields: { fee: 42 }, hidden: { z: ['fee'] }, state: 'Completed' },
      },
    ];
    expect(problems(definition, steps as never)).to.deep.equal([]);
  });

  it('runs the example of docs/scenarios.md', () => {
    const page = readFileSync('docs/scenarios.md', 'utf8');
    const [example] = /^ {4}\[\n(?: {4}.*\n)+/m.exec(page) ?? [];
    for (const scenario of JSON.parse(example ?? '') as readonly Json[])
      expect(run(definition, scenario)).to.deep.include({ passed: true, state: 'Active' });
  });

  it('says what was expected and what was found', () => {
    const steps = [
      {
        action: 1,
        payload: { price: 5 },
        expect: {
          route: 'stay',
          next: [1],
          fields: { price: 6, other: 1 },
          sees: { z: { price: 4 }, nobody: {} },
          hidden: { z: ['price'] },
          state: 'Completed',
          enabled: [],
          waiting: [2],
        },
      },
    ];
    expect(problems(definition, steps as never)).to.deep.equal([
      '1: expected route "stay", found "go"',
      '1: expected next [1], found [2]',
      '1: expected price of the data 6, found 5',
      '1: expected other of the data 1, found none',
      '1: expected state "Completed", found "Active"',
      '1: expected enabled [], found [2]',
      '1: expected waiting [2], found []',
      '1: the definition has no role nobody: it has x, y, z',
      '1: expected price of what z sees 4, found 5',
      '1: expected price to be hidden from z, and action 1 shows it',
    ]);
  });

  it('knows refusals by their code, and goes on after one that is expected', () => {
    const first = { action: 1, payload: { price: 5 } };
    const back = { reject: 2 };
    const wrong = { ...first, as: 'z', expect: { refused: 'VAL_BP_002', enabled: [1] } };
    const late = { action: 2, payload: { qty: 1 }, at: 'P3D', expect: { refused: 'VAL_BP_012', state: 'Active' } };
    expect(problems(definition, [first, back, wrong, first, late])).to.deep.equal([]);
    expect(problems(definition, [first, { action: 2, payload: {} }, late])).to.deep.equal([
      "2: expected no refusal, found VAL_SCHEMA_004 at /payload/qty: The payload breaks the schema: must have the member 'qty'.",
    ]);
    expect(problems(definition, [{ ...first, expect: { refused: 'VAL_BP_001' } }, late])).to.deep.equal([
      '1: expected it to be refused with VAL_BP_001, and it was sealed',
    ]);
    expect(problems(definition, [first, { cancel: true, as: 'x', expect: { state: 'Cancelled' } }])).to.deep.equal([]);
    expect(problems(definition, [first, { ...first, after: 1, expect: { refused: 'VAL_BP_003' } }])).to.deep.equal([]);
  });

  it('keeps apart who may not do both of two actions, whatever the organisations', () => {
    const text = { type: 'string' };
    const two = (by: string) => ({ sender: by, ...asks({ word: text }), ...to(3) });
    const definition = language2([
      { ...asks({ plan: text }), ...to(2) },
      two('y'),
      { ...two('z'), ...to(), notSameAs: [2], notSameOrganisation: true },
    ] as never);
    const begin = { action: 1, payload: { plan: 'a house' } };
    const word = { payload: { word: 'yes' } };
    const apart = { action: 3, as: 'y', ...word, expect: { refused: 'VAL_FLOW_005', enabled: [3] } };
    const steps = [begin, { action: 2, ...word }, apart, { action: 3, ...word, expect: { state: 'Completed' } }];
    expect(problems(definition, steps as never)).to.deep.equal([]);
  });

  it('names the role as which a cancellation is refused', () => {
    const consent = { need: 2, of: ['x', 'y'] };
    const both = { ...definition, cancellation: { by: ['x', 'y'], consent } };
    const begin = { action: 1, payload: { price: 5 } };
    expect(problems(both, [begin, { cancel: true, as: 'y' }])).to.deep.equal([
      '2: expected no refusal, found VAL_BP_002 at /header/senderWallet: No wallet holds the role "y".',
    ]);
    const steps = [{ cancel: true }, { action: 2, payload: { qty: 1 }, as: 'y' }];
    expect(problems(both, [begin, ...steps])).to.deep.equal([]);
    expect(problems(both, [begin, { cancel: true, as: 'z' }])[0]).to.contain(
      'No party cancels this instance as "z", but as x, y.',
    );
  });

  it('refuses times that go back, and files that are not of the form', () => {
    const back = [{ action: 1, payload: { price: 1 } }, { at: '2020-01-01T00:00:00Z' }];
    expect(problems(definition, back)).to.deep.equal([
      '2: expected a time after 2026-01-05T09:00:00.000Z in at, found 2020-01-01T00:00:00Z',
    ]);
    const places = (file: unknown) => [
      ...new Set(
        (issuesOf(readScenarios(file as Json)) as readonly object[]).map((one) => ('path' in one ? one.path : 'good')),
      ),
    ];
    expect(places({})).to.deep.equal(['']);
    expect(issueOf(readScenarios([{ name: 'x', steps: [{ at: 'P1D', expect: { state: 'Done' } }] }]))).to.deep.include({
      code: 'SCENARIO_INVALID',
      path: '/0/steps/0/expect/state',
      message: 'must be one of "Active", "Disputed", "Completed", "Rejected", "Cancelled".',
    });
    expect(places([{ name: 'x', steps: [{}] }])).to.deep.equal(['/0/steps/0']);
    expect(places([{ name: 'x', steps: [{ action: 1, reject: 1 }] }])).to.deep.equal(['/0/steps/0']);
    expect(places([{ name: 'x', steps: [{ reject: 1, payload: {} }] }])).to.deep.equal(['/0/steps/0']);
    expect(places([{ name: 'x', steps: [{ action: 1, after: 1 }] }])).to.deep.equal(['/0/steps/0']);
    expect(places([{ name: 'x', steps: [{ action: 1, vote: 'yes' }] }])).to.deep.equal(['/0/steps/0']);
    expect(places([{ name: 'x', steps: [{ reject: 1, as: 'x', vote: 'yes' }] }])).to.deep.equal(['/0/steps/0']);
    expect(places([{ name: 'x', steps: [{ action: 1, expects: {} }] }])).to.deep.equal(['/0/steps/0/expects']);
    expect(places([{ name: 'x', start: 'now', steps: [{ action: 1 }] }])).to.deep.equal(['/0/start']);
  });

  it('fires the timers that are due before a step, and goes by what they state', () => {
    const text = { type: 'string' };
    const definition = language2([
      { ...asks({ plan: text }), ...to(2) },
      {
        sender: 'y',
        ...asks({ answer: text }),
        ...shows({ x: ['answer'] }),
        ...to(3),
        // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
        timers: [{ id: 'silence', after: 'P3D', then: { nextActionIds: [3] }, data: { answer: 'deemed' } }] as never,
      },
      {
        ...asks({ end: text }),
        routes: [
          { id: 'deemed', nextActionIds: [4], condition: { '==': [read('act.2.answer'), 'deemed'] } },
          { id: 'said', nextActionIds: [], isDefault: true },
        ],
        // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
        timers: [{ id: 'lapse', after: 'P5D', then: { nextActionIds: [] } }] as never,
      },
      { ...asks({ last: text }), routes: [{ id: 'e', nextActionIds: [] }] },
    ]);
    const begin = { action: 1, payload: { plan: 'a house' } };
    const answer = { action: 2, payload: { answer: 'yes' } };
    const close = { action: 3, payload: { end: 'now' } };
    expect(
      problems(definition, [begin, { ...answer, at: 'P3D' }, { ...close, expect: { route: 'said' } }]),
    ).to.deep.equal([]);
    const deemed = { at: 'P4D', expect: { fired: ['silence'], enabled: [3], sees: { z: { answer: 'deemed' } } } };
    expect(problems(definition, [begin, deemed, { ...close, after: 2, expect: { route: 'deemed' } }])).to.deep.equal(
      [],
    );
    const late = { ...answer, at: 'P4D', after: 1, expect: { refused: 'VAL_CHAIN_FORK', enabled: [3] } };
    expect(problems(definition, [begin, late])).to.deep.equal([]);
    const both = { at: 'P30D', expect: { fired: ['silence', 'lapse'], state: 'Completed' } };
    expect(problems(definition, [begin, both])).to.deep.equal([]);
    expect(problems(definition, [begin, { at: 'P1D', expect: { fired: ['silence'] } }])).to.deep.equal([
      '2: expected fired ["silence"], found []',
    ]);
  });

  it('says by whom a run is to be confirmed before what comes after it, alone and at a join', () => {
    const num = { type: 'integer' };
    const confirm = { by: ['y'], within: 'P1D', otherwise: 'redo' };
    const definition = language2(
      [
        { ...asks({ n: num }), ...shows({ y: ['*'] }), ...to(2, 3) },
        { ...asks({ m: num }), ...shows({ y: ['*'] }), confirm, ...to(4) },
        { ...asks({ k: num }), ...shows({ y: ['*'] }), ...to(4, 5) },
        { requiredPriorActions: [2, 3], ...asks({ end: num }), ...to() },
        { ...asks({ side: num }), ...to() },
      ],
      { participants: ['x', 'y'].map((id) => ({ id, walletAddress: `wallet of ${id}` })) },
    );
    const begun = [
      { action: 1, payload: { n: 1 } },
      { action: 3, payload: { k: 1 } },
      { action: 2, payload: { m: 1 } },
    ];
    const join = { action: 4, payload: { end: 1 } };
    const words = 'are not complete: 2 (done, and counts when it is confirmed by y).';
    expect(problems(definition, [...begun, join])).to.deep.equal([
      `4: expected no refusal, found VAL_BP_013 at /header/actionId: Actions that this one waits for ${words}`,
    ]);
    const confirmed = [...begun, { ...join, expect: { refused: 'VAL_BP_013' } }, { confirm: 2 }, join];
    expect(
      problems(definition, [...confirmed, { action: 5, payload: { side: 1 }, expect: { state: 'Completed' } }]),
    ).to.deep.equal([]);
    // Another branch went on since: what waits is found all the same.
    const lone = language2(
      [
        { ...asks({ n: num }), ...shows({ y: ['*'] }), ...to(2, 3) },
        { ...asks({ m: num }), ...shows({ y: ['*'] }), confirm, ...to(4) },
        { ...asks({ k: num }), ...to() },
        { ...asks({ end: num }), ...to() },
      ],
      { participants: ['x', 'y'].map((id) => ({ id, walletAddress: `wallet of ${id}` })) },
    );
    const [first, side, waits] = begun as unknown as [JsonObject, JsonObject, JsonObject];
    const steps = [first, waits, side, { ...join, expect: { refused: 'VAL_CONF_001' } }];
    expect(problems(lone, steps)).to.deep.equal([]);
  });

  it('has runs confirmed, declined and left to time', () => {
    const definition = language2(
      [
        { ...asks({ n: { type: 'integer' } }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
        {
          ...asks({ price: { type: 'integer' } }),
          ...shows({ y: ['*'], z: ['*'] }),
          confirm: { by: ['y', 'z'], within: 'P1D', otherwise: 'count' },
          ...to(3),
        },
        { ...asks({ n: { type: 'integer' } }), calculations: { seen: read('count.2') }, ...to() },
      ],
      { participants: ['x', 'y', 'z'].map((id) => ({ id, walletAddress: `wallet of ${id}` })) },
    );
    const [first, price] = [
      { action: 1, payload: { n: 1 } },
      { action: 2, payload: { price: 5 } },
    ];
    const paid = { action: 3, payload: { n: 2 } };
    const declined = [
      { decline: 2, as: 'z', reason: 'too much', expect: { enabled: [2] } },
      { ...price, expect: { enabled: [] } },
      { ...paid, expect: { refused: 'VAL_CONF_001' } },
    ];
    const steps = [
      ...[
        first,
        price,
        ...declined,
        { confirm: 2, as: 'z' },
        { confirm: 2, as: 'z', expect: { refused: 'VAL_CONF_003' } },
      ],
      { at: 'P2D', expect: { fired: ['@confirm'], enabled: [3] } },
      { ...paid, expect: { fields: { seen: 1 }, state: 'Completed' } },
    ];
    expect(problems(definition, steps)).to.deep.equal([]);
    const late = [first, price, { confirm: 2, at: 'P2D', expect: { refused: 'VAL_CONF_002' } }];
    expect(problems(definition, late)).to.deep.equal([]);
    const both = readScenarios([{ name: 'x', steps: [{ confirm: 2, decline: 2 }] }] as Json);
    expect(JSON.stringify(both)).to.contain('SCENARIO_INVALID');
  });
});
