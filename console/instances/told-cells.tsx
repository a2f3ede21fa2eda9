// The fields of an action for one role: told, not told, or stated by it.
import type { Action, Definition } from '../../core/blueprint/definition/types.js';
import { readersAt } from '../../core/blueprint/form/readers.js';
import type { FieldShown } from '../act/fields-shown.js';
import type { RoleShown } from '../forms/form-context.js';
import { useWords } from '../words/words.js';

interface ToldCellsProps {
  readonly definition: Definition;
  readonly action: Action;
  readonly fields: readonly FieldShown[];
  readonly role: RoleShown;
  /** Nothing of it is sealed yet: what will be told. */
  readonly isLater: boolean;
}

const HUES = 5;

export function ToldCells({ definition, action, fields, role, isLater }: ToldCellsProps) {
  const words = useWords();
  const isSender = role.id === action.sender;
  const toldFields = fields.filter(({ name }) => isSender || readersAt(definition, action, [name]).includes(role.id));
  const said = words(isSender ? 'told.cells.stated' : 'told.cells', {
    ...{ role: role.name, told: toldFields.length, fields: fields.length },
    names: toldFields.map(({ label }) => label).join(', '),
  });
  return (
    <span className="cells" role="img" aria-label={said} title={said} data-hue={role.place % HUES}>
      {fields.map(({ name, label }) => {
        const isTold = toldFields.some((field) => field.name === name);
        const state = isSender ? 'stated' : isTold ? 'told' : 'not-told';
        return (
          <i
            key={name}
            className="cell"
            data-state={state}
            data-later={isLater}
            data-hue={role.place % HUES}
            title={label}
          />
        );
      })}
    </span>
  );
}
