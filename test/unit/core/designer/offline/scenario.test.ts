// The usual way of a draft, with data that its schemas take: it walks templates that state patterns from start to end.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { instantiate, type Template } from '../../../../../core/design/templates/template.js';
import { scenarioOf } from '../../../../../core/designer/offline/scenario.js';
import { readScenarios, type Scenario } from '../../../../../core/scenario/form.js';
import { runScenario } from '../../../../../core/scenario/run.js';

describe('core/designer/offline: the usual way', () => {
  for (const id of ['construction-permit', 'customs-shipment', 'sealed-tender'])
    it(`walks ${id} to its end`, () => {
      const template = TEMPLATES.find((one) => one.id === id) as Template;
      const made = instantiate(template, {});
      if (isFailure(made)) throw new Error(made.issue.message);
      const read = readScenarios([scenarioOf(made as unknown as JsonObject, 'The usual way') as JsonObject]);
      if (isFailure(read)) throw new Error(read.issue.message);
      const { steps, passed, state } = runScenario(made as Definition, read[0] as Scenario);
      expect({ passed, state, problems: steps.flatMap(({ problems }) => problems) }).to.deep.equal({
        ...{ passed: true, state: 'Completed', problems: [] },
      });
    });
});
