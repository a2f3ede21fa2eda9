// Members of earlier actions that somebody states beside the data of one: which runs they are.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { earlierRuns } from '../../../../../core/blueprint/execution/earlier-runs.js';
import { asks, definitionOf, num, read } from '../../../../support/definitions/short-definitions.js';

const DEFINITION = definitionOf([
  { ...asks({ price: num, note: num }), calculations: { total: read('in.price') } },
  asks({ note: num }),
]) as unknown as Definition;

const runs = (earlier: JsonObject, definition = DEFINITION) =>
  earlierRuns(definition, earlier).map(({ action, data }) => [action, data]);

describe('core/blueprint/execution/earlier-runs', () => {
  it('are those of each action that declares a member of the name', () => {
    expect(runs({ price: 1, total: 2, other: 3 })).to.deep.equal([[1, { price: 1, total: 2 }]]);
    expect(runs({ note: 5 })).to.deep.equal([
      [1, { note: 5 }],
      [2, { note: 5 }],
    ]);
    expect(runs({})).to.deep.equal([]);
  });

  it('stand by the id of their action too, one or several, before a name that says the same', () => {
    expect(runs({ 1: { price: 1 } })).to.deep.equal([[1, { price: 1 }]]);
    expect(runs({ 1: [{ price: 1 }, { price: 2 }], note: 3 })).to.deep.equal([
      [1, { price: 1 }],
      [1, { price: 2 }],
      [2, { note: 3 }],
    ]);
    expect(runs({ 1: {}, 2: 7, 9: { price: 1 } })).to.deep.equal([
      [1, {}],
      [2, {}],
    ]);
    expect(earlierRuns(DEFINITION, { 1: [{}, {}] }).map(({ txId }) => txId)).to.deep.equal(['1.0', '1.1']);
  });

  it('are of a member that is called as an action where one is', () => {
    const digits = definitionOf([asks({ 2: num }), asks({ note: num })]) as unknown as Definition;
    expect(runs({ 2: 5 }, digits)).to.deep.equal([[1, { 2: 5 }]]);
  });
});
