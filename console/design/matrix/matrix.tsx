// The readers of each member of an action, as a grid: a click discloses.
import { useEffect, useState } from 'react';
import { matrixOf } from '../../../core/edits/view/matrix.js';
import type { DraftAction, DraftRole } from '../../../core/edits/view/shown-draft.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { useEdits } from '../edit-end.js';
import { MatrixGrid, matrixRowId } from './matrix-grid.js';

export function Matrix() {
  const words = useWords();
  const { action, shown, now, field } = useDesign();
  const [isCopying, setCopying] = useState(false);
  const { refusal, run } = useEdits();
  useEffect(() => {
    if (field !== undefined) document.getElementById(matrixRowId(field))?.scrollIntoView({ block: 'nearest' });
  }, [field]);
  if (action === undefined) return <p className="hint">{words('design.matrix.no-action')}</p>;
  const rows = matrixOf(action, shown.roles, now.findings);
  return (
    <>
      <MatrixHead action={action} sender={shown.roles.find(({ id }) => id === action.sender)} />
      <p className="hint" role="status">
        {isCopying && words('design.matrix.copied')}
        {refusal !== undefined && <span className="fault">{refusal}</span>}
      </p>
      {rows.length === 0 ? (
        <p className="hint">{words('design.matrix.no-field')}</p>
      ) : (
        <MatrixGrid key={action.id} {...{ action, rows }} edit={run} onCopying={setCopying} />
      )}
    </>
  );
}

interface MatrixHeadProps {
  readonly action: DraftAction;
  readonly sender: DraftRole | undefined;
}

function MatrixHead({ action, sender }: MatrixHeadProps) {
  const words = useWords();
  return (
    <header className="titled">
      <div className="wide">
        <h2>{action.title}</h2>
        <p className="hint">{words('design.matrix.about', { role: sender?.name ?? action.sender })}</p>
      </div>
      <span className="hint legend">
        <i className="cell" data-state="stated" data-hue={sender?.place ?? 0} /> {words('told.stated')}
        <i className="dot" /> {words('design.matrix.needed')}
      </span>
    </header>
  );
}
