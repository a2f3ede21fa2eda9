// A cell of the matrix, and the button that copies a column or a row.
import type { MatrixCell } from '../../../core/edits/view/matrix.js';
import { Icon } from '../../parts/icon.js';
import { useWords } from '../../words/words.js';

/** Hues of the tokens. */
const HUES = 5;

interface PlacedProps {
  readonly 'data-place': string;
  readonly tabIndex: number;
  readonly onFocus: () => void;
}

interface CopyButtonProps extends PlacedProps {
  readonly isPaste: boolean;
  /** Of the column or the row. */
  readonly name: string;
  readonly onPress: () => void;
}

export function CopyButton({ isPaste, name, onPress, ...placed }: CopyButtonProps) {
  const words = useWords();
  const label = words(isPaste ? 'design.matrix.paste' : 'design.matrix.copy', { name });
  return (
    <button
      type="button"
      className="copy-cell"
      data-paste={isPaste || undefined}
      aria-label={label}
      title={label}
      onClick={onPress}
      {...placed}
    >
      <Icon name={isPaste ? 'check' : 'copy'} />
    </button>
  );
}

interface CellProps extends PlacedProps {
  readonly cell: MatrixCell;
  readonly role: string;
  readonly place: number;
  readonly mayEdit: boolean;
  readonly onToggle: () => void;
}

export function Cell({ cell, role, place, mayEdit, onToggle, ...placed }: CellProps) {
  const words = useWords();
  const { reading, isLater, isNeeded, field } = cell;
  const isFixed = reading === 'states' || !mayEdit;
  const label = words('design.matrix.cell', { role, field, reading, needed: isNeeded ? 'yes' : 'no' });
  return (
    <button
      type="button"
      className="matrix-cell"
      data-reading={reading}
      data-later={isLater || undefined}
      data-hue={place % HUES}
      aria-pressed={reading === 'part' ? 'mixed' : reading !== 'none'}
      aria-label={label}
      aria-disabled={isFixed}
      title={label}
      onClick={isFixed ? undefined : onToggle}
      {...placed}
    >
      {reading === 'reads' && <Icon name={isLater ? 'clock' : 'check'} />}
      {isNeeded && <i className="dot" />}
    </button>
  );
}
