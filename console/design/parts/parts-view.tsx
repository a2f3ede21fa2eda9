// The parts of an action beside its fields and rules: ways, times, votes, joins, and credentials that it takes and
// issues.
import { useState } from 'react';
import {
  type DraftPart,
  kindsFree,
  newPart,
  type PartKind,
  partForm,
  partsIn,
} from '../../../core/edits/view/part-form.js';
import type { DraftAction } from '../../../core/edits/view/shown-draft.js';
import { Button } from '../../parts/button.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { MemberHead } from '../member-head.js';
import { PartEditor } from './part-editor.js';
import { usePartWords } from './part-words.js';

export function PartsView() {
  const words = useWords();
  const { action } = useDesign();
  if (action === undefined) return <p className="hint">{words('design.matrix.no-action')}</p>;
  return <PartsOf key={action.id} action={action} />;
}

function PartsOf({ action }: { readonly action: DraftAction }) {
  const words = useWords();
  const { now, field, go } = useDesign();
  const [made, make] = useState<DraftPart>();
  const parts = partsIn(action);
  return (
    <section className="fields-edited" aria-label={words('design.view.parts')}>
      <h2>{action.title}</h2>
      {parts.length === 0 && <p className="hint">{words('design.parts.none')}</p>}
      <ul className="field-list">
        {parts.map((part) => (
          <PartItem key={`${part.kind}/${part.name}`} action={action} part={part} />
        ))}
        {made && (
          <li className="field-item">
            <PartEditor
              key={made.kind}
              {...{ action, part: made }}
              onDone={() => {
                make(undefined);
                if (field !== undefined) go({ view: 'parts' });
              }}
            />
          </li>
        )}
      </ul>
      {now.mayEdit && <NewPart action={action} onNew={make} />}
    </section>
  );
}

interface OfPart {
  readonly action: DraftAction;
  readonly part: DraftPart;
}

function PartItem({ action, part }: OfPart) {
  const { field, go } = useDesign();
  const { title, about } = usePartWords();
  const place = `${part.kind}/${part.name}`;
  const isOpen = field === place;
  return (
    <li className="field-item">
      <MemberHead view="parts" {...{ place, isOpen }}>
        <b>{title(part.kind)}</b>
        <span className="hint">{about(part.kind, partForm(part))}</span>
      </MemberHead>
      {isOpen && (
        <PartEditor key={JSON.stringify(part.item)} {...{ action, part }} onDone={() => go({ view: 'parts' })} />
      )}
    </li>
  );
}

interface NewPartProps {
  readonly action: DraftAction;
  readonly onNew: (part: DraftPart) => void;
}

function NewPart({ action, onNew }: NewPartProps) {
  const words = useWords();
  const { title } = usePartWords();
  const kinds = kindsFree(action);
  const [chosen, choose] = useState<PartKind>('timer');
  const kind = kinds.includes(chosen) ? chosen : 'route';
  return (
    <form
      className="new-field"
      onSubmit={(event) => {
        event.preventDefault();
        onNew(newPart(action, kind));
      }}
    >
      <label className="field">
        {words('design.parts.new')}
        <select value={kind} onChange={({ target }) => choose(target.value as PartKind)}>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {title(each)}
            </option>
          ))}
        </select>
      </label>
      <Button icon="plus">{words('design.add.add')}</Button>
    </form>
  );
}
