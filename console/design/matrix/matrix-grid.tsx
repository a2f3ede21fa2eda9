// The grid of members by roles, with a column or a row that is copied to others.
import { useEffect, useState } from 'react';
import type { Edit } from '../../../core/edits/edit.js';
import { typeOf } from '../../../core/edits/view/field-type.js';
import { columnEdits, type MatrixRow, rowEdits, toggleEdit } from '../../../core/edits/view/matrix.js';
import type { DraftAction, DraftField } from '../../../core/edits/view/shown-draft.js';
import { Face } from '../../parts/face.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { Cell, CopyButton } from './matrix-cell.js';
import { useGrid } from './use-grid.js';

interface MatrixGridProps {
  readonly action: DraftAction;
  readonly rows: readonly MatrixRow[];
  readonly edit: (edits: readonly Edit[]) => void;
  readonly onCopying: (isCopying: boolean) => void;
}

type Copied = { readonly role: string } | { readonly row: MatrixRow } | undefined;

export const matrixRowId = (field: string): string => `member/${field}`;

export function MatrixGrid({ action, rows, edit, onCopying }: MatrixGridProps) {
  const words = useWords();
  const { shown, field } = useDesign();
  const [copied, copy] = useState<Copied>();
  const { onKeyDown, placeAt } = useGrid({ row: rows.length, column: shown.roles.length }, { row: 1, column: 1 });
  useEffect(() => onCopying(copied !== undefined), [copied, onCopying]);
  const paste = (edits: readonly Edit[]) => {
    copy(undefined);
    if (edits.length > 0) edit(edits);
  };
  return (
    <div className="matrix design-matrix">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that keys walk.
        role="grid"
        aria-label={words('design.matrix.label', { action: action.title })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') copy(undefined);
          onKeyDown(event);
        }}
      >
        <RoleHeads
          {...{ copied, placeAt }}
          onCopy={(role) => copy({ role })}
          onPaste={(from, to) => paste(columnEdits(action.id, rows, { from, to }))}
        />
        <tbody>
          {rows.map((row, i) => (
            <FieldRow
              key={row.field}
              {...{ row, copied, edit }}
              action={action}
              isShown={row.field === field}
              placeAt={(column) => placeAt(i + 1, column)}
              onCopy={() => copy({ row })}
              onPaste={(from) => paste(rowEdits(action.id, from, row))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type PlaceAt = ReturnType<typeof useGrid>['placeAt'];

interface RoleHeadsProps {
  readonly copied: Copied;
  readonly placeAt: PlaceAt;
  readonly onCopy: (role: string) => void;
  readonly onPaste: (from: string, to: string) => void;
}

function RoleHeads({ copied, placeAt, onCopy, onPaste }: RoleHeadsProps) {
  const words = useWords();
  const { shown, now } = useDesign();
  const from = copied && 'role' in copied ? copied.role : undefined;
  return (
    <thead>
      <tr>
        <th scope="col">
          <button type="button" className="head-cell" {...placeAt(0, 0)}>
            {words('review.field')}
          </button>
        </th>
        {shown.roles.map(({ id, name, place }, i) => (
          <th key={id} scope="col">
            <Face name={name} place={place} isLarge />
            {name}
            {now.mayEdit && (
              <CopyButton
                {...placeAt(0, i + 1)}
                isPaste={from !== undefined}
                name={name}
                onPress={() => (from === undefined ? onCopy(id) : onPaste(from, id))}
              />
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface FieldRowProps {
  readonly action: DraftAction;
  readonly row: MatrixRow;
  readonly copied: Copied;
  readonly isShown: boolean;
  readonly placeAt: (column: number) => ReturnType<PlaceAt>;
  readonly edit: (edits: readonly Edit[]) => void;
  readonly onCopy: () => void;
  readonly onPaste: (from: MatrixRow) => void;
}

function FieldRow({ action, row, copied, isShown, placeAt, edit, onCopy, onPaste }: FieldRowProps) {
  const { shown, now } = useDesign();
  const from = copied && 'row' in copied ? copied.row : undefined;
  return (
    <tr id={matrixRowId(row.field)} data-state={isShown ? 'now' : undefined}>
      <th scope="row">
        <FieldName field={action.fields.find(({ name }) => name === row.field)} />
        {now.mayEdit && (
          <CopyButton
            {...placeAt(0)}
            isPaste={from !== undefined}
            name={row.field}
            onPress={() => (from === undefined ? onCopy() : onPaste(from))}
          />
        )}
      </th>
      {row.cells.map((cell, i) => (
        <td key={cell.role}>
          <Cell
            {...placeAt(i + 1)}
            cell={cell}
            role={shown.roles[i]?.name ?? cell.role}
            place={i}
            mayEdit={now.mayEdit}
            onToggle={() => edit([toggleEdit(action.id, cell)])}
          />
        </td>
      ))}
    </tr>
  );
}

function FieldName({ field }: { readonly field: DraftField | undefined }) {
  const words = useWords();
  if (field === undefined) return null;
  return (
    <>
      {field.label}
      <span className="hint">
        <code>{field.name}</code> · {words('design.type', { type: typeOf(field.schema) })}
        {field.isCalculated && ` · ${words('design.calculated')}`}
      </span>
    </>
  );
}
