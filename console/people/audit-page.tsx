// The audit trail of the organisation, or of the node: who did what, and what failed.
import { useLoaderData, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { AUDIT_EVENTS } from '../../core/tenant/organisations/audit-events.js';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { saveFile } from '../parts/save-file.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import '../words/administering.js';
import { useWords } from '../words/words.js';
import type { AuditChoice } from './audit-filter.js';
import { type AuditRead, type AuditRowPage, exportRows, readRows } from './audit-read.js';
import { AuditRows } from './audit-rows.js';
import './people.css';

export function AuditPage() {
  const words = useWords();
  const { who, filter, page, names }: AuditRead = useLoaderData({ strict: false });
  const { isBusy, fault, run } = useAct();
  const save = () => run(async () => saveFile('audit.csv', await exportRows(filter), 'text/csv'));
  return (
    <section className="people">
      <div className="acts">
        <h1>{words('audit.title')}</h1>
        <Button icon="download" isBusy={isBusy} onPress={save}>
          {words('audit.export')}
        </Button>
      </div>
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      <Filters filter={filter} names={names} hasNode={who.may.has('listPlatformAuditEvents')} />
      <Rows key={JSON.stringify(filter)} filter={filter} first={page} names={names} />
      <AsCommand
        act="audit.list"
        values={{ type: filter.type, about: filter.about, since: filter.from, until: filter.to }}
      />
    </section>
  );
}

interface RowsProps {
  readonly filter: AuditChoice;
  readonly first: AuditRowPage;
  readonly names: ReadonlyMap<string, string>;
}

/** Of one filter: another one is another list. Rows that come meanwhile are above it, and miss none below. */
function Rows({ filter, first, names }: RowsProps) {
  const words = useWords();
  const [older, setOlder] = useState<AuditRowPage>();
  const { isBusy, fault, run } = useAct();
  const next = older ? older.next : first.next;
  const more = () =>
    run(async () => {
      const page = await readRows(filter, next ?? undefined);
      setOlder({ ...page, items: [...(older?.items ?? []), ...page.items] });
    });
  return (
    <>
      <AuditRows rows={[...first.items, ...(older?.items ?? [])]} names={names} />
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      {next !== null && (
        <Button isBusy={isBusy} onPress={more}>
          {words('audit.older')}
        </Button>
      )}
    </>
  );
}

interface FiltersProps {
  readonly filter: AuditChoice;
  readonly names: ReadonlyMap<string, string>;
  readonly hasNode: boolean;
}

function Filters({ filter, names, hasNode }: FiltersProps) {
  const words = useWords();
  const id = useId();
  const navigate = useNavigate();
  const go = (change: Partial<Record<keyof AuditChoice, unknown>>) => {
    const stated = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '' && value !== false);
    void navigate({ to: PATHS.audit, search: Object.fromEntries(stated) });
  };
  return (
    <div className="filters">
      <div className="field">
        <label htmlFor={`${id}-type`}>{words('audit.kind')}</label>
        <select id={`${id}-type`} value={filter.type ?? ''} onChange={({ target }) => go({ type: target.value })}>
          <option value="">{words('audit.any')}</option>
          {AUDIT_EVENTS.map((type) => (
            <option key={type} value={type}>
              {words('event', { type })}
            </option>
          ))}
        </select>
      </div>
      <AboutField about={filter.about} names={names} onChoose={(about) => go({ about })} />
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="field">
          <label htmlFor={`${id}-${name}`}>{words(name === 'from' ? 'audit.from' : 'audit.to')}</label>
          <input
            id={`${id}-${name}`}
            type="date"
            value={filter[name] ?? ''}
            onChange={({ target }) => go({ [name]: target.value })}
          />
        </div>
      ))}
      <label className="check">
        <input
          type="checkbox"
          checked={filter.failed === true}
          onChange={({ target }) => go({ failed: target.checked })}
        />
        {words('audit.failures')}
      </label>
      {hasNode && (
        <label className="check">
          <input
            type="checkbox"
            checked={filter.node === true}
            onChange={({ target }) => go({ node: target.checked })}
          />
          {words('audit.of-node')}
        </label>
      )}
    </div>
  );
}

interface AboutFieldProps {
  readonly about: string | undefined;
  readonly names: ReadonlyMap<string, string>;
  readonly onChoose: (about: string) => void;
}

function AboutField({ about, names, onChoose }: AboutFieldProps) {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words('audit.about')}</label>
      <select id={id} value={about ?? ''} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{words('audit.anybody')}</option>
        {about !== undefined && !names.has(about) && <option value={about}>{about}</option>}
        {[...names].map(([userId, name]) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
