// Drafts of the organisation, what is published by register, and templates to begin with.
import './blueprints.css';
import '../words/designing.js';
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { DraftList } from './draft-list.js';
import { makeEmpty, makeFromFile } from './keeping.js';
import { PublishedList } from './published-list.js';
import type { BlueprintsData } from './read-blueprints.js';
import { TemplateList } from './templates/template-list.js';

const TABS = [
  { show: 'drafts', words: 'blueprints.drafts' },
  { show: 'published', words: 'blueprints.published' },
  { show: 'templates', words: 'blueprints.templates' },
] as const;

export function BlueprintsPage() {
  const words = useWords();
  const data: BlueprintsData = useLoaderData({ strict: false });
  const { who } = data;
  return (
    <section className="blueprints">
      <header className="titled">
        <h1 className="wide">{words('blueprints.title')}</h1>
        {who.may.has('createBlueprint') && <NewDraft />}
      </header>
      <nav className="tabs" aria-label={words('blueprints.views')}>
        {TABS.filter(({ show }) => show !== 'templates' || who.may.has('listTemplates')).map((tab) => (
          <Link
            key={tab.show}
            to={PATHS.blueprints}
            search={tab.show === 'drafts' ? {} : { show: tab.show }}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {words(tab.words)}
          </Link>
        ))}
      </nav>
      {data.drafts && <DraftList first={data.drafts} who={who} />}
      {data.published && <PublishedList published={data.published} who={who} />}
      {data.templates && <TemplateList templates={data.templates} />}
    </section>
  );
}

/** A draft with nothing in it, or of a file. */
function NewDraft() {
  const words = useWords();
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const [isNaming, setNaming] = useState(false);
  const { isBusy, fault, run } = useAct();
  const open = (blueprintId: string) => navigate({ to: PATHS.blueprint, params: { blueprintId } });
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words('blueprints.import')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) run(async () => open(await makeFromFile(file, words)));
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      {fault !== undefined && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      <Button icon="file-up" isBusy={isBusy} onPress={() => picker.current?.click()}>
        {words('blueprints.import')}
      </Button>
      <Button kind="main" icon="plus" onPress={() => setNaming(true)}>
        {words('blueprints.new')}
      </Button>
      {isNaming && <NameDraft onClose={() => setNaming(false)} onMade={(id) => void open(id)} />}
    </>
  );
}

interface NameDraftProps {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

function NameDraft({ onClose, onMade }: NameDraftProps) {
  const words = useWords();
  const [title, setTitle] = useState('');
  const { isBusy, fault, run } = useAct();
  return (
    <Dialog title={words('blueprints.new.title')} onClose={onClose}>
      <form
        className="named"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => onMade(await makeEmpty(title, words('blueprints.new.about', { title }))));
        }}
      >
        <TextField label={words('blueprints.name')} value={title} onChange={setTitle} fault={fault} />
        <p className="hint">
          <Link to={PATHS.blueprints} search={{ show: 'templates' }} onClick={onClose}>
            {words('blueprints.new.template')}
          </Link>
        </p>
        <p className="acts">
          <Button onPress={onClose}>{words('blueprints.back')}</Button>
          <Button kind="main" isBusy={isBusy || title.trim() === ''}>
            {words('blueprints.new.act')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
