// The head of the designer: the draft, whether it is saved, what can be taken back, and its views.
import { Link, useNavigate } from '@tanstack/react-router';
import type { StepName } from '../../core/edits/view/steps.js';
import type { DraftStore } from '../drafts/draft-store.js';
import { useLeaveAsked } from '../kept/leave-asked.js';
import { Button } from '../parts/button.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { useDesign } from './design-context.js';
import { VIEWS } from './views.js';

export function DesignHead() {
  const words = useWords();
  const { shown, now, store, view } = useDesign();
  useLeaveAsked(now.saved === 'alone');
  const sayStep = (id: string, step: StepName | undefined) =>
    step === undefined ? words(id, { step: '' }) : words(id, { step: words(step.id, step.values) });
  return (
    <header className="design-head">
      <div className="wide">
        <h1>{shown.title || words('design.untitled')}</h1>
        <p className="hint" role="status">
          {words('design.saved', { state: now.mayEdit ? now.saved : 'readonly', version: now.version })}
          {now.refusal !== undefined && <span className="fault"> {now.refusal}</span>}
        </p>
      </div>
      {now.mayEdit && (
        <>
          <Button
            kind="plain"
            icon="undo"
            label={sayStep('design.undo', now.undo)}
            isBusy={now.undo === undefined}
            onPress={() => store.undo()}
          />
          <Button
            kind="plain"
            icon="redo"
            label={sayStep('design.redo', now.redo)}
            isBusy={now.redo === undefined}
            onPress={() => store.redo()}
          />
        </>
      )}
      <DraftLinks store={store} />
      <nav className="design-tabs" aria-label={words('design.views')}>
        {VIEWS.map(({ name, words: id }) => (
          <Link
            key={name}
            to="."
            search={(before) => ({ ...before, view: name })}
            replace
            className="design-tab"
            aria-current={name === view ? 'page' : undefined}
          >
            {words(id)}
          </Link>
        ))}
      </nav>
    </header>
  );
}

/** To pages that read the draft of the node: what is shown is saved before. */
function DraftLinks({ store }: { readonly store: DraftStore }) {
  const words = useWords();
  const navigate = useNavigate();
  async function go(to: typeof PATHS.blueprintDiff | typeof PATHS.blueprintPublish): Promise<void> {
    if (await store.saveNow()) await navigate({ to, params: { blueprintId: store.blueprintId } });
  }
  return (
    <>
      <Button kind="plain" icon="compare" onPress={() => void go(PATHS.blueprintDiff)}>
        {words('design.compare')}
      </Button>
      <Button icon="publish" onPress={() => void go(PATHS.blueprintPublish)}>
        {words('design.publish')}
      </Button>
    </>
  );
}
