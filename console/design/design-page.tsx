// The page of a draft: its actions and ways, one view of them, and what follows from it.
import '../forms/forms.css';
import './design.css';
import '../words/designing.js';
import { useLoaderData, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { isLanguage1 } from '../../core/design/lift/language.js';
import { showDraft } from '../../core/edits/view/shown-draft.js';
import { DraftStore, useDraft } from '../drafts/draft-store.js';
import { type DraftRead, readDraftOf, withDraftHere } from '../drafts/drafts-here.js';
import { usePerson } from '../session/use-person.js';
import { useLanguage, useWords } from '../words/words.js';
import { DesignContext, type DesignState } from './design-context.js';
import { DesignHead } from './design-head.js';
import type { DesignPlace, DesignSearch } from './design-search.js';
import { Differs } from './differs.js';
import { ActionsColumn } from './graph/actions-column.js';
import type { Marks } from './panel-props.js';
import { PANELS } from './panels.js';
import { placeOf } from './problem-place.js';
import { SidePanels } from './side-panels.js';
import { useWays } from './use-ways.js';
import { VIEWS } from './views.js';

/** Most drafts are of language 2. */
const Migrate = lazy(async () => ({ default: (await import('../blueprints/migrate-draft.js')).MigrateDraft }));

export const readDesign = ({ params }: { readonly params: { readonly blueprintId: string } }) =>
  readDraftOf(params.blueprintId);

/** Behind a function: the router walks through the types of data, and JSON has no end. */
export async function withHere(read: Awaited<ReturnType<typeof readDesign>>): Promise<() => DraftRead> {
  const draft = await withDraftHere(read);
  return () => draft;
}

export function DesignPage() {
  const read: () => DraftRead = useLoaderData({ strict: false });
  const data = read();
  return <DesignOf key={data.place.blueprintId} data={data} />;
}

function DesignOf({ data }: { readonly data: DraftRead }) {
  const words = useWords();
  const [store] = useState(() => new DraftStore(data));
  useEffect(() => () => store.end(), [store]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onUndoKeys(event, store);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store]);
  const design = useDesignOf(store);
  const { panel = 'problems' }: DesignSearch = useSearch({ strict: false });
  const [marks, mark] = useState<Marks>();
  const value = useMemo(() => ({ ...design, marks }), [design, marks]);
  const person = usePerson(true);
  const panels = PANELS.filter(({ needs }) => needs === undefined || person === undefined || person.may.has(needs));
  const show = useCallback((pointer: string) => design.go(placeOf(pointer, design.now.blueprint)), [design]);
  const below = panels.find(({ name, place }) => name === panel && place === 'below');
  // Two versions become one before their language is looked at.
  const isOld = isLanguage1(design.now.blueprint) && design.now.theirs === undefined;
  const View = VIEWS.find(({ name }) => name === design.view)?.component;
  return (
    <DesignContext value={value}>
      <div className="design">
        <DesignHead />
        <Differs />
        <Suspense>{isOld && <Migrate store={store} show={show} />}</Suspense>
        <ActionsColumn />
        <section className="design-work" aria-label={words('design.work')}>
          <Suspense>{View && <View />}</Suspense>
        </section>
        <SidePanels {...{ panels, panel, store, show, mark }} />
        {below && (
          <section className="design-below" aria-label={words(below.words)}>
            <Suspense>
              <below.component {...{ store, show, mark }} />
            </Suspense>
          </section>
        )}
      </div>
    </DesignContext>
  );
}

function useDesignOf(store: DraftStore): Omit<DesignState, 'marks'> {
  const { language } = useLanguage();
  const navigate = useNavigate();
  const search: DesignSearch = useSearch({ strict: false });
  const now = useDraft(store);
  const shown = useMemo(() => showDraft(now.blueprint, language), [now.blueprint, language]);
  const ways = useWays(store, now.blueprint);
  const [path, light] = useState<readonly number[]>([]);
  const go = useCallback(
    (place: DesignPlace) =>
      void navigate({ to: '.', search: (before) => ({ ...before, field: undefined, ...place }), replace: true }),
    [navigate],
  );
  const action = shown.actions.find(({ id }) => id === search.action) ?? shown.actions[0];
  const { view = 'matrix', field } = search;
  return useMemo(
    () => ({ store, now, shown, ways, action, field, view, path, light, go }),
    [store, now, shown, ways, action, field, view, path, go],
  );
}

/** Fields of text take back what was typed in them. */
function onUndoKeys(event: KeyboardEvent, store: DraftStore): void {
  const { target, key, ctrlKey, metaKey, shiftKey } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input:not([type]), input[type=text], textarea');
  if (isTyping || !(ctrlKey || metaKey) || key.toLowerCase() !== 'z') return;
  event.preventDefault();
  if (shiftKey) store.redo();
  else store.undo();
}
