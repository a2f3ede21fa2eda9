// A member of an action as a form, and the edits that a change of it makes; and the facts by which its form is tried.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { judgeTyped } from '../../../../../core/blueprint/form/judged.js';
import { carryOut } from '../../../../../core/edits/apply.js';
import { type FieldForm, fieldEdits, fieldForm } from '../../../../../core/edits/view/field-edits.js';
import { sampleFacts } from '../../../../../core/edits/view/sample-facts.js';
import { type DraftField, showDraft } from '../../../../../core/edits/view/shown-draft.js';
import { permit } from '../drafts.js';

function fieldIn(blueprint: JsonObject, name: string): DraftField {
  const field = showDraft(blueprint).actions[0]?.fields.find((each) => each.name === name);
  if (!field) throw new Error(`no member ${name}`);
  return field;
}

/** The member after a change of its form, and the edits that made it. */
function changed(name: string, change: Partial<FieldForm>) {
  const blueprint = permit();
  const field = fieldIn(blueprint, name);
  const before = fieldForm(field, '');
  const edits = fieldEdits({ action: 1, field, before, after: { ...before, ...change }, language: 'de' });
  const after = edits.reduce((draft, edit) => {
    const made = carryOut({ blueprint: draft, scenarios: [] }, edit);
    if (isFailure(made)) throw new Error(made.issue.message);
    return made.parts.blueprint;
  }, blueprint);
  return { edits: edits.map(({ edit }) => edit), field: fieldIn(after, name), draft: after };
}

describe('unit: a member as a form', () => {
  it('shows the type with its bounds', () => {
    const form = (name: string) => fieldForm(fieldIn(permit(), name), '');
    expect(form('storeys')).to.include({ type: 'integer', min: '1', max: '200', isRequired: true, label: 'Storeys' });
    expect(form('buildingUse')).to.include({ type: 'choice', values: 'residential\ncommercial\nindustrial' });
    expect(form('startDate')).to.include({ type: 'date', isRequired: false });
  });

  it('makes no edit of nothing, and one of each thing that changed', () => {
    expect(changed('storeys', {}).edits).to.deep.equal([]);
    const bounds = changed('storeys', { max: '40' });
    expect([bounds.edits, bounds.field.schema.maximum]).to.deep.equal([['set_schema_field'], 40]);
    const label = changed('storeys', { label: 'Floors' });
    expect([label.edits, label.field.label]).to.deep.equal([['set_form_control'], 'Floors']);
    const text = changed('storeys', { translation: 'Stockwerke' });
    expect([text.edits, text.draft.texts]).to.deep.equal([['set_text'], { de: { '1/storeys': 'Stockwerke' } }]);
    const values = changed('buildingUse', { values: 'residential\n\nschool' });
    expect(values.field.schema.enum).to.deep.equal(['residential', 'school']);
    const type = changed('bankReference', { type: 'decimal', places: '2', min: '0.01', max: '' });
    expect(type.field.schema).to.include({ format: 'decimal', 'x-scale': 2, 'x-minimum': '0.01' });
  });

  it('marks what names the instance, and takes the mark back', () => {
    const marked = changed('storeys', { isSubject: true });
    expect([marked.edits, marked.field.schema['x-subject']]).to.deep.equal([['set_schema_field'], true]);
    expect(fieldForm(marked.field, '').isSubject).to.equal(true);
    const other = changed('storeys', { isSubject: true, max: '40' });
    expect(other.field.schema).to.include({ maximum: 40, 'x-subject': true });
    expect(changed('storeys', { max: '40' }).field.schema).to.not.have.property('x-subject');
  });

  it('keeps keywords that the form does not show', () => {
    const { schema } = fieldIn(permit(), 'floorArea');
    const optional = changed('floorArea', { isRequired: false, help: 'All floors together' });
    expect(optional.field.schema).to.deep.equal({ ...schema, 'x-help': 'All floors together' });
    expect(optional.field.isRequired).to.equal(false);
  });
});

describe('unit: facts by which a form is tried', () => {
  it('give the rules of an action what other actions state', () => {
    const definition = permit() as unknown as Definition;
    const { calculated, next } = judgeTyped({
      ...{ definition, actionId: '2', facts: sampleFacts(definition, 2) },
      typed: { structuralNotes: 'Steel' },
    });
    expect(calculated.map(({ name }) => name)).to.deep.equal(['baseScore', 'riskScore']);
    expect(next).to.deep.equal([3]);
    expect(sampleFacts(definition, 2).runs.map(({ action }) => action)).to.not.include(2);
  });
});
