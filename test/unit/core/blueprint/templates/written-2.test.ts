// The templates written in language 2, and those that need it: each is a good template, walks its documented paths and its scenarios as a register judges
// them, and its control flow is checked in a moment.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { RULES_LATEST } from '../../../../../core/base/version.js';
import { checkBlueprint, checkExecution } from '../../../../../core/blueprint/check.js';
import { checkDefinition } from '../../../../../core/blueprint/conformance.js';
import { netOf } from '../../../../../core/blueprint/net-of.js';
import { planOf } from '../../../../../core/blueprint/plan.js';
import { checkTemplate, instantiate, type Template } from '../../../../../core/blueprint/template.js';
import type { Definition } from '../../../../../core/blueprint/types.js';
import { checkSoundness } from '../../../../../core/flow/soundness.js';
import { readScenarios, type Scenario } from '../../../../../core/scenario/form.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import { TEMPLATE_PATHS_2 } from '../../../../vectors/template-paths-2.js';
import { TEMPLATES } from '../../../../vectors/templates-2/shipped.js';

const SCENARIOS = 'test/vectors/template-scenarios';
const json = (value: unknown): Json => value as Json;

function definitionOf(id: string, parameters: JsonObject = {}): Definition {
  const made = instantiate(TEMPLATES.find((one) => one.id === id) as Template, parameters);
  expect(Array.isArray(made), JSON.stringify(made).slice(0, 500)).to.equal(false);
  return made as Definition;
}

/** Meant so: circles, credentials that an issuer reads, notes for oneself, and the word of the authority on a licence. */
const MEANT: readonly RegExp[] = [
  /^BP_CYCLE /,
  /^BP_MEMBER_UNREAD .*\/credentialIssuanceConfig /,
  /^BP_DATA_UNREAD .* \/(bankReference|inspector|budget|internalNote|costCentre|stockLocation|pingNote|pongNote) of action/,
  /^BP_UNCHECKED .* Nobody but authority can check /,
  // What the officer opened is its word; each bidder knows its own price.
  /^BP_UNCHECKED .* Nobody but officer can check prices /,
];

function unmeant(blueprint: Json): readonly string[] {
  return checkBlueprint(blueprint)
    .map(({ code, location, message }) => `${code} ${location} ${message}`)
    .filter((text) => !MEANT.some((one) => one.test(text)));
}

function problemsOf(definition: Definition, scenario: Scenario): readonly string[] {
  const { steps, passed } = runScenario(definition, scenario);
  const problems = steps.flatMap(({ step, problems: found }) => found.map((one) => `${step}: ${one}`));
  return passed ? problems : [...problems, 'it did not pass'];
}

describe('the templates of language 2', () => {
  for (const template of TEMPLATES) {
    const { id, examples } = template;
    it(`${id} is a good template, and each example is one that may be published`, () => {
      expect(checkTemplate(json(template))).to.deep.equal([]);
      expect(JSON.parse(JSON.stringify(template))).to.deep.equal(template);
      for (const { parameters } of [{ parameters: {} }, ...examples]) {
        const blueprint = json(definitionOf(id, parameters));
        expect(unmeant(blueprint)).to.deep.equal([]);
        expect((blueprint as JsonObject).language).to.equal(2);
        expect(checkExecution(blueprint, RULES_LATEST)).to.deep.equal([]);
        expect(checkDefinition(blueprint, 'any')).to.deep.equal([]);
      }
    });

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
  }

  for (const { template, name, parameters, steps, open, hidden } of TEMPLATE_PATHS_2)
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
        !TEMPLATE_PATHS_2.some(({ template }) => template === id),
    ).map(({ id }) => `${id}.scenarios.json`);
    expect(files).to.deep.equal(needing.sort());
  });
});
