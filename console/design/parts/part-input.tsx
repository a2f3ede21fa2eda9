// The input of one member of a part: text, a number, a choice of roles, actions, fields or ways.
import type { PartKind, PartMember } from '../../../core/edits/view/part-form.js';
import type { PartValue } from '../../../core/edits/view/part-inputs.js';
import { type DraftAction, itemsIn } from '../../../core/edits/view/shown-draft.js';
import { TextField } from '../../parts/text-field.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { usePartWords } from './part-words.js';

interface PartInputProps {
  readonly action: DraftAction;
  readonly kind: PartKind;
  readonly member: PartMember;
  readonly value: PartValue;
  readonly onChange: (value: PartValue) => void;
}

interface Offered {
  readonly id: string;
  readonly name: string;
}

export function PartInput({ action, kind, member, value, onChange }: PartInputProps) {
  const words = useWords();
  const offered = useOffered(action, member);
  const label = words('design.part.member', { kind, member: member.at.split('.')[0] ?? '' });
  if (member.input === 'flag')
    return (
      <label className="choice">
        <input type="checkbox" checked={value === true} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
    );
  if (member.input === 'lines')
    return (
      <label className="field wide-field">
        {label}
        <textarea value={String(value)} onChange={({ target }) => onChange(target.value)} />
      </label>
    );
  if (offered === undefined) {
    const hint = member.input === 'days' ? words('design.part.days') : undefined;
    return <TextField label={label} value={String(value)} onChange={onChange} hint={hint} />;
  }
  if (typeof value === 'string') return <OneChosen {...{ label, offered, value, onChange }} />;
  return <SomeChosen {...{ label, offered, onChange }} value={value as readonly string[]} />;
}

interface ChosenProps<V> {
  readonly label: string;
  readonly offered: readonly Offered[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

function OneChosen({ label, offered, value, onChange }: ChosenProps<string>) {
  return (
    <label className="field">
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {!offered.some(({ id }) => id === value) && <option value={value}>{value}</option>}
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function SomeChosen({ label, offered, value, onChange }: ChosenProps<readonly string[]>) {
  return (
    <fieldset className="some-chosen wide-field">
      <legend>{label}</legend>
      {offered.map(({ id, name }) => (
        <label key={id} className="choice">
          <input
            type="checkbox"
            checked={value.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...value, id] : value.filter((each) => each !== id))}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Undefined where a member is written. */
function useOffered(action: DraftAction, { input, choices = [] }: PartMember): readonly Offered[] | undefined {
  const words = useWords();
  const { shown } = useDesign();
  const { actionName } = usePartWords();
  switch (input) {
    case 'role':
    case 'roles':
    case 'voters':
      return shown.roles;
    case 'action':
    case 'actions':
      return shown.actions
        .filter(({ id }) => id !== action.id)
        .map(({ id, title }) => ({ id: String(id), name: title }));
    case 'claims':
      return action.fields.map(({ name, label }) => ({ id: name, name: label }));
    case 'choice':
      return choices.map((choice) => ({ id: choice, name: words('design.part.choice', { choice }) }));
    case 'route':
      return itemsIn(action.action, 'routes').map(({ id, nextActionIds }) => {
        const to = (Array.isArray(nextActionIds) ? nextActionIds : []).map((each) => actionName(String(each)));
        return { id: String(id), name: to.join(', ') || words('design.add.end') };
      });
    default:
      return undefined;
  }
}
