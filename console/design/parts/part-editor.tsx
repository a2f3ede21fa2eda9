// A part of an action as a form.
import { useState } from 'react';
import {
  type DraftPart,
  isWhole,
  membersShown,
  PART_ROWS,
  type PartForm,
  partEdits,
  partForm,
  partRemoval,
} from '../../../core/edits/view/part-form.js';
import type { PartValue } from '../../../core/edits/view/part-inputs.js';
import type { DraftAction } from '../../../core/edits/view/shown-draft.js';
import { Button } from '../../parts/button.js';
import { useWords } from '../../words/words.js';
import { EditEnd, useEdits } from '../edit-end.js';
import { PartInput } from './part-input.js';
import { usePartWords } from './part-words.js';

interface PartEditorProps {
  readonly action: DraftAction;
  readonly part: DraftPart;
  /** It was changed, taken away, or dropped. */
  readonly onDone: () => void;
}

export function PartEditor({ action, part, onDone }: PartEditorProps) {
  const words = useWords();
  const { title } = usePartWords();
  const { kind, isNew } = part;
  const [form, setForm] = useState(() => partForm(part));
  const { refusal, run } = useEdits(onDone);
  const edits = isWhole(kind, form) ? partEdits(action, part, form) : [];
  const set = (at: string, value: PartValue) =>
    setForm((before) => ({ ...before, values: { ...before.values, [at]: value } }));
  return (
    <form
      className="field-editor"
      aria-label={title(kind)}
      onSubmit={(event) => {
        event.preventDefault();
        run(edits);
      }}
    >
      {isNew && <b className="wide-field">{title(kind)}</b>}
      <OneOf kind={kind} form={form} onChoice={(choice) => setForm((before) => ({ ...before, choice }))} />
      {membersShown(kind, form).map((member) => (
        <PartInput
          key={member.at}
          {...{ action, kind, member }}
          value={form.values[member.at] ?? ''}
          onChange={(value) => set(member.at, value)}
        />
      ))}
      <EditEnd refusal={refusal} hasChanges={edits.length > 0}>
        {isNew ? (
          <Button kind="plain" onPress={onDone}>
            {words('design.add.cancel')}
          </Button>
        ) : (
          <Button kind="plain" icon="trash" onPress={() => run([partRemoval(action, part)])}>
            {words('design.parts.remove')}
          </Button>
        )}
      </EditEnd>
    </form>
  );
}

interface OneOfProps {
  readonly kind: DraftPart['kind'];
  readonly form: PartForm;
  readonly onChoice: (choice: string) => void;
}

/** The choice among several things of which the part does one. */
function OneOf({ kind, form, onChoice }: OneOfProps) {
  const words = useWords();
  const { oneOf } = PART_ROWS[kind];
  if (oneOf === undefined) return null;
  return (
    <label className="field">
      {words('design.part.does')}
      <select value={form.choice} onChange={({ target }) => onChoice(target.value)}>
        {oneOf.map((choice) => (
          <option key={choice} value={choice}>
            {words('design.part.one', { choice })}
          </option>
        ))}
      </select>
    </label>
  );
}
