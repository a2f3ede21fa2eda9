// Blueprints of language 1 made into language 2: what is certain is changed, proposals are told, and the rest is left
// to the author. The migrated templates go the ways that they went.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { migrated } from '../../../../../core/design/authoring/migrate.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { instantiate } from '../../../../../core/design/templates/template.js';
import type { Scenario } from '../../../../../core/scenario/form.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import { asks, definitionOf, num, read, to } from '../../../../support/language-2.js';
import { TEMPLATE_PATHS_1 } from '../../../../vectors/template-paths-1.js';
import { TEMPLATES_1, templateOf1 } from '../../../../vectors/templates-1/templates.js';

const blueprintOf = (id: string, parameters: JsonObject = {}): JsonObject =>
  instantiate(templateOf1(id) as never, parameters) as unknown as JsonObject;

/** Times are written in one way in language 2. */
function inUtc(payload: JsonObject): JsonObject {
  const text = JSON.stringify(payload);
  return JSON.parse(text, (_, value) => (/^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value));
}

/** As an author wrote it in language 1. */
function language1(actions: readonly JsonObject[], more?: JsonObject): JsonObject {
  const { language: _, ...rest } = definitionOf(actions, more);
  return rest;
}

const whole = { type: 'integer' };

const errors = (blueprint: JsonObject): readonly string[] =>
  migrated(blueprint).findings.flatMap(({ severity, code, location }) =>
    severity === 'error' ? [`${code} ${location}`] : [],
  );

describe('core/design/authoring/migrate', () => {
  it('makes the nine templates publishable, but for what their authors decide', () => {
    const left = TEMPLATES_1.flatMap(({ id }) => errors(blueprintOf(id)).map((one) => `${id}: ${one}`));
    expect(left).to.deep.equal(['health-referral: BP_TYPE /actions/2/calculations/patientShare/if']);
    for (const { id } of TEMPLATES_1) {
      const before = blueprintOf(id);
      const text = JSON.stringify(before);
      expect(migrated(before).document.language).to.equal(2);
      expect(JSON.stringify(before), 'the document that was given').to.equal(text);
    }
  });

  it('keeps their ways', () => {
    let walked = 0;
    for (const { template, name, parameters, steps, open } of TEMPLATE_PATHS_1) {
      const { document, findings } = migrated(blueprintOf(template, parameters));
      if (findings.some(({ severity }) => severity === 'error')) continue;
      const scenario = {
        name,
        steps: [
          ...steps.map(({ action, payload, rejected }) =>
            rejected ? { reject: action } : { action, payload: inUtc(payload) },
          ),
          { at: 'P1D', expect: { enabled: open } },
        ],
      };
      const result = runScenario(document as unknown as Definition, scenario as Scenario);
      expect(
        result.steps.flatMap(({ problems }) => problems),
        `${template}, ${name}`,
      ).to.deep.equal([]);
      walked++;
    }
    expect(walked).to.be.above(20);
  });

  it('names the member that a name read: its own, or a fact of all that state it', () => {
    const before = language1([
      { ...asks({ price: whole }), ...to(2) },
      {
        ...asks({ price: whole, total: whole }, ['total']),
        calculations: { total: { '+': [read('price'), 1] } },
        ...to(3),
      },
      { ...asks({ late: whole }, ['late']), calculations: { late: { '+': [read('price'), 1] } }, ...to() },
    ]);
    const { document, notes, findings } = migrated(before);
    expect(findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    const { actions, facts } = document as unknown as Definition;
    expect(actions[1]?.calculations).to.deep.equal({ total: { '+': [read('in.price'), 1] } });
    expect(actions[2]?.calculations).to.deep.equal({ late: { '+': [read('fact.price'), 1] } });
    expect(facts).to.deep.equal({ price: [1, 2] });
    expect(notes.map(({ location, message }) => `${location} ${message}`)).to.deep.equal([
      '/actions/1/calculations/total/+/0/var It reads in.price.',
      '/actions/2/calculations/late/+/0/var It reads fact.price.',
    ]);
  });

  it('proposes what an absent member counts as, closes payloads, ends branches, and states how a division rounds', () => {
    const open = { type: 'object', properties: { a: num, b: { type: 'string' } }, additionalProperties: true };
    const before = language1([
      {
        dataSchemas: [open],
        calculations: { c: { '+': [read('a'), 1] }, d: { cat: [read('b'), 'x'] }, e: { '/': [1, 3] } },
        routes: [{ id: 'big', nextActionIds: [2], condition: { '>': [read('a'), 5] } }],
      },
      to(),
    ]);
    expect(checkBlueprint(before).filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    const { document, findings } = migrated(before);
    expect(findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    const [first] = (document as unknown as Definition).actions;
    expect(first?.dataSchemas).to.deep.equal([{ type: 'object', properties: { a: num, b: { type: 'string' } } }]);
    expect(first?.calculations).to.deep.equal({
      c: { '+': [{ var: ['a', 0] }, 1] },
      d: { cat: [{ var: ['b', ''] }, 'x'] },
      e: { div: [1, 3, 6, 'half-even'] },
    });
    expect(first?.routes?.[0]).to.deep.include({ end: true, condition: { '>': [{ var: ['a', 0] }, 5] } as Json });
  });

  it('leaves to the author what it cannot know', () => {
    const hidden = language1([
      { ...asks({ secret: num }), ...to(2) },
      { sender: 'y', ...asks({}), calculations: { x: { '+': [read('secret'), 1] } }, ...to() },
    ]);
    expect(errors(hidden)).to.include('BP_READ_UNDISCLOSED /actions/1/calculations/x/+/0/var');
  });
});
