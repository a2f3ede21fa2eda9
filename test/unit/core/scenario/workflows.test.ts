// Workflows that somebody wrote from docs/ alone, and the examples of docs/: each can be published, and its scenarios
// are walked as a file of them.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Json } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { checkBlueprint, isPublishable } from '../../../../core/design/check/check.js';
import { readScenarios, type Scenario } from '../../../../core/scenario/form.js';
import { runScenario } from '../../../../core/scenario/run.js';
import { good } from '../../../support/base/good.js';

const read = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'));

describe('workflows of authors', () => {
  const files = ['test/vectors/workflows', 'docs/examples'].flatMap((folder) =>
    readdirSync(folder).flatMap((file) => (file.endsWith('.scenarios.json') ? [`${folder}/${file}`] : [])),
  );

  for (const file of files) {
    const name = file.replace('.scenarios.json', '');
    it(`walks ${name}`, () => {
      const definition = read(`${name}.json`);
      expect(isPublishable(checkBlueprint(definition))).to.equal(true);
      const scenarios = good(readScenarios(read(file)));
      for (const scenario of scenarios) {
        expect(scenario, JSON.stringify(scenario)).to.have.property('steps');
        const { passed, steps } = runScenario(definition as unknown as Definition, scenario as Scenario);
        expect(
          steps.flatMap(({ step, problems }) => problems.map((one) => `${step}: ${one}`)),
          (scenario as Scenario).name,
        ).to.deep.equal([]);
        expect(passed).to.equal(true);
      }
    });
  }

  const examples = readdirSync('docs/examples').filter((file) => !file.endsWith('.scenarios.json'));
  for (const file of examples)
    it(`can publish the example ${file}, and explains where a route goes back, which its check warns of`, () => {
      const definition = read(`docs/examples/${file}`);
      expect(isPublishable(checkBlueprint(definition))).to.equal(true);
      const back = checkBlueprint(definition).filter(({ code }) => code === 'BP_DISPUTE_BACK');
      const { actions } = definition as unknown as Definition;
      const unsaid = back.filter(({ location }) => {
        const [, , action, , route] = location.split('/');
        return !actions[Number(action)]?.routes?.[Number(route)]?.description?.includes('is void and not');
      });
      expect(unsaid.map(({ message }) => message)).to.deep.equal([]);
    });
});
