// A member of an action as a form: its type with bounds, its label in two languages, its help.
import { useState } from 'react';
import { type FieldForm, fieldEdits, fieldForm, hasBounds } from '../../../core/edits/view/field-edits.js';
import type { FieldTypeName } from '../../../core/edits/view/field-type.js';
import type { DraftField } from '../../../core/edits/view/shown-draft.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/text-field.js';
import { useWords } from '../../words/words.js';
import { EditEnd, useEdits } from '../edit-end.js';
import { TypeChoice } from './type-choice.js';

interface FieldEditorProps {
  readonly action: number;
  readonly field: DraftField;
  readonly language: string;
  readonly translation: string;
}

export function FieldEditor({ action, field, language, translation }: FieldEditorProps) {
  const words = useWords();
  const before = fieldForm(field, translation);
  const [after, change] = useState(before);
  const { refusal, run } = useEdits();
  const set = (its: Partial<FieldForm>) => change((form) => ({ ...form, ...its }));
  const edits = fieldEdits({ action, field, before, after, language });
  const remove = () => run([{ edit: 'remove_part', action, part: 'field', name: field.name }]);
  return (
    <form
      className="field-editor"
      onSubmit={(event) => {
        event.preventDefault();
        run(edits);
      }}
    >
      <TextField label={words('design.fields.label')} value={after.label} onChange={(label) => set({ label })} />
      <TextField
        label={words('design.fields.translation', { language })}
        value={after.translation}
        onChange={(its) => set({ translation: its })}
      />
      <TypeChoice type={after.type} onChange={(type) => set({ type: type as FieldTypeName })} />
      <TypeFacts form={after} set={set} />
      <TextField label={words('design.fields.help')} value={after.help} onChange={(help) => set({ help })} />
      <Tick isOn={after.isRequired} onChange={(isRequired) => set({ isRequired })}>
        {words('design.fields.required')}
      </Tick>
      <Tick isOn={after.isSubject} onChange={(isSubject) => set({ isSubject })}>
        {words('design.fields.subject')}
      </Tick>
      <EditEnd refusal={refusal} hasChanges={edits.length > 0}>
        <Button kind="plain" icon="trash" onPress={remove}>
          {words('design.fields.remove')}
        </Button>
      </EditEnd>
    </form>
  );
}

interface TickProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: string;
}

function Tick({ isOn, onChange, children }: TickProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}

interface TypeFactsProps {
  readonly form: FieldForm;
  readonly set: (its: Partial<FieldForm>) => void;
}

/** Bounds, places and values of a type. */
function TypeFacts({ form, set }: TypeFactsProps) {
  const words = useWords();
  const { type, min, max, places, values } = form;
  return (
    <>
      {hasBounds(type) && (
        <>
          <TextField label={words('design.fields.min', { type })} value={min} onChange={(its) => set({ min: its })} />
          <TextField label={words('design.fields.max', { type })} value={max} onChange={(its) => set({ max: its })} />
        </>
      )}
      {type === 'decimal' && (
        <TextField label={words('design.fields.places')} value={places} onChange={(its) => set({ places: its })} />
      )}
      {type === 'choice' && (
        <label className="field wide-field">
          {words('design.fields.values')}
          <textarea value={values} onChange={({ target }) => set({ values: target.value })} />
        </label>
      )}
    </>
  );
}
