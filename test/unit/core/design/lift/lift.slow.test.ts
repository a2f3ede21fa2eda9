// Blueprints of language 1 lifted to language 2: what is certain is changed, proposals are told, and the rest is left
// to the author. The lifted templates go the ways that they went.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { lift } from '../../../../../core/design/lift/lift.js';
import { fillTemplate } from '../../../../../core/design/templates/template.js';
import type { Scenario } from '../../../../../core/scenario/form.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import { good } from '../../../../support/base/good.js';
import { asks, definitionOf, num, read, to } from '../../../../support/definitions/short-definitions.js';
import { TEMPLATE_PATHS_1 } from '../../../../vectors/template-paths-1.js';
import { TEMPLATES_1, templateOf1 } from '../../../../vectors/templates-1/templates.js';

const blueprintOf = (id: string, parameters: JsonObject = {}): JsonObject =>
  good(fillTemplate(templateOf1(id), parameters));

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
  lift(blueprint).findings.flatMap(({ severity, code, location }) =>
    severity === 'error' ? [`${code} ${location}`] : [],
  );

describe('core/design/lift/lift', () => {
  it('makes the nine templates publishable, but for what their authors decide', () => {
    const left = TEMPLATES_1.flatMap(({ id }) => errors(blueprintOf(id)).map((one) => `${id}: ${one}`));
    expect(left).to.deep.equal(['health-referral: BP_TYPE /actions/2/calculations/patientShare/if']);
    for (const { id } of TEMPLATES_1) {
      const before = blueprintOf(id);
      const text = JSON.stringify(before);
      const { definition, isLifted } = lift(before);
      expect([definition.language, isLifted]).to.deep.equal([2, true]);
      expect(JSON.stringify(before), 'the blueprint that was given').to.equal(text);
      const again = lift(definition);
      expect([again.isLifted, again.changes, again.questions]).to.deep.equal([false, [], []]);
      expect(again.definition).to.equal(definition);
    }
  });

  it('keeps their ways', () => {
    let walked = 0;
    for (const { template, name, parameters, steps, open } of TEMPLATE_PATHS_1) {
      const { definition, findings } = lift(blueprintOf(template, parameters));
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
      const result = runScenario(definition as unknown as Definition, scenario as Scenario);
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
    const { definition, changes, questions, findings } = lift(before);
    expect(findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    const { actions, facts, cancellation } = definition as unknown as Definition;
    expect(actions[1]?.calculations).to.deep.equal({ total: { '+': [read('in.price'), 1] } });
    expect(actions[2]?.calculations).to.deep.equal({ late: { '+': [read('fact.price'), 1] } });
    expect(facts).to.deep.equal({ price: [1, 2] });
    expect(cancellation).to.deep.equal({ by: ['opener'] });
    expect(changes.map(({ location, message }) => `${location} ${message}`)).to.deep.equal([
      '/cancellation The participant that opened an instance cancels it, as before: state who has to agree, and until when.',
      '/actions/2 No data schema names a member, so that a payload of this action is empty: declare what it states.',
      '/actions/1/calculations/total It reads in.price.',
      '/actions/2/calculations/late It reads fact.price.',
    ]);
    // The hole of language 1: a later action took the place of what an earlier one had said.
    expect(questions.map(({ location, message }) => `${location} ${message.split('.')[0]}`)).to.deep.equal([
      '/actions/1/dataSchemas/0/properties/price Actions 1, 2 state price, and the latest value stood for all of them',
    ]);
  });

  it('proposes what an absent member counts as, closes payloads, ends branches, and states how a division rounds', () => {
    const open = { type: 'object', properties: { a: num, b: { type: 'string' } }, additionalProperties: true };
    const before = language1([
      {
        dataSchemas: [open],
        calculations: {
          c: { '+': [read('a'), 1] },
          d: { cat: [read('b'), 'x'] },
          e: { '/': [1, 3] },
          f: { '===': ['x', 'x'] },
        },
        routes: [{ id: 'big', nextActionIds: [2], condition: { '>': [read('a'), 5] } }],
      },
      to(),
    ]);
    const { definition, findings } = lift(before);
    expect(findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    const [first] = (definition as unknown as Definition).actions;
    expect(first?.dataSchemas).to.deep.equal([{ type: 'object', properties: { a: num, b: { type: 'string' } } }]);
    expect(first?.calculations).to.deep.equal({
      c: { '+': [{ var: ['in.a', 0] }, 1] },
      d: { cat: [{ var: ['in.b', ''] }, 'x'] },
      e: { div: [1, 3, 6, 'half-even'] },
      f: { '==': ['x', 'x'] },
    });
    expect(first?.routes?.[0]).to.deep.include({ end: true, condition: { '>': [{ var: ['in.a', 0] }, 5] } as Json });
  });

  it('leaves to the author what it cannot know', () => {
    const hidden = language1([
      { ...asks({ secret: num }), ...to(2) },
      { sender: 'y', ...asks({}), calculations: { x: { '+': [read('secret'), 1] } }, ...to() },
    ]);
    expect(errors(hidden)).to.include('BP_READ_UNDISCLOSED /actions/1/calculations/x/+/0/var');
    const asked = lift(hidden).questions.map(({ location }) => location);
    expect(asked).to.include('/actions/1/calculations/x/+/0/var');
  });

  it('keeps who cancels where that is said, and leaves a role that is called as who opened to the author', () => {
    const stated = { by: ['y'] };
    const said = lift(language1([to()], { cancellation: stated }));
    expect(said.definition.cancellation).to.deep.equal(stated);
    const named = language1([{ sender: 'opener', ...to() }], { participants: [{ id: 'opener' }, { id: 'y' }] });
    expect(errors(named)).to.deep.equal(['BP_CANCELLATION /participants/0/id']);
  });

  it('changes nothing of what has another form, and takes null for a member that is not there', () => {
    for (const blueprint of [{}, { title: 'Unfinished' }, { language: 3 }, { actions: 5, participants: null }]) {
      const { changes, questions, findings } = lift(blueprint as JsonObject);
      expect([changes, questions]).to.deep.equal([[], []]);
      expect(findings.map(({ code }) => code)).to.include('BP_FORM');
    }
    const nulls = { ...language1([{ ...to(), dataSchemas: null, calculations: null }]), language: null };
    expect(errors(nulls)).to.deep.equal([]);
    expect(lift(nulls).definition.actions).to.deep.equal(lift(language1([to()])).definition.actions);
  });

  it('asks about each member that several actions state once, and about no more than a person reads', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`m${i}`, whole]));
    const { questions } = lift(
      language1([
        { ...asks(many), ...to(2) },
        { ...asks(many), ...to() },
      ]),
    );
    expect(questions).to.have.length(200);
  });
});
