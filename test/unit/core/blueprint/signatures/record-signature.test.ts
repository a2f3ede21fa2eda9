// Records that rules make, in a definition: compared with what a schema says of them, member by member; read by other
// rules and by timers; bounded where their types come to themselves.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { execute } from '../../../../../core/blueprint/execution/execute.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';

/** A member that a linter takes for a promise. */
const THEN = 'then';
const AMOUNT: JsonObject = { type: 'string', format: 'decimal', 'x-scale': 2 };
const SPLIT: JsonObject = {
  type: 'object',
  properties: { net: AMOUNT, tax: AMOUNT, due: { type: 'string', format: 'date' } },
  required: ['net', 'tax'],
};

function definitionOf(calculations: JsonObject, properties: JsonObject = {}, second: JsonObject = {}): Definition {
  const first = {
    ...{ id: 1, sender: 'a', isStartingAction: true, calculations },
    dataSchemas: [
      {
        type: 'object',
        properties: {
          gross: AMOUNT,
          days: { type: 'integer' },
          sent: { type: 'string', format: 'date' },
          ...properties,
        },
        required: ['gross', 'days', 'sent'],
      },
    ],
    disclosures: [{ participantAddress: 'b', dataPointers: ['/*'] }],
    routes: [{ id: 'on', nextActionIds: [2] }],
  };
  return {
    ...{ language: 2, title: 'Split', description: 'An amount in parts.', participants: [{ id: 'a' }, { id: 'b' }] },
    cancellation: { by: ['opener'] },
    calendars: { bank: { weekend: [6, 7], holidays: ['2026-12-25'] } },
    actions: [first, { id: 2, sender: 'b', ...second }],
  } as unknown as Definition;
}

const saidOf = (definition: Definition): readonly string[] =>
  checkBlueprint(definition as unknown as Json).map(({ code, location, message }) => `${code} ${location} ${message}`);

function dataOf(definition: Definition, payload: JsonObject): JsonObject {
  const found = execute({ definition, actionId: '1', payload, facts: { runs: [], time: {} } });
  return isFailure(found) ? { code: found.issue.code } : found.data;
}

const PAYLOAD = { gross: '119.00', days: 3, sent: '2026-12-23' };
const TAX: Json = { round: [{ '*': [{ var: 'in.gross' }, 0.19] }, 2, 'half-up'] };

describe('records that rules make', () => {
  it('are what the schema says, and read by other rules', () => {
    const calculations = {
      split: { record: ['net', { var: 'in.gross' }, 'tax', TAX] },
      sum: { '+': [{ var: 'calc.split.net' }, { var: 'calc.split.tax' }] },
      rows: { map: [[1, 2], { record: ['no', { var: 'item' }, 'net', { var: 'in.gross' }] }] },
    };
    const definition = definitionOf(calculations, { split: SPLIT });
    expect(saidOf(definition)).to.deep.equal([]);
    expect(dataOf(definition, PAYLOAD)).to.deep.include({
      split: { net: '119.00', tax: '22.61' },
      sum: '141.61',
      rows: [
        { no: 1, net: '119.00' },
        { no: 2, net: '119.00' },
      ],
    });
  });

  it('have members that rules read, also where no schema names them', () => {
    const split = { record: ['net', { var: 'in.gross' }, 'more', { record: ['tax', TAX] }] };
    const sum = { '+': [{ var: 'calc.split.net' }, { var: 'calc.split.more.tax' }] };
    const definition = definitionOf({ split, sum });
    expect(saidOf(definition)).to.deep.equal([]);
    expect(dataOf(definition, PAYLOAD)).to.deep.include({ sum: '141.61' });
    const [wrong, ...more] = saidOf(definitionOf({ split, sum: { var: 'calc.split.more.taxx' } }));
    expect(more).to.deep.equal([]);
    expect(wrong).to.match(/^BP_NAME_UNKNOWN .*split\.more of action 1 declares no member taxx\. Did you mean tax\?/);
    // The record of a timer need not have the members that the rule gives.
    const timed = (data: JsonObject) => {
      const late = { id: 'late', after: 'P2D', [THEN]: { nextActionIds: [] }, data: { ...PAYLOAD, ...data } };
      const rule = { total: { '+': [{ var: 'act.1.split.net' }, 1] } };
      const { actions, ...rest } = definitionOf({ split }, {}, { calculations: rule });
      const first = { ...actions[0], timers: [late] };
      return saidOf({ ...rest, actions: [first, actions[1]] } as unknown as Definition).join('\n');
    };
    expect(timed({ split: { net: '1.00' } })).to.not.contain('BP_READ_MAYBE_ABSENT');
    expect(timed({ split: {} })).to.contain('BP_READ_MAYBE_ABSENT');
  });

  it('are refused where a member can never be what the schema says', () => {
    const cases: readonly (readonly [Json, RegExp])[] = [
      [{ record: ['net', { var: 'in.gross' }] }, /whose member tax is missing: the schema requires it\.$/],
      [
        { record: ['net', { var: 'in.days' }, 'tax', TAX] },
        /whose member net is integer and not decimal\(2\): write \{"round": \[rule, 2, "half-even"\]\}/,
      ],
      [{ record: ['net', 1.5, 'tax', TAX] }, /whose member net is decimal\(1\) and not decimal\(2\): write \{"round"/],
      [
        { record: ['net', { var: 'in.gross' }, 'tax', TAX, 'due', '2026-12-24'] },
        /whose member due is text and not date: write \{"date": text\}/,
      ],
    ];
    for (const [rule, words] of cases) {
      const said = saidOf(definitionOf({ split: rule }, { split: SPLIT }));
      expect(said.map((one) => one.split(' ', 2).join(' '))).to.deep.equal(['BP_TYPE /actions/0/calculations/split']);
      expect(said[0]).to.match(words);
    }
    const rows = { map: [[1], { record: ['net', { var: 'item' }, 'tax', TAX] }] };
    const [listed] = saidOf(definitionOf({ rows }, { rows: { type: 'array', items: SPLIT } }));
    expect(listed).to.match(/whose member \*\.net is integer and not decimal\(2\)/);
  });

  it('tell who writes rules into an object how it is done', () => {
    const said = saidOf(definitionOf({ split: { net: { var: 'in.gross' }, tax: TAX } }));
    expect(said).to.have.length(1);
    expect(said[0]).to.match(/^BP_TYPE .*\/calculations\/split\/net .*make it by \{"record": \["net", RULE/);
  });

  it('are soon looked through where their types come to themselves', () => {
    const wide = (of: Json): Json => ({ record: Array.from({ length: 40 }, (_, i) => [`m${i}`, of]).flat() });
    const calculations = {
      a: wide({ var: 'in.gross' }),
      ...Object.fromEntries(['b', 'c', 'd', 'e', 'f'].map((name, i) => [name, wide({ var: `calc.${'abcde'[i]}` })])),
      run: { reduce: [[1, 2], wide({ var: 'accumulator' }), { record: ['m0', 0] }] },
    };
    const node = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`m${i}`, { $ref: '#/$defs/n' }])),
    };
    const schema = { f: { $ref: '#/$defs/n' } };
    const definition = definitionOf(calculations, schema);
    const [first, second] = definition.actions as unknown as [JsonObject, JsonObject];
    const [dataSchema] = first.dataSchemas as unknown as [JsonObject];
    const actions = [{ ...first, dataSchemas: [{ ...dataSchema, $defs: { n: node } }] }, second];
    const begun = process.cpuUsage();
    checkBlueprint({ ...definition, actions } as unknown as Json);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1000).to.be.lessThan(1500);
  });
});

describe('working days of data', () => {
  const due = { workdaysAdd: [{ var: 'in.sent' }, { var: 'in.days' }, 'bank'] };
  const second = {
    timers: [{ id: 'late', at: { var: 'act.1.due' }, [THEN]: { nextActionIds: [] } }],
    disclosures: [{ participantAddress: 'a', dataPointers: ['/*'] }],
  };

  it('are a date that a timer waits for', () => {
    const definition = definitionOf({ due }, {}, second);
    expect(saidOf(definition).filter((one) => !one.startsWith('BP_TIMER_PUBLIC'))).to.deep.equal([]);
    expect(dataOf(definition, PAYLOAD)).to.deep.include({ due: '2026-12-29' });
  });

  it('are checked when the blueprint is: the calendar, and the kind of the number', () => {
    const other = { workdaysAdd: [{ var: 'in.sent' }, { var: 'in.gross' }, 'town'] };
    const said = saidOf(definitionOf({ due: other }, {}, second));
    expect(said.join('\n')).to.match(/a whole number as value 2, and in.gross is decimal\(2\)/);
    expect(said.join('\n')).to.match(/takes as value 3 the name of a calendar/);
  });
});
