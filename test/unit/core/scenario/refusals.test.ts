// Refusals that a scenario expects: by their code, and by the place that they name.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { readScenarios, type Scenario } from '../../../../core/scenario/form.js';
import { runScenario } from '../../../../core/scenario/run.js';
import { good } from '../../../support/base/good.js';
import { issueOf } from '../../../support/base/results.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';

const whole = { type: 'integer' };
const definition = definitionOf([
  { ...asks({ price: whole }), ...shows({ y: ['*'] }), ...to(2) },
  { sender: 'y', ...asks({ qty: whole }), ...shows({ x: ['*'] }), ...to() },
]) as unknown as Definition;

/** Problems by number of their step. */
function problems(steps: readonly JsonObject[]): readonly string[] {
  const [scenario] = good(readScenarios([{ name: 'x', steps }] as Json));
  const { steps: walked } = runScenario(definition, scenario as Scenario);
  return walked.flatMap(({ step, problems: found }) => found.map((one) => `${step}: ${one}`));
}

describe('refusals in scenarios', () => {
  it('knows a refusal by its place too, where one code has many reasons', () => {
    const lacking = (refused: Json) => [
      { action: 1, payload: { price: 5 } },
      { action: 2, payload: {}, expect: { refused } },
    ];
    expect(problems(lacking({ code: 'VAL_SCHEMA_004', at: '/payload/qty' }))).to.deep.equal([]);
    const found = "found VAL_SCHEMA_004 at /payload/qty: The payload breaks the schema: must have the member 'qty'.";
    expect(problems(lacking({ code: 'VAL_SCHEMA_004', at: '/payload/fee' }))).to.deep.equal([
      `2: expected VAL_SCHEMA_004 at /payload/fee, ${found}`,
    ]);
    expect(problems(lacking({ code: 'VAL_SCHEMA_004', at: '' }))).to.deep.equal([
      `2: expected VAL_SCHEMA_004, ${found}`,
    ]);
    expect(problems(lacking({ code: 'VAL_SCHEMA_007', at: '/payload/qty' }))).to.deep.equal([
      `2: expected VAL_SCHEMA_007 at /payload/qty, ${found}`,
    ]);
    const sealed = [{ action: 1, payload: { price: 5 }, expect: { refused: { code: 'VAL_BP_001', at: '/header' } } }];
    expect(problems(sealed)).to.deep.equal([
      '1: expected it to be refused with VAL_BP_001 at /header, and it was sealed',
    ]);
    for (const wrong of [{ code: 'VAL_BP_001' }, { code: 'VAL_BP_001', at: 'payload' }, { code: 'x', at: '' }, 7])
      expect(issueOf(readScenarios([{ name: 'x', steps: lacking(wrong) }])), JSON.stringify(wrong)).to.include({
        code: 'SCENARIO_INVALID',
      });
  });
});
