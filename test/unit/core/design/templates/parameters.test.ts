// The parameters of a template as a form: filled in with its defaults, judged by the rules of all forms, in a language.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { pointerText } from '../../../../../core/blueprint/definition/pointer.js';
import { localize } from '../../../../../core/blueprint/definition/texts.js';
import { formOf } from '../../../../../core/blueprint/form/elements.js';
import { judgeTyped } from '../../../../../core/blueprint/form/judged.js';
import type { Question } from '../../../../../core/blueprint/form/questions.js';
import { startingMembers, type TypedMembers } from '../../../../../core/blueprint/form/typed.js';
import { mergeParameters, type ParameterForm, parameterForm } from '../../../../../core/design/templates/parameters.js';
import { TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { checkTemplate } from '../../../../../core/design/templates/template.js';

function judge({ definition, action }: ParameterForm, typed: TypedMembers = {}) {
  const all = { ...startingMembers(formOf(action).questions), ...typed };
  return judgeTyped({ definition, actionId: '0', facts: { runs: [], time: {} }, typed: all });
}

/** The keys by which a question is translated: its label, and its help where it has some. */
function keysOf({ path, about, members, item }: Question): readonly string[] {
  const key = pointerText(path);
  const own = [key, ...(about === undefined ? [] : [`${key}?`])];
  const below = (item?.members ?? []).flatMap(keysOf).map((inner) => `${key}/*${inner.slice(key.length)}`);
  return [...own, ...members.flatMap(keysOf), ...below];
}

const PARTY: JsonObject = {
  type: 'object',
  properties: {
    place: { type: 'object', properties: { townName: { type: 'string' } } },
    dueDays: { type: 'integer', minimum: 1, maximum: 9, description: 'Days.' },
  },
  required: ['dueDays'],
};
const terms = {
  title: 'Two',
  parameterSchema: PARTY,
  defaults: { dueDays: 3, place: { townName: 'Ulm', street: 'Weg' } },
  texts: { de: { '/dueDays': 'Frist', '/dueDays?': 'Tage.', '/place/townName': 'Ort' } },
};

describe('the parameters of a template as a form', () => {
  it('mean the defaults, and each example over them, of each shipped template', () => {
    for (const template of TEMPLATES)
      for (const { name, parameters } of [{ name: 'none', parameters: {} }, ...template.examples]) {
        const { payload, issues, missing, faults } = judge(parameterForm(template, parameters));
        expect({ issues, missing, faults }, `${template.id} ${name}`).to.eql({ issues: [], missing: [], faults: [] });
        expect(payload, `${template.id} ${name}`).to.eql(mergeParameters(template.defaults, parameters));
      }
  });

  it('are not left empty where they have a default, which would come back', () => {
    const form = parameterForm({ ...terms, parameterSchema: { ...PARTY, required: [] } });
    expect(judge(form, { dueDays: undefined }).missing).to.eql([['dueDays']]);
    const inner = judge(form, { place: { townName: undefined } });
    expect(inner.missing).to.eql([['place', 'townName']]);
    const free = parameterForm({ ...terms, parameterSchema: { ...PARTY, required: [] }, defaults: {} });
    expect(judge(free, { dueDays: undefined }).missing).to.eql([]);
  });

  it('are refused at their fields', () => {
    const form = parameterForm(terms);
    expect(judge(form, { dueDays: '10' }).issues.map(({ path }) => path)).to.eql(['/payload/dueDays']);
    expect(judge(form, { dueDays: 'soon' }).faults.map(({ path }) => path)).to.eql([['dueDays']]);
    expect(judge(form, { dueDays: undefined }).missing).to.eql([['dueDays']]);
  });

  it('have labels: a title, or else their name; single ones stand before groups', () => {
    const labels = ({ action }: Pick<ParameterForm, 'action'>) =>
      formOf(action).questions.flatMap(({ label, members }) => [label, ...members.map((member) => member.label)]);
    const form = parameterForm(terms);
    expect(labels(form)).to.eql(['Due days', 'Place', 'Town name']);
    const [action = form.action] = localize(form.definition, ['de']).actions;
    expect(labels({ action })).to.eql(['Frist', 'Place', 'Ort']);
    expect(formOf(action).questions[0]?.about).to.equal('Tage.');
  });

  it('are all in German too, where the template comes with the program', () => {
    for (const template of TEMPLATES) {
      const { action } = parameterForm(template);
      const keys = formOf(action).questions.flatMap(keysOf);
      expect(Object.keys(template.texts?.de ?? {}), template.id).to.have.members(['title', 'description', ...keys]);
    }
  });

  it('have texts that are texts, in languages', () => {
    const [template] = TEMPLATES;
    const pathsOf = (texts: Json) => checkTemplate({ ...template, texts } as unknown as Json).map(({ path }) => path);
    expect(pathsOf({ de: { '/party': 'Partei' } })).to.eql([]);
    expect(pathsOf({ de: { '/party': 1 } })).to.eql(['/texts/de/~1party']);
    expect(pathsOf({ de: 'Partei' })).to.eql(['/texts/de']);
    expect(pathsOf([])).to.eql(['/texts']);
  });

  it('merge objects member by member, and take lists as they are', () => {
    expect(mergeParameters({ a: { b: 1, c: 2 }, d: [1] }, { a: { c: 3 }, d: [2, 3] })).to.eql({
      a: { b: 1, c: 3 },
      d: [2, 3],
    });
    const named = parameterForm(terms, { place: { townName: 'Köln' } });
    expect(judge(named).payload).to.eql({ dueDays: 3, place: { townName: 'Köln' } });
  });
});
