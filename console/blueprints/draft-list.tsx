// The drafts of the organisation: to open, compare, copy, keep as a file, and delete.
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { TextField } from '../parts/text-field.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { copyDraft, keepAsFile } from './keeping.js';
import { type DraftPage, type DraftRow, readDrafts } from './read-blueprints.js';
import type { BlueprintsSearch } from './search.js';

interface DraftListProps {
  readonly first: DraftPage;
  readonly who: Person;
}

export function DraftList({ first, who }: DraftListProps) {
  const words = useWords();
  const router = useRouter();
  const { q }: BlueprintsSearch = useSearch({ strict: false });
  const [more, setMore] = useState<{ readonly after: DraftPage; readonly page: DraftPage }>();
  const [gone, setGone] = useState<DraftRow>();
  const { fault, run } = useAct();
  // A page that was read beside an older first one does not continue this one.
  const later = more?.after === first ? more.page : undefined;
  const next = later ? later.nextCursor : first.nextCursor;
  const drafts = [...first.items, ...(later?.items ?? [])];
  return (
    <>
      {(first.totalCount > 1 || q !== undefined) && <SearchDrafts q={q} />}
      <DeletedDraft draft={gone} onRecovered={() => setGone(undefined)} />
      {fault !== undefined && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      {drafts.length === 0 && <NoDrafts isSearched={q !== undefined} may={who.may.has('createBlueprint')} />}
      <ul className="rows">
        {drafts.map((draft) => (
          <DraftItem
            key={draft.id}
            draft={draft}
            who={who}
            onDeleted={() => {
              setGone(draft);
              void router.invalidate();
            }}
          />
        ))}
      </ul>
      {next !== undefined && (
        <Button
          onPress={() =>
            run(async () => {
              const page = await readDrafts(q, next);
              setMore({ after: first, page: { ...page, items: [...(later?.items ?? []), ...page.items] } });
            })
          }
        >
          {words('inbox.more')}
        </Button>
      )}
    </>
  );
}

interface DeletedDraftProps {
  readonly draft: DraftRow | undefined;
  readonly onRecovered: () => void;
}

/** The draft that was deleted last, to bring it back. */
function DeletedDraft({ draft, onRecovered }: DeletedDraftProps) {
  const words = useWords();
  const router = useRouter();
  const { isBusy, fault, run } = useAct();
  async function recover(id: string): Promise<void> {
    await node.blueprints.recoverBlueprint({ params: { id } });
    onRecovered();
    await router.invalidate();
  }
  return (
    <p role="status" className={draft ? 'undo-strip' : 'unseen'}>
      {draft && words('blueprints.deleted', { title: draft.title })}
      {draft && (
        <Button icon="corner-up-left" isBusy={isBusy} onPress={() => run(() => recover(draft.id))}>
          {words('blueprints.recover')}
        </Button>
      )}
      {fault !== undefined && <span className="fault">{fault}</span>}
    </p>
  );
}

function SearchDrafts({ q = '' }: { readonly q: string | undefined }) {
  const words = useWords();
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  function search(event: FormEvent): void {
    event.preventDefault();
    void navigate({ to: PATHS.blueprints, search: text === '' ? {} : { q: text } });
  }
  return (
    <form className="search-drafts" onSubmit={search}>
      <TextField label={words('blueprints.search')} value={text} onChange={setText} />
      <Button icon="search">{words('blueprints.search.act')}</Button>
    </form>
  );
}

function NoDrafts({ isSearched, may }: { readonly isSearched: boolean; readonly may: boolean }) {
  const words = useWords();
  if (isSearched) return <p className="hint">{words('blueprints.none.found')}</p>;
  return (
    <div className="card">
      <h2>{words('blueprints.none')}</h2>
      <p className="hint">{words('blueprints.none.about')}</p>
      {may && (
        <p>
          <Link className="button main" to={PATHS.blueprints} search={{ show: 'templates' }}>
            {words('blueprints.new.template')}
          </Link>
        </p>
      )}
    </div>
  );
}

interface DraftItemProps {
  readonly draft: DraftRow;
  readonly who: Person;
  readonly onDeleted: () => void;
}

function DraftItem(props: DraftItemProps) {
  const words = useWords();
  const act = useAct();
  const { id, title, description, status, updatedAt, participantCount, actionCount } = props.draft;
  return (
    <li className="row">
      <div className="wide">
        <h2>
          <Link to={PATHS.blueprint} params={{ blueprintId: id }}>
            {title}
          </Link>
        </h2>
        <p className="hint">{description}</p>
        <p className="hint">
          {words('blueprints.size', { roles: participantCount, actions: actionCount })} · <Ago value={updatedAt} />
        </p>
        {act.fault !== undefined && (
          <p role="alert" className="fault">
            {act.fault}
          </p>
        )}
      </div>
      <span className="pill" data-kind={status === 'Published' ? 'good' : 'open'}>
        {words('blueprints.status', { status })}
      </span>
      <DraftActs {...props} act={act} />
    </li>
  );
}

function DraftActs({ draft: { id, title }, who: { may }, onDeleted, act }: DraftActsProps) {
  const words = useWords();
  const navigate = useNavigate();
  const { isBusy, run } = act;
  async function copy(): Promise<void> {
    const blueprintId = await copyDraft(id, (of) => words('blueprints.copy.title', { title: of }));
    await navigate({ to: PATHS.blueprint, params: { blueprintId } });
  }
  async function remove(): Promise<void> {
    await node.blueprints.deleteBlueprint({ params: { id } });
    onDeleted();
  }
  const acts = [
    { icon: 'copy', words: 'blueprints.copy', needs: 'createBlueprint', run: copy },
    { icon: 'download', words: 'blueprints.export', needs: 'getBlueprint', run: () => keepAsFile(id) },
    { icon: 'trash', words: 'blueprints.delete', needs: 'deleteBlueprint', run: remove },
  ] as const;
  return (
    <span className="row-acts">
      <Link
        className="button plain"
        to={PATHS.blueprintDiff}
        params={{ blueprintId: id }}
        aria-label={words('blueprints.compare', { title })}
        title={words('blueprints.compare', { title })}
      >
        <Icon name="compare" />
      </Link>
      {acts
        .filter(({ needs }) => may.has(needs))
        .map((each) => (
          <Button
            key={each.icon}
            kind="plain"
            icon={each.icon}
            isBusy={isBusy}
            label={words(each.words, { title })}
            onPress={() => run(each.run)}
          />
        ))}
    </span>
  );
}

interface DraftActsProps extends DraftItemProps {
  readonly act: ReturnType<typeof useAct>;
}
