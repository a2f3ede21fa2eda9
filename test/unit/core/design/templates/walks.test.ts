// The shipped templates walk their documented paths and their scenarios as a register judges them, and their control
// flow is checked in a moment.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { netOf } from '../../../../../core/blueprint/plan/net-of.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { instantiate, type Template } from '../../../../../core/design/templates/template.js';
import { checkSoundness } from '../../../../../core/flow/soundness.js';
import { readScenarios, type Scenario } from '../../../../../core/scenario/form.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import { TEMPLATE_PATHS } from '../../../../vectors/template-paths.js';

const SCENARIOS = 'test/vectors/template-scenarios';

function definitionOf(id: string, parameters: JsonObject = {}): Definition {
  const made = instantiate(TEMPLATES.find((one) => one.id === id) as Template, parameters);
  expect(isFailure(made), JSON.stringify(made).slice(0, 500)).to.equal(false);
  return made as Definition;
}

function problemsOf(definition: Definition, scenario: Scenario): readonly string[] {
  const { steps, passed } = runScenario(definition, scenario);
  const problems = steps.flatMap(({ step, problems: found }) => found.map((one) => `${step}: ${one}`));
  return passed ? problems : [...problems, 'it did not pass'];
}

describe('walks of the shipped templates', () => {
  for (const { id } of TEMPLATES)
    it(`the control flow of ${id} is checked within 10 ms`, () => {
      const net = netOf(planOf(definitionOf(id)).actions.values());
      const spent = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        expect(checkSoundness(net)).to.deep.equal([]);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      });
      // The least of five: the first compiles, and others may run beside it.
      expect(Math.min(...spent)).to.be.below(10);
    });

  for (const { template, name, parameters, steps, open, hidden } of TEMPLATE_PATHS)
    it(`walks ${template}, ${name}`, () => {
      const walked: Scenario = {
        name,
        steps: [
          ...steps.map(({ action, payload, gives, rejected }) =>
            rejected ? { reject: action } : { action, payload, ...(gives && { expect: { fields: gives } }) },
          ),
          // Before any timer: what is open then is open.
          { at: 'PT1H', expect: { enabled: open, waiting: [], hidden } },
        ],
      };
      expect(problemsOf(definitionOf(template, parameters), walked)).to.deep.equal([]);
    });

  const files = readdirSync(SCENARIOS);
  for (const file of files)
    it(`passes ${file}`, () => {
      const scenarios = readScenarios(JSON.parse(readFileSync(`${SCENARIOS}/${file}`, 'utf8')) as Json);
      const [id = ''] = file.split('.');
      for (const scenario of scenarios as readonly Scenario[])
        expect(problemsOf(definitionOf(id), scenario), scenario.name).to.deep.equal([]);
    });

  it('each with a timer, and each without a documented path, has scenarios', () => {
    const needing = TEMPLATES.filter(
      ({ id }) =>
        definitionOf(id).actions.some(({ timers = [] }) => timers.length > 0) ||
        !TEMPLATE_PATHS.some(({ template }) => template === id),
    ).map(({ id }) => `${id}.scenarios.json`);
    expect(files).to.deep.equal(needing.sort());
  });
});
