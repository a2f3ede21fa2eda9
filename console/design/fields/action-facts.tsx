// The facts of an action: its title, who does it, whether an instance begins with it.
import { useState } from 'react';
import type { Edit } from '../../../core/edits/edit.js';
import type { DraftAction } from '../../../core/edits/view/shown-draft.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/text-field.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { useEdits } from '../edit-end.js';

export function ActionFacts({ action }: { readonly action: DraftAction }) {
  const words = useWords();
  const { shown, now } = useDesign();
  const [title, setTitle] = useState(action.title);
  const { refusal, run } = useEdits();
  const edit = (its: Edit) => run([its]);
  const set = (member: Readonly<Record<string, string | boolean | null>>) =>
    edit({ edit: 'set_action', action: action.id, ...member });
  return (
    <fieldset className="action-facts" disabled={!now.mayEdit}>
      <legend className="unseen">{words('design.fields.action')}</legend>
      <form
        className="titled"
        onSubmit={(event) => {
          event.preventDefault();
          set({ title });
        }}
      >
        <div className="wide">
          <TextField label={words('design.fields.title')} value={title} onChange={setTitle} fault={refusal} />
        </div>
        {title !== action.title && <Button icon="check">{words('design.fields.keep')}</Button>}
      </form>
      <label className="field">
        {words('design.add.sender')}
        <select value={action.sender} onChange={({ target }) => set({ sender: target.value })}>
          {!shown.roles.some(({ id }) => id === action.sender) && (
            <option value={action.sender}>{action.sender}</option>
          )}
          {shown.roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <PlaceChoice action={action} onMove={edit} />
      <label className="choice">
        <input
          type="checkbox"
          checked={action.action.isStartingAction === true}
          onChange={({ target }) => set({ isStartingAction: target.checked ? true : null })}
        />
        {words('design.fields.starts')}
      </label>
      {now.mayEdit && (
        <Button icon="trash" kind="plain" onPress={() => edit({ edit: 'remove_action', action: action.id })}>
          {words('design.fields.remove-action')}
        </Button>
      )}
    </fieldset>
  );
}

interface PlaceChoiceProps {
  readonly action: DraftAction;
  readonly onMove: (edit: Edit) => void;
}

/** The place of the action in the list, in which people see the actions. */
function PlaceChoice({ action: { id, place }, onMove }: PlaceChoiceProps) {
  const words = useWords();
  const { shown } = useDesign();
  const move = (value: string) =>
    onMove({ edit: 'move_action', action: id, before: value === '' ? null : Number(value) });
  return (
    <label className="field">
      {words('design.fields.before')}
      <select value={shown.actions[place + 1]?.id ?? ''} onChange={({ target }) => move(target.value)}>
        {shown.actions
          .filter((other) => other.id !== id)
          .map((other) => (
            <option key={other.id} value={other.id}>
              {other.title}
            </option>
          ))}
        <option value="">{words('design.fields.last')}</option>
      </select>
    </label>
  );
}
