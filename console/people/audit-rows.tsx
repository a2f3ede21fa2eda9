// Rows of the audit trail: when, what, by whom, from where, and what the node noted beside.
import { Link } from '@tanstack/react-router';
import { Ago } from '../parts/ago.js';
import { CodedText } from '../parts/coded-text.js';
import { Icon } from '../parts/icon.js';
import { PATHS } from '../paths.js';
import type { node } from '../session/node.js';
import '../words/administering.js';
import { useWords } from '../words/words.js';

export type ShownAudit = Awaited<ReturnType<typeof node.audit.listAuditEvents>>['items'][number];

interface AuditRowsProps {
  readonly rows: readonly ShownAudit[];
  /** Names of those who acted, by id; others are shown by it. */
  readonly names: ReadonlyMap<string, string>;
}

export function AuditRows({ rows, names }: AuditRowsProps) {
  const words = useWords();
  if (rows.length === 0) return <p className="card">{words('audit.none')}</p>;
  return (
    <ol className="rows audit-rows">
      {rows.map((row) => (
        <li key={row.id} className="row" data-failed={!row.success || undefined}>
          <Icon name={row.success ? 'check' : 'circle-x'} />
          <div className="wide">
            {words('event', { type: row.eventType })}
            {!row.success && ` · ${words('audit.failed')}`}
            <p className="hint" lang="en">
              <CodedText text={detailsOf(row, names)} />
            </p>
          </div>
          {row.identityId !== null && (
            <Link className="audit-who" to={PATHS.audit} search={{ about: row.identityId }}>
              <Who id={row.identityId} name={names.get(row.identityId)} />
            </Link>
          )}
          <span className="person-seen hint">
            <Ago value={row.time} />
            <br />
            {row.address}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Who({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  return name === undefined ? <CodedText text={id} /> : <bdi>{name}</bdi>;
}

function detailsOf({ details }: ShownAudit, names: ReadonlyMap<string, string>): string {
  return Object.entries(details)
    .map(([name, value]) => names.get(String(value)) ?? `${name} ${value}`)
    .join(' · ');
}
