// A draft of language 1: what would change in language 2, and that as one step which can be taken back.
import './diff.css';
import { useMemo, useState } from 'react';
import type { JsonObject } from '../../core/base/json.js';
import { meantChanges } from '../../core/design/authoring/meaning.js';
import type { LiftNote } from '../../core/design/lift/lift-note.js';
import { type DraftStore, useDraft } from '../drafts/draft-store.js';
import { Button } from '../parts/button.js';
import { useAct } from '../parts/use-act.js';
import { useWords } from '../words/words.js';
import type { DraftLifted } from '../workers/designer-messages.js';
import { ChangeList } from './change-list.js';

interface MigrateProps {
  readonly store: DraftStore;
  /** Goes to a place of the draft. */
  readonly show: (pointer: string) => void;
}

interface LookedAt extends DraftLifted {
  /** The document that it was made of. */
  readonly of: JsonObject;
}

export function MigrateDraft({ store, show }: MigrateProps) {
  const words = useWords();
  const { blueprint, mayEdit } = useDraft(store);
  const { isBusy, fault, run } = useAct();
  const [looked, setLooked] = useState<LookedAt>();
  // A version that was made of an older document is not offered.
  const lifted = looked?.of === blueprint ? looked : undefined;
  async function take(to: JsonObject): Promise<void> {
    const [issue] = await store.replace(to, { id: 'design.step.lift' });
    if (issue) throw new Error(issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`);
  }
  return (
    <section className="design-differs" aria-labelledby="migrate">
      <h2 id="migrate">{words('design.lift.title')}</h2>
      <p>{words('design.lift.about')}</p>
      {fault !== undefined && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {lifted && <LiftedDraft before={blueprint} lifted={lifted} show={show} />}
      <div className="row-acts">
        {lifted === undefined && (
          <Button
            kind="main"
            isBusy={isBusy}
            onPress={() => run(async () => setLooked({ ...(await store.lift(blueprint)), of: blueprint }))}
          >
            {words('design.lift.look')}
          </Button>
        )}
        {lifted && mayEdit && lifted.faults.length === 0 && (
          <Button kind="main" icon="check" isBusy={isBusy} onPress={() => run(() => take(lifted.blueprint))}>
            {words('design.lift.take')}
          </Button>
        )}
        {lifted && <Button onPress={() => setLooked(undefined)}>{words('design.lift.leave')}</Button>}
      </div>
    </section>
  );
}

interface LiftedDraftProps extends Pick<MigrateProps, 'show'> {
  readonly before: JsonObject;
  readonly lifted: DraftLifted;
}

function LiftedDraft({ before, lifted: { blueprint, questions, faults }, show }: LiftedDraftProps) {
  const words = useWords();
  const changes = useMemo(() => meantChanges(before, blueprint), [before, blueprint]);
  if (faults.length > 0)
    return (
      <>
        <p className="fault">{words('design.lift.faults')}</p>
        <Notes notes={faults} show={show} />
      </>
    );
  return (
    <>
      <p role="status">{words('design.lift.count', { count: changes.length })}</p>
      <ChangeList changes={changes} before={before} after={blueprint} />
      {questions.length > 0 && (
        <>
          <h3>{words('design.lift.questions')}</h3>
          <Notes notes={questions} show={show} />
        </>
      )}
    </>
  );
}

/** As the rules of the lift say them. */
function Notes({ notes, show }: Pick<MigrateProps, 'show'> & { readonly notes: readonly LiftNote[] }) {
  const words = useWords();
  return (
    <ul className="lift-notes">
      {notes.map(({ location, message }) => (
        <li key={`${location} ${message}`}>
          <span lang="en">{message}</span>{' '}
          <button type="button" className="problem-place" onClick={() => show(location)}>
            {words('design.lift.place')}
            <span className="unseen"> {location}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
