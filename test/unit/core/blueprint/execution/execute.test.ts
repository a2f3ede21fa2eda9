// An action of language 2 by the engine: what its payload may hold, which facts its rules read, and what ends it. The
// forgeries of the review come to nothing.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { type Failure, isFailure, type Result } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { type Executed, execute } from '../../../../../core/blueprint/execution/execute.js';
import type { RunFacts } from '../../../../../core/blueprint/logic/facts.js';
import { checkBlueprint, isPublishable } from '../../../../../core/design/check/check.js';
import { issueOf, placesOf } from '../../../../support/base/results.js';

/** A member of that name looks like a promise to the linter. */
const THEN = 'then';
const num = { type: 'integer' };
const asks = (properties: JsonObject): readonly JsonObject[] => [
  { type: 'object', properties, required: Object.keys(properties) },
];
const shown = [{ participantAddress: 'y', dataPointers: ['/*'] }];

/** Deliveries are counted until there are enough of them; then the other party settles. */
const LOOP: JsonObject = {
  language: 2,
  title: 'Deliveries',
  description: 'Deliveries until there are enough.',
  participants: [{ id: 'x' }, { id: 'y' }],
  actions: [
    {
      id: 1,
      sender: 'x',
      isStartingAction: true,
      dataSchemas: asks({ qty: num }),
      calculations: { total: { '+': [{ var: ['total', 0] }, { var: 'qty' }] }, sum: { '+': [{ var: 'runs.1.qty' }] } },
      disclosures: shown,
      routes: [
        { id: 'again', nextActionIds: [1], condition: { '<': [{ var: 'calc.total' }, 100] } },
        { id: 'enough', nextActionIds: [2], isDefault: true },
      ],
    },
    {
      id: 2,
      sender: 'y',
      dataSchemas: asks({ price: num }),
      calculations: { due: { '*': [{ var: 'act.1.total' }, { var: 'in.price' }] } },
      disclosures: [{ participantAddress: 'x', dataPointers: ['/*'] }],
      routes: [],
    },
  ],
};

function act(actionId: string, payload: Json, runs: readonly RunFacts[] = []): Result<Executed> {
  return execute({ definition: LOOP as unknown as Definition, actionId, payload, facts: { runs, time: {} } });
}

const codes = (found: Result<Executed>): Json => (isFailure(found) ? placesOf(found) : found.data);

describe('execute, language 2', () => {
  it('adds up what runs in force state, and nothing that a payload holds', () => {
    expect(isPublishable(checkBlueprint(LOOP))).to.equal(true);
    const first = act('1', { qty: 60 });
    expect(codes(first)).to.deep.equal({ qty: 60, total: 60, sum: 0 });
    expect(first).to.have.nested.property('decision.routeId', 'again');
    const runs = [{ txId: 'a', action: 1, data: { qty: 60, total: 60, sum: 0 } }];
    const second = act('1', { qty: 50 }, runs);
    expect(codes(second)).to.deep.equal({ qty: 50, total: 110, sum: 60 });
    expect(second).to.deep.include({ calculated: ['sum', 'total'] });
    expect(second).to.have.nested.property('decision.routeId', 'enough');
    expect(codes(act('1', { qty: 10, total: -500 }, runs))).to.deep.equal(['VAL_SCHEMA_007 /payload/total']);
    expect(codes(act('2', { price: 2, qty: 9 }, runs))).to.deep.equal(['VAL_SCHEMA_007 /payload/qty']);
  });

  it('takes facts from the action that states them, whatever another run says it knows', () => {
    const forged = { txId: 'b', action: 2, data: { total: 1_000_000, price: 1 } };
    const runs = [{ txId: 'a', action: 1, data: { qty: 110, total: 110 } }, forged];
    expect(codes(act('2', { price: 2 }, runs))).to.deep.equal({ price: 2, due: 220 });
  });

  it('is refused where an operand is not there, and where it is of another type', () => {
    expect(codes(act('2', { price: 2 }))).to.deep.equal(['LOGIC_ABSENT /actions/1/calculations/due']);
    const runs = [{ txId: 'a', action: 1, data: { total: '110' } }];
    expect(codes(act('2', { price: 2 }, runs))).to.deep.equal(['LOGIC_TYPE /actions/1/calculations/due']);
    expect(codes(act('1', { qty: 'many' }))).to.deep.equal(['VAL_SCHEMA_004 /payload/qty']);
    expect(codes(act('3', {}))).to.deep.equal(['VAL_SCHEMA_003 /actionId']);
    expect(codes(act('1', []))).to.deep.equal(['VAL_SCHEMA_004 /payload']);
  });

  it('reads by a short name the run before in the calculation of that member, and this one elsewhere', () => {
    const calculations = {
      total: { '+': [{ var: ['total', 0] }, { var: 'qty' }] },
      twice: { '*': [{ var: 'total' }, 2] },
    };
    for (const names of [
      ['total', 'twice'],
      ['twice', 'total'],
    ] as const) {
      const [first, ...others] = LOOP.actions as readonly JsonObject[];
      const ordered = Object.fromEntries(names.map((name) => [name, calculations[name]]));
      const action = { ...first, calculations: ordered };
      const definition = { ...LOOP, actions: [action, ...others] } as unknown as Definition;
      const runs = [{ txId: 'a', action: 1, data: { qty: 60, total: 60, twice: 120 } }];
      const found = execute({ definition, actionId: '1', payload: { qty: 1 }, facts: { runs, time: {} } });
      expect(codes(found), names.join()).to.deep.equal({ qty: 1, total: 61, twice: 122 });
    }
  });

  it('compares and adds by the types of its schemas, with the constants of the definition', () => {
    const price = { type: 'string', format: 'decimal', 'x-scale': 2 };
    const definition: JsonObject = {
      language: 2,
      title: 'Fee',
      description: 'A fee by a table.',
      currencies: { EUR: 2 },
      calendars: { de: { weekend: [6, 7], holidays: ['2026-12-25'] } },
      tables: {
        fee: {
          inputs: [{ ...price, 'x-minimum': '0.00' }],
          hit: 'unique',
          rows: [
            { when: [{ below: '100.00' }], [THEN]: '0.05' },
            { when: [{ from: '100.00' }], [THEN]: '0.03' },
          ],
          output: { ...price },
        },
      },
      participants: [{ id: 'x' }, { id: 'y' }],
      actions: [
        {
          id: 1,
          sender: 'x',
          isStartingAction: true,
          dataSchemas: asks({ price, due: { type: 'string', format: 'date' } }),
          calculations: {
            rate: { table: ['fee', { var: 'price' }] },
            fee: { money: [{ '*': [{ var: 'price' }, { var: 'calc.rate' }] }, 'EUR', 'half-even'] },
            days: { workdaysBetween: ['2026-12-23', { var: 'due' }, 'de'] },
            dear: { '>': [{ var: 'price' }, '99.99'] },
          },
          disclosures: shown,
          routes: [{ id: 'r', nextActionIds: [], condition: { '<': [{ var: 'price' }, 9.5] }, end: true }],
        },
      ],
    };
    expect(checkBlueprint(definition)).to.deep.equal([]);
    const found = (payload: JsonObject) =>
      execute({
        definition: definition as unknown as Definition,
        actionId: '1',
        payload,
        facts: { runs: [], time: {} },
      });
    const due = '2026-12-29';
    const dear = found({ price: '100.10', due });
    expect(codes(dear)).to.deep.equal({
      price: '100.10',
      due,
      rate: '0.03',
      fee: { amount: '3.00', currency: 'EUR' },
      days: 3,
      dear: true,
    });
    // As a text "100.10" stands before "9.5".
    expect(dear).to.have.nested.property('decision.reasonCode', 'NoRoute');
    expect(found({ price: '9.10', due })).to.have.nested.property('decision.routeId', 'r');
  });

  it('names the member that was meant', () => {
    const found = issueOf(act('1', { qtty: 1, qty: 1 }));
    expect(found).to.have.property('message', 'No data schema of this action declares qtty: did you mean qty.');
  });

  it('says what it calculated where that is beyond its bound, and no value of the payload', () => {
    const bound = { total: { type: 'integer', maximum: 50 }, qty: { type: 'integer', maximum: 70 } };
    const [first, second] = LOOP.actions as readonly JsonObject[];
    const dataSchemas = [{ type: 'object', properties: bound, required: ['qty'] }];
    const definition = { ...LOOP, actions: [{ ...first, dataSchemas }, second] } as unknown as Definition;
    const told = execute({ definition, actionId: '1', payload: { qty: 80 }, facts: { runs: [], time: {} } });
    const said = (told as Failure).issues.map(({ path, message }) => `${path} ${message}`);
    expect(said.find((one) => one.startsWith('/payload/total'))).to.contain('It was calculated as 80.');
    expect(said.find((one) => one.startsWith('/payload/qty'))).to.not.contain('80');
  });
});
