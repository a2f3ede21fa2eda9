// Two versions of a blueprint compared: by what it means, then member by member, and what it is for instances that run.
import './blueprints.css';
import './diff.css';
import '../words/designing.js';
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import type { JsonObject } from '../../core/base/json.js';
import { differences } from '../../core/design/authoring/difference.js';
import { meantChanges } from '../../core/design/authoring/meaning.js';
import { Icon } from '../parts/icon.js';
import { PATHS } from '../paths.js';
import { minuteFormat } from '../words/formats.js';
import { useLocale, useWords } from '../words/words.js';
import { ChangeList } from './change-list.js';
import type { DiffData } from './read-diff.js';
import { DRAFT } from './search.js';

export function DiffPage() {
  const words = useWords();
  const data: DiffData = useLoaderData({ strict: false });
  const { blueprintId, title, hasDraft, compared } = data;
  return (
    <section className="diff">
      <p className="crumbs">
        <Link to={PATHS.blueprints}>{words('blueprints.title')}</Link>
        {hasDraft && (
          <>
            {' › '}
            <Link to={PATHS.blueprint} params={{ blueprintId }}>
              {title}
            </Link>
          </>
        )}
      </p>
      <h1>{words('diff.title', { title })}</h1>
      {compared ? <Comparison data={data} compared={compared} /> : <NothingToCompare hasDraft={hasDraft} />}
      <Running data={data} />
    </section>
  );
}

function NothingToCompare({ hasDraft }: { readonly hasDraft: boolean }) {
  const words = useWords();
  return (
    <div className="card">
      <h2>{words('diff.none')}</h2>
      <p className="hint">{words(hasDraft ? 'diff.none.published' : 'diff.none.other')}</p>
    </div>
  );
}

interface ComparisonProps {
  readonly data: DiffData;
  readonly compared: NonNullable<DiffData['compared']>;
}

function Comparison({ data, compared: { before, after } }: ComparisonProps) {
  const words = useWords();
  const navigate = useNavigate();
  const [was, is] = [before.blueprint, after.blueprint] as [JsonObject, JsonObject];
  const changes = meantChanges(was, is);
  const isRehearsed = !changes.some(({ isBehaviour }) => isBehaviour);
  const choose = (which: 'before' | 'after') => (key: string) =>
    void navigate({
      to: PATHS.blueprintDiff,
      params: { blueprintId: data.blueprintId },
      search: { before: before.key, after: after.key, [which]: key },
    });
  return (
    <>
      <div className="diff-choice">
        <VersionChoice label={words('diff.before')} data={data} value={before.key} onChoose={choose('before')} />
        <VersionChoice label={words('diff.after')} data={data} value={after.key} onChoose={choose('after')} />
      </div>
      <p className="diff-sum" role="status">
        <Icon name={isRehearsed ? 'circle-check' : 'circle-dashed'} />
        {words('diff.count', { count: changes.length })}{' '}
        {changes.length > 0 && words(isRehearsed ? 'diff.same-behaviour' : 'diff.rehearse')}
      </p>
      <ChangeList changes={changes} before={was} after={is} />
      {changes.length > 0 && <AsText before={was} after={is} />}
    </>
  );
}

interface VersionChoiceProps {
  readonly label: string;
  readonly data: DiffData;
  readonly value: string;
  readonly onChoose: (key: string) => void;
}

function VersionChoice({ label, data: { hasDraft, versions }, value, onChoose }: VersionChoiceProps) {
  const words = useWords();
  const format = minuteFormat(useLocale());
  const id = useId();
  const registers = new Set(versions.map(({ registerId }) => registerId));
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        {hasDraft && <option value={DRAFT}>{words('diff.draft')}</option>}
        {versions.map(({ version, publicationTxId, publishedAt, registerId }) => (
          <option key={publicationTxId} value={publicationTxId}>
            {words('blueprints.version', { version })} · {format.format(new Date(publishedAt))}
            {registers.size > 1 && ` · ${registerId.slice(0, SHOWN)}`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Signs of an id by which people tell registers apart. */
const SHOWN = 8;

interface AsTextProps {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

function AsText({ before, after }: AsTextProps) {
  const words = useWords();
  return (
    <details className="diff-text">
      <summary>{words('diff.text')}</summary>
      {differences(before, after).map(({ path, before: was, after: is }) => (
        <figure key={path}>
          <figcaption>
            <code>{path}</code>
          </figcaption>
          {was !== undefined && (
            <pre data-change="removed">
              <span className="unseen">{words('diff.before')}</span>
              {JSON.stringify(was, null, 2)}
            </pre>
          )}
          {is !== undefined && (
            <pre data-change="added">
              <span className="unseen">{words('diff.after')}</span>
              {JSON.stringify(is, null, 2)}
            </pre>
          )}
        </figure>
      ))}
    </details>
  );
}

/** An instance keeps the version that it was begun under: a register has no way to move it to another one. */
function Running({ data: { running, versions } }: { readonly data: DiffData }) {
  const words = useWords();
  const { byPublication, isCut } = running;
  if (byPublication.size === 0) return <p className="hint">{words('diff.running.none')}</p>;
  return (
    <section aria-labelledby="running">
      <h2 id="running">{words('diff.running')}</h2>
      <ul className="rows">
        {[...byPublication].map(([publicationTxId, count]) => {
          const listed = versions.find((each) => each.publicationTxId === publicationTxId);
          const version = listed?.version ?? publicationTxId.slice(0, SHOWN);
          return (
            <li key={publicationTxId} className="row">
              {words('diff.running.of', { count, version })}
            </li>
          );
        })}
      </ul>
      <p className="hint">
        {words('diff.running.why')} {isCut && words('diff.running.cut')}
      </p>
    </section>
  );
}
