// The instances that the person sees, the newest first.
import '../forms/forms.css';
import { Link, useLoaderData } from '@tanstack/react-router';
import { useState } from 'react';
import { linkTo } from '../instance-address.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { InstanceStatus } from './instance-status.js';

const PAGE = 25;

type Page = Awaited<ReturnType<typeof node.inbox.listInstances>>;

export const readInstances = (cursor?: string) =>
  node.inbox.listInstances({ query: { pageSize: PAGE, ...(cursor !== undefined && { cursor }) } });

export function InstancesPage() {
  const words = useWords();
  const first: Page = useLoaderData({ strict: false });
  const [older, setOlder] = useState<Pick<Page, 'items' | 'nextCursor'>>();
  const items = [...first.items, ...(older?.items ?? [])];
  const next = older ? older.nextCursor : first.nextCursor;
  async function more(): Promise<void> {
    const page = await readInstances(next);
    setOlder({ ...page, items: [...(older?.items ?? []), ...page.items] });
  }
  return (
    <section>
      <h1>{words('instances.title')}</h1>
      {items.length === 0 && (
        <div className="card">
          <h2>{words('instances.none')}</h2>
          <Link className="button" to={PATHS.begin}>
            {words('begin.title')}
          </Link>
        </div>
      )}
      <ol className="rows">
        {items.map(
          ({ id, registerId, state, subject, blueprintTitle, blueprintId, createdAt, completedActionCount }) => (
            <li key={`${registerId} ${id}`} className="row">
              <HashPicture value={id} />
              <div className="wide">
                <Link to={PATHS.instance} {...linkTo({ id, registerId })}>
                  {subject === undefined ? (blueprintTitle ?? blueprintId) : <bdi>{subject}</bdi>}{' '}
                  <CodeValue value={id} />
                </Link>
                <p className="hint">
                  {subject !== undefined && `${blueprintTitle} · `}
                  <Moment value={createdAt} /> · {words('instances.done', { count: completedActionCount })}
                </p>
              </div>
              <InstanceStatus state={state} />
            </li>
          ),
        )}
      </ol>
      {next !== undefined && <Button onPress={() => void more()}>{words('inbox.more')}</Button>}
    </section>
  );
}
