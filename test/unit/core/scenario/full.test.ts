// Full instances in scenarios: a role is taken to have made all of its moves, and others end what cannot go on.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { readScenarios, type Scenario } from '../../../../core/scenario/form.js';
import { runScenario } from '../../../../core/scenario/run.js';
import { issuesOf } from '../../../support/base/results.js';
import { asks, definitionOf, to } from '../../../support/definitions/short-definitions.js';

const num = { type: 'integer' };
const AGAIN = {
  routes: [
    { id: 'again', nextActionIds: [2], condition: { '==': [{ var: 'in.n' }, 0] } },
    { id: 'on', nextActionIds: [3], isDefault: true },
  ],
};
/** x begins, y goes round, z ends it; y may cancel until x has begun. */
const DEFINITION = {
  ...definitionOf([
    { ...asks({ n: num }), ...to(2) },
    { sender: 'y', ...asks({ n: num }), ...AGAIN },
    { sender: 'z', ...asks({ n: num }), ...to() },
  ]),
  participants: ['x', 'y', 'z'].map((id) => ({ id, walletAddress: `wallet of ${id}` })),
  cancellation: { by: ['y'], until: [1] },
};
const FIRST = { action: 1, payload: { n: 1 } };
const ROUND = { action: 2, payload: { n: 0 } };
const SPENT = { spend: 'y', expect: { enabled: [2] } };

function problems(steps: readonly JsonObject[], of: unknown = DEFINITION): readonly string[] {
  const scenario = { name: 'x', steps } as unknown as Scenario;
  expect(issuesOf(readScenarios([scenario] as unknown as Json))).to.deep.equal([scenario]);
  return runScenario(of as Definition, scenario).steps.flatMap(({ step, label, problems: found }) =>
    found.map((one) => `${step}, ${label}: ${one}`),
  );
}

const refused = (code: string) => ({ expect: { refused: code, state: 'Active' } });

describe('full instances of scenarios', () => {
  it('are ended by a party that did not fill them, after the time to cancel', () => {
    const full = { cancel: true, full: true };
    expect(
      problems([
        ...[FIRST, ROUND],
        { ...full, as: 'z', ...refused('VAL_BP_020') },
        { cancel: true, as: 'y', ...refused('VAL_BP_018') },
        SPENT,
        { ...ROUND, ...refused('VAL_BP_015') },
        { ...full, as: 'y', ...refused('VAL_BP_020') },
        // The definition alone would let y cancel, and it is too late for that.
        { cancel: true, as: 'y', ...refused('VAL_BP_018') },
        { ...full, as: 'z', expect: { state: 'Cancelled' } },
      ]),
    ).to.deep.equal([]);
    // A node says by itself that the instance is full.
    expect(problems([FIRST, SPENT, { cancel: true, as: 'x', expect: { state: 'Cancelled' } }])).to.deep.equal([]);
  });

  it('are full where nothing can go on alone', () => {
    const other = { spend: 'x', expect: { state: 'Active' } };
    const one = [FIRST, other, { cancel: true, full: true, as: 'z', ...refused('VAL_BP_020') }];
    expect(problems([...one, { ...ROUND, expect: { enabled: [2] } }])).to.deep.equal([]);
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: 'late', after: 'P2D', then: { nextActionIds: [3] } }];
    const [first, second, third] = (DEFINITION as unknown as { actions: readonly JsonObject[] }).actions;
    const timed = { ...DEFINITION, actions: [first, { ...second, timers }, third] };
    // Its timers have fired too, so that nothing waits for them.
    const silent = [FIRST, SPENT, { at: 'P3D', expect: { fired: [], enabled: [2] } }];
    expect(problems([...silent, { cancel: true, as: 'z', expect: { state: 'Cancelled' } }], timed)).to.deep.equal([]);
    // The role that makes the last move that a role may make ends the instance.
    const last = { action: 3, payload: { n: 1 }, expect: { state: 'Completed' } };
    expect(problems([FIRST, { action: 2, payload: { n: 1 } }, { spend: 'z' }, last])).to.deep.equal([]);
  });

  it('are of an open instance, and of a role that is there', () => {
    expect(problems([{ spend: 'y' }])).to.deep.equal(['1, spend the moves of y: no open instance is there']);
    expect(problems([FIRST, { spend: 'nobody' }])).to.deep.equal([
      '2, spend the moves of nobody: the definition has no role nobody: it has x, y, z',
    ]);
    expect(problems([FIRST, { cancel: true, full: true, as: 'z' }])[0]).to.match(
      /^2, cancel as full as z: .*VAL_BP_020/,
    );
    const invalid = (step: JsonObject) => JSON.stringify(readScenarios([{ name: 'x', steps: [step] }] as Json));
    expect(invalid({ action: 1, full: true })).to.contain('SCENARIO_INVALID');
    expect(invalid({ action: 1, spend: 'y' })).to.contain('SCENARIO_INVALID');
  });
});
