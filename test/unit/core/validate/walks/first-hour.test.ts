// The scripts of the newcomer's review that showed a defect of workflows (mini, acc, tiny), in language 2: what hung
// goes on or is refused before it is published, and what a payload could override is its own member or none.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { execute } from '../../../../../core/blueprint/execution/execute.js';
import { openBranches, waitsFor } from '../../../../../core/blueprint/instance/branches.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { codesOf } from '../../../../support/base/results.js';
import {
  asks,
  definitionOf,
  findingsOf,
  found,
  read,
  shows,
  to,
} from '../../../../support/definitions/short-definitions.js';
import { FlowLedger, definitionOf as flowOf } from '../../../../support/register/flow-ledger.js';
import { netFrom } from '../../flow/nets.js';

const errors = (definition: JsonObject): readonly string[] =>
  findingsOf(definition).flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));

const integer = { type: 'integer' };

describe('the first hour, again', () => {
  /** Does what waits until nothing does; `back` says how an action goes back the first time. */
  function played(
    text: Readonly<Record<number, string>>,
    back: Readonly<Record<number, number | 'rejection'>>,
  ): string {
    const definition = flowOf(netFrom(text));
    const at = new FlowLedger(definition);
    const plan = planOf(at.definition);
    at.take({ action: 1, by: 0, previous: undefined });
    const done = new Set<number>();
    for (let step = 0; step < 20 && at.instance.state === 'Active'; step++) {
      const ready = openBranches(at.instance).find((one) => waitsFor(at.instance, plan, one).length === 0);
      if (!ready) return 'nobody can act';
      const { actionId: action, txId: previous } = ready;
      const outcomes = at.definition.actions.find(({ id }) => id === action)?.routes?.length ?? 1;
      const by = done.has(action) ? outcomes - 1 : (back[action] ?? outcomes - 1);
      done.add(action);
      at.take({ action, by, previous });
    }
    return at.instance.state;
  }

  it('a rejection to a join opens it again, and the instance comes to its end', () => {
    expect(played({ 1: '2+3', 2: '4', 3: '4', 4: '5 <2,3', 5: '!4' }, { 5: 'rejection' })).to.equal('Completed');
  });

  it('a route back to a join opens it again', () => {
    expect(played({ 1: '2+3', 2: '4', 3: '4', 4: '5 <2,3', 5: '4 | -' }, { 5: 0 })).to.equal('Completed');
  });

  it('a join behind exclusive routes is refused before it is published', () => {
    const definition = {
      ...flowOf(netFrom({ 1: '2 | 3', 2: '4', 3: '4', 4: '<2,3' })),
      description: 'Exclusive ways.',
    };
    expect(errors(definition)).to.include('BP_DEADLOCK');
  });

  it('an operand that its sender does not see, and one that no role has, are refused before they are published', () => {
    const codes = (name: string, path: string) =>
      found([
        { ...asks({ price: integer }), ...to(2) },
        {
          sender: 'y',
          ...asks({ own: integer }),
          calculations: { fee: { '*': [read(name), 2] } },
          publicRoute: true,
          routes: [
            { id: 'q', nextActionIds: [1], condition: { '>': [read(path), 100] } },
            { id: 'e', nextActionIds: [], isDefault: true },
          ],
        },
      ]).map((one) => one.split(' ').slice(0, 2).join(' '));
    expect(codes('price', 'own')).to.include('E BP_READ_UNDISCLOSED');
    expect(codes('own', 'pirce')).to.include('E BP_NAME_UNKNOWN');
  });

  it('a total that a user types himself is refused, and a running total is that of the run before', () => {
    const total = { '+': [{ var: ['total', 0] }, read('qty')] };
    const loop = [
      { id: 'r', nextActionIds: [1], condition: { '<': [read('calc.total'), 100] } },
      { id: 'e', nextActionIds: [], isDefault: true },
    ];
    const definition = definitionOf([
      { ...asks({ qty: integer }), calculations: { total }, ...shows({ y: ['*'] }), routes: loop },
    ]);
    expect(errors(definition)).to.deep.equal([]);
    const made = (payload: JsonObject) =>
      execute({
        definition: definition as unknown as Definition,
        actionId: '1',
        payload,
        facts: { runs: [{ txId: 'a', action: 1, data: { qty: 60, total: 60 } }], time: {} },
      });
    const forged = made({ qty: 10, total: -500 });
    expect(codesOf(forged)).to.deep.equal(['VAL_SCHEMA_007']);
    const honest = made({ qty: 10 });
    expect(!isFailure(honest) && honest.data).to.deep.equal({ qty: 10, total: 70 });
  });

  it('a payload with a member of another action does not escape the second approval', () => {
    const definition = definitionOf([
      { ...asks({ amount: integer }), ...shows({ y: ['amount'] }), ...to(2) },
      {
        sender: 'y',
        ...asks({ note: { type: 'string' } }),
        publicRoute: true,
        routes: [
          { id: 'big', nextActionIds: [3], condition: { '>': [read('amount'), 1000] } },
          { id: 'small', nextActionIds: [], isDefault: true },
        ],
      },
      { ...asks({}) },
    ]);
    const made = (payload: JsonObject) =>
      execute({
        definition: definition as unknown as Definition,
        actionId: '2',
        payload,
        facts: { runs: [{ txId: 'a', action: 1, data: { amount: 50_000 } }], time: {} },
      });
    const forged = made({ note: 'ok', amount: 1 });
    expect(codesOf(forged)).to.deep.equal(['VAL_SCHEMA_007']);
    const honest = made({ note: 'ok' });
    expect(!isFailure(honest) && honest.decision.nextActions.map(({ actionId }) => actionId)).to.deep.equal([3]);
  });
});
