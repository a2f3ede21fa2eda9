// The left column: the actions of a draft as a graph or as a list, and what can be added to it.
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../parts/button.js';
import { useWords } from '../../words/words.js';
import { AddDialog, type AddedThing } from '../add-dialog.js';
import { useDesign } from '../design-context.js';
import { ActionTree } from './action-tree.js';

const Graph = lazy(async () => ({ default: (await import('./graph.js')).Graph }));

/** Narrower pages begin with the list: a graph that is as small as a finger says nothing. */
const GRAPH_FROM = '(min-width: 901px)';

export function ActionsColumn() {
  const words = useWords();
  const { shown, action, now } = useDesign();
  const [added, add] = useState<AddedThing>();
  const [isGraph, setGraph] = useState(() => matchMedia(GRAPH_FROM).matches);
  return (
    <section className="design-actions" aria-label={words('design.actions')}>
      <fieldset className="design-tabs">
        <legend className="unseen">{words('design.actions.as')}</legend>
        {[true, false].map((its) => (
          <button
            key={String(its)}
            type="button"
            className="design-tab"
            aria-pressed={its === isGraph}
            onClick={() => setGraph(its)}
          >
            {words(its ? 'design.actions.graph' : 'design.actions.list')}
          </button>
        ))}
      </fieldset>
      {shown.actions.length === 0 && <p className="hint">{words('design.actions.none')}</p>}
      {isGraph && shown.actions.length > 0 ? (
        <Suspense>
          <Graph />
        </Suspense>
      ) : (
        <ActionTree onRoute={(from) => add({ kind: 'route', from })} />
      )}
      {now.mayEdit && (
        <div className="row-acts">
          <Button icon="plus" onPress={() => add({ kind: 'action' })}>
            {words('design.add.action')}
          </Button>
          <Button icon="plus" onPress={() => add({ kind: 'role' })}>
            {words('design.add.role')}
          </Button>
          {action && (
            <Button icon="plus" onPress={() => add({ kind: 'route', from: action })}>
              {words('design.add.route')}
            </Button>
          )}
        </div>
      )}
      {added && <AddDialog added={added} onClose={() => add(undefined)} />}
    </section>
  );
}
