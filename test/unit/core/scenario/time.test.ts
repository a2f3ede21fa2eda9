// Scenarios with time and people: dates of the data, reminders, and candidates that reserve a role.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { readScenarios, type Scenario } from '../../../../core/scenario/form.js';
import { runScenario } from '../../../../core/scenario/run.js';
import { issuesOf } from '../../../support/base/results.js';
import { asks, definitionOf as language2, read, shows, to } from '../../../support/definitions/short-definitions.js';

/** Problems by number of their step, of a scenario that a file may hold. */
function problems(definition: unknown, steps: readonly JsonObject[]): readonly string[] {
  const scenario = { name: 'x', steps } as unknown as Scenario;
  expect(issuesOf(readScenarios([scenario] as unknown as Json))).to.deep.equal([scenario]);
  const result = runScenario(definition as Definition, scenario);
  return result.steps.flatMap(({ step, problems: found }) => found.map((one) => `${step}: ${one}`));
}

describe('scenarios with time and people', () => {
  it('fires a timer at the date that an action states', () => {
    const date = { type: 'string', format: 'date' };
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: 'over', at: { var: 'act.1.until' }, then: { nextActionIds: [] } }];
    const definition = language2([
      { ...asks({ until: date }), ...to(2) },
      { ...asks({ m: { type: 'integer' } }), timers, ...to() },
    ] as never);
    const begin = { action: 1, payload: { until: '2026-01-07' } };
    const early = { at: '2026-01-07T23:59:59Z', expect: { fired: [], enabled: [2] } };
    const late = { at: '2026-01-08T00:00:01Z', expect: { fired: ['over'], state: 'Completed' } };
    expect(problems(definition, [begin, early, late])).to.deep.equal([]);
    const never = { ...begin, payload: { until: '9999-12-31' }, expect: { state: 'Active' } };
    expect(problems(definition, [never])).to.deep.equal([]);
  });

  it('has candidates reserve a role, give it back and act in it, each with a wallet of its own', () => {
    const number = { type: 'integer' };
    const definition = language2(
      [
        { ...asks({ n: number }), ...shows({ y: ['n'] }), ...to(2) },
        {
          sender: 'y',
          ...asks({ m: number }),
          calculations: { twice: { '*': [read('act.1.n'), 2] } },
          ...to(3),
        },
        { sender: 'y', ...asks({ k: number }), ...to() },
      ],
      { participants: [{ id: 'x' }, { id: 'y', candidates: ['b', 'c'], claimFor: 'PT1H' }] },
    );
    const begin = { action: 1, payload: { n: 1 } };
    const claim = { claim: 2, as: 'b' };
    const act = { action: 2, payload: { m: 2 } };
    const done = { ...act, expect: { fields: { twice: 2 } } };
    const refused = (code: string) => ({ expect: { refused: code } });
    const steps = [
      begin,
      claim,
      { ...act, as: 'c', ...refused('VAL_BP_002') },
      { ...act, ...refused('VAL_BP_002') },
      { claim: 2, as: 'c', ...refused('VAL_FLOW_006') },
      { release: 2, as: 'c', ...refused('VAL_FLOW_006') },
      { release: 2, as: 'b' },
      { ...done, as: 'c' },
      { action: 3, as: 'b', payload: { k: 1 }, ...refused('VAL_BP_002') },
      { action: 3, as: 'c', payload: { k: 1 }, expect: { state: 'Completed' } },
    ];
    expect(problems(definition, steps)).to.deep.equal([]);
    // It lapses, and who let it lapse acts at once but reserves it later.
    const late = { at: 'PT2H', expect: { enabled: [2] } };
    const again = { claim: 2, as: 'b', at: 'PT30M', ...refused('VAL_FLOW_006') };
    expect(problems(definition, [begin, claim, { ...claim, at: 'PT90M', ...refused('VAL_FLOW_006') }])).to.deep.equal(
      [],
    );
    expect(problems(definition, [begin, claim, late, { ...again, expect: {} }])).to.deep.equal([]);
    expect(problems(definition, [begin, { claim: 2, as: 'stranger' }])[0]).to.contain('no role stranger');
  });

  it('tells which timers reminded while time passed', () => {
    const timers = [
      { id: 'nudge', after: 'P2D', every: 'P1D', times: 3, remind: ['z'] },
      { id: 'lead', after: 'P3D', remind: ['x'] },
      // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
      { id: 'end', after: 'PT100H', then: { nextActionIds: [] } },
    ];
    const definition = language2([
      { ...asks({ n: { type: 'integer' } }), ...to(2) },
      { sender: 'z', ...asks({ m: { type: 'integer' } }), timers, ...to() },
    ] as never);
    const begin = { action: 1, payload: { n: 1 } };
    const early = { at: 'P2D', expect: { reminded: [] } };
    const late = { at: 'PT30H', expect: { reminded: ['nudge', 'nudge', 'lead'], fired: [] } };
    const over = { at: 'P9D', expect: { reminded: ['nudge'], fired: ['end'], state: 'Completed' } };
    expect(problems(definition, [begin, early, late, over])).to.deep.equal([]);
    const done = { action: 2, payload: { m: 1 }, at: 'PT50H', expect: { reminded: ['lead'] } };
    expect(problems(definition, [begin, done])).to.deep.equal(['2: expected reminded ["lead"], found ["nudge"]']);
  });
});
