// From schemas to questions: types, bounds, choices, nesting, references, order, and what is not asked.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { labelsOf, type Question, questionsOf } from '../../../../../core/blueprint/form/questions.js';
import { TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { instantiate } from '../../../../../core/design/templates/template.js';

const asked = (properties: JsonObject, more: JsonObject = {}) =>
  questionsOf({ dataSchemas: [{ type: 'object', properties, ...more }] });
const one = (schema: JsonObject, more: JsonObject = {}) => asked({ field: schema }, more)[0] as Question;

describe('cli/form/questions', () => {
  it('asks by type, with the bounds in words', () => {
    const rows: readonly (readonly [JsonObject, string, string])[] = [
      [{ type: 'string' }, 'text', ''],
      [{ type: 'string', minLength: 1, maxLength: 200 }, 'text', ''],
      [{ type: 'string', minLength: 2, maxLength: 8 }, 'text', '2 to 8 characters'],
      [{ type: 'string', pattern: '^BP' }, 'text', 'like ^BP'],
      [{ type: 'string', format: 'date' }, 'text', 'date such as 2027-01-31'],
      [{ type: 'integer', minimum: 1, maximum: 200 }, 'integer', 'whole number, 1 to 200'],
      [{ type: 'number', exclusiveMinimum: 0 }, 'number', 'number, more than 0'],
      [{ type: 'number', minimum: 0, maximum: 9, exclusiveMinimum: 0 }, 'number', 'number, at most 9, more than 0'],
      [
        { type: 'number', minimum: 2, exclusiveMinimum: 0, exclusiveMaximum: 5 },
        'number',
        'number, at least 2, less than 5',
      ],
      [{ type: 'number', minimum: 0, multipleOf: 0.5 }, 'number', 'number, at least 0, in steps of 0.5'],
      [{ type: ['boolean', 'null'] }, 'boolean', ''],
      [{ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 }, 'list', '1 to 3 of them'],
      [{ type: 'object' }, 'json', ''],
      [{ type: ['string', 'number'] }, 'json', ''],
      [{}, 'json', ''],
      [{ type: 'object', 'x-file': {} }, 'file', ''],
    ];
    for (const [schema, kind, bounds] of rows) {
      const question = one(schema);
      expect([question.kind, question.bounds], JSON.stringify(schema)).to.deep.equal([kind, bounds]);
    }
  });

  it('offers choices of enum, const and alternatives', () => {
    expect(one({ enum: ['a', 2] })).to.deep.include({ kind: 'choice', choices: ['a', 2] });
    expect(one({ const: 'only' }).choices).to.deep.equal(['only']);
    expect(one({ oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }).choices).to.deep.equal([1, 2]);
    expect(one({ oneOf: [{ const: 1 }, { type: 'string' }] }).kind).to.equal('json');
    const list = one({ type: 'array', items: { enum: ['x', 'y'] } });
    expect([list.kind, list.choices, list.item?.kind]).to.deep.equal(['list', ['x', 'y'], 'choice']);
  });

  it('goes into objects, references and allOf, and tells required from optional', () => {
    const site = { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] };
    const [question, rest] = asked(
      { site: { $ref: '#/$defs/site', description: 'Where.' } },
      { $defs: { site }, required: ['site'], allOf: [{ properties: { extra: { type: 'integer' } } }] },
    );
    expect(question).to.include({ kind: 'object', required: true, about: 'Where.' });
    expect(question?.members.map(({ path, required }) => [path, required])).to.deep.equal([[['site', 'town'], true]]);
    expect(rest).to.include({ kind: 'integer', required: false });
    expect(one({ $ref: 'https://elsewhere.example/schema' }).kind).to.equal('json');
    expect(one({ $ref: '#/nowhere' }).kind).to.equal('json');
  });

  it('ends where a schema goes deeper than people can be asked, and takes odd names as names', () => {
    let deep: JsonObject = { type: 'string' };
    for (let i = 0; i < 20; i++) deep = { type: 'object', properties: { inner: deep } };
    let depth = 0;
    for (let at: Question | undefined = one(deep); at && at.kind === 'object'; at = at.members[0]) depth++;
    expect(depth).to.equal(6);
    const odd = asked(JSON.parse('{"__proto__":{"type":"string"},"a/b":{"type":"string"}}'));
    expect(odd.map(({ path }) => path)).to.have.deep.members([['__proto__'], ['a/b']]);
    expect(questionsOf({ dataSchemas: [true, { type: 'object' }] })).to.deep.equal([]);
  });

  it('has the words and the order of the form, and leaves out what is calculated', () => {
    const form = {
      type: 'Layout',
      elements: [
        { type: 'Label', title: 'Mind the gap.' },
        { type: 'Layout', elements: [{ type: 'TextLine', scope: '/b', title: 'Second letter' }] },
        {
          type: 'TextLine',
          scope: '/a',
          rule: { effect: 'SHOW', condition: { scope: '/b', schema: { const: 'x' } } },
        },
      ],
    };
    const properties = { a: { type: 'string' }, b: { type: 'string' }, sum: { type: 'number' }, z: { type: 'string' } };
    const questions = questionsOf({
      dataSchemas: [{ properties }, { properties: { a: { type: 'integer' } } }],
      calculations: { sum: 1 },
      form,
    });
    expect(questions.map(({ label, kind }) => [label, kind])).to.deep.equal([
      ['Second letter', 'text'],
      ['a', 'text'],
      ['z', 'text'],
    ]);
    expect(questions[1]?.rule).to.deep.equal({ effect: 'SHOW', path: ['b'], schema: { const: 'x' } });
    expect(labelsOf(form)).to.deep.equal(['Mind the gap.']);
  });

  it('knows a form for every field of the shipped templates', () => {
    for (const template of TEMPLATES) {
      const { actions } = instantiate(template, {}) as Definition;
      for (const action of actions)
        for (const { kind, path } of questionsOf(action))
          expect(kind, `${template.id}, action ${action.id}, ${path.join('/')}`).to.not.equal('json');
    }
  });
});
