// The roles that may state each member: what schemas declare however they say it, calculated names, members of others,
// and names that a rule reads.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { Action, DataSchema, Definition } from '../../../../../core/blueprint/definition/types.js';
import { type Executed, execute } from '../../../../../core/blueprint/execution/execute.js';
import { type NameStanding, operandsOf, statementsOf } from '../../../../../core/blueprint/names/statements.js';
import { issuesOf } from '../../../../support/results.js';

function definition(...actions: readonly Partial<Action>[]): Definition {
  return {
    title: 'T',
    participants: [{ id: 'x' }, { id: 'y' }],
    actions: actions.map((action, i) => ({ id: i + 1, sender: i % 2 === 0 ? 'x' : 'y', ...action })),
  };
}

const number = (...names: readonly string[]): DataSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
});
const reads = (name: string) => [{ nextActionIds: [], condition: { '>': [{ var: name }, 1] } }];

function standing(of: Definition, id: number, name: string): NameStanding {
  return statementsOf(of, of.actions[id - 1] as Action).standingOf(name);
}

/** Members that the action may not state. */
function refused(of: Definition, id: number, payload: JsonObject, previous: JsonObject = {}): readonly string[] {
  return operandsOf(of, of.actions[id - 1] as Action, { previous, payload }).refused.map(({ path }) => path);
}

describe('blueprint: the roles that may state a member', () => {
  it('finds what a schema declares at its root, however it says it', () => {
    const schema: Json = {
      $ref: '#/$defs/base',
      $defs: { base: { properties: { a: {} }, allOf: [{ $ref: '#/$defs/more' }] }, more: { properties: { b: {} } } },
      anyOf: [{ properties: { c: {} } }, { oneOf: [{ required: ['d'] }] }],
      if: { properties: { e: {} } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { properties: { f: {} } },
      else: { dependentRequired: { g: ['h'] } },
      dependentSchemas: { i: { properties: { j: {} } } },
      patternProperties: { '^line_[0-9]+$': {} },
      not: { properties: { z: {} } },
    };
    const two = definition({ dataSchemas: [schema] }, { dataSchemas: [number('z', 'line_7')] });
    for (const name of 'abcdefghij') expect(standing(two, 1, name), name).to.equal('own');
    for (const name of 'abcdefghij') expect(standing(two, 2, name), name).to.equal('foreign');
    expect(standing(two, 1, 'z')).to.equal('foreign');
    expect([standing(two, 1, 'line_8'), standing(two, 2, 'line_8')]).to.deep.equal(['own', 'free']);
    expect(standing(two, 1, 'line_7'), 'a pattern takes no name of another action').to.equal('foreign');
  });

  it('does not take inherited names or open roots for a declaration', () => {
    const two = definition(
      { dataSchemas: [{ type: 'object', additionalProperties: { type: 'number' } }, true] },
      { dataSchemas: [number('amount')], calculations: { total: { var: 'amount' } } },
    );
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect(standing(two, 1, name), name).to.equal('free');
      expect(standing(two, 2, name), name).to.equal('free');
    }
    expect(refused(two, 1, { amount: 1, total: 2, note: 3 })).to.deep.equal(['/payload/amount', '/payload/total']);
    expect(refused(two, 2, { amount: 1, total: 2 })).to.deep.equal(['/payload/total']);
    expect(refused(two, 1, JSON.parse('{"__proto__": 1, "a/b~": 2}'))).to.deep.equal([]);
  });

  it('an open schema lets no role override what an earlier party stated', () => {
    const approval = definition(
      { dataSchemas: [number('amount')], routes: [{ nextActionIds: [2] }] },
      { dataSchemas: [{ type: 'object', properties: { note: {} } }], routes: reads('amount') },
      {},
    );
    const given = { payload: { note: 'ok', amount: 1 }, previous: { amount: 50_000 } };
    const { data, refused: found } = operandsOf(approval, approval.actions[1] as Action, given);
    expect(data).to.deep.equal({ note: 'ok', amount: 50_000 });
    expect(found.map(({ code }) => code)).to.deep.equal(['VAL_SCHEMA_007']);
    const alone = execute({ definition: approval, actionId: '2', ...given, payload: { note: 'ok' } }) as Executed;
    expect(alone.decision.reasonCode).to.equal('ConditionMatched');
  });

  it('a running total starts from what is on the ledger and from nothing that was typed', () => {
    const total = { '+': [{ var: ['total', 0] }, { var: 'qty' }] };
    const loop = definition({ dataSchemas: [number('qty', 'total')], calculations: { total } });
    const run = (payload: JsonObject) =>
      execute({ definition: loop, actionId: '1', payload, previous: { total: 60 } }) as Executed;
    expect(run({ qty: 10 }).data).to.deep.equal({ qty: 10, total: 70 });
    expect(issuesOf(run({ qty: 10, total: -500 }))).to.deep.equal([
      {
        code: 'VAL_SCHEMA_007',
        path: '/payload/total',
        message: 'total is calculated by this action: leave it out of the payload.',
      },
    ]);
  });

  it('a name that a rule reads and no action declares comes from actions without a form, or from the one that reads it', () => {
    const free = definition(
      {},
      { dataSchemas: [number('price')], routes: reads('ok') },
      { dataSchemas: [number('weight')] },
      { routes: reads('go') },
    );
    expect([1, 2, 3, 4].map((id) => standing(free, id, 'ok'))).to.deep.equal(['loose', 'loose', 'alien', 'loose']);
    expect([1, 4].map((id) => standing(free, id, 'go'))).to.deep.equal(['loose', 'own']);
    expect(standing(free, 3, 'note')).to.equal('free');
    expect(refused(free, 3, { ok: 2, note: 'any' })).to.deep.equal(['/payload/ok']);
    // Stated by another participant before: it stays.
    expect(refused(free, 2, { ok: 2 }, { ok: 1 })).to.deep.equal(['/payload/ok']);
    expect(refused(free, 2, { ok: 2 })).to.deep.equal([]);
    const action = free.actions[0] as Action;
    const again = { payload: { ok: 2 }, previous: { ok: 1 }, statedBy: () => 'x' };
    expect(operandsOf(free, action, again)).to.deep.equal({ data: { ok: 2 }, refused: [] });
  });

  it('a rule that reads everything leaves no name free', () => {
    const whole = definition({ dataSchemas: [number('a')] }, { calculations: { all: { var: '' } } });
    expect(standing(whole, 1, 'note')).to.equal('alien');
    expect(standing(whole, 2, 'note')).to.equal('own');
  });

  it('says at most so many, and never a name of any length', () => {
    const one = definition(
      { dataSchemas: [number('a')] },
      { dataSchemas: [number('b')], routes: reads('x'.repeat(500)) },
    );
    const found = operandsOf(one, one.actions[0] as Action, {
      previous: {},
      payload: { ['x'.repeat(500)]: 1 },
    }).refused;
    expect(found[0]?.message.length).to.be.below(250);
    const names = Array.from({ length: 200 }, (_, i) => `n${i}`);
    const many = definition({ dataSchemas: [number(...names)] }, { dataSchemas: [number('b')] });
    expect(refused(many, 2, Object.fromEntries(names.map((name) => [name, 1])))).to.have.lengthOf(50);
  });
});
