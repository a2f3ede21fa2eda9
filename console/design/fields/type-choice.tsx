// The types of language 2, of which a member has one.
import { GIVEN_TYPES } from '../../../core/edits/view/field-type.js';
import { useWords } from '../../words/words.js';

interface TypeChoiceProps {
  readonly type: string;
  readonly onChange: (type: string) => void;
}

export function TypeChoice({ type, onChange }: TypeChoiceProps) {
  const words = useWords();
  return (
    <label className="field">
      {words('design.fields.type')}
      <select value={type} onChange={({ target }) => onChange(target.value)}>
        {type === 'object' && <option value="object">{words('design.type', { type })}</option>}
        {GIVEN_TYPES.map((each) => (
          <option key={each} value={each}>
            {words('design.type', { type: each })}
          </option>
        ))}
      </select>
    </label>
  );
}
