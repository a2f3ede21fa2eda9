// Published blueprints by register, each with its versions: to compare, and to open as a draft.
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { Dialog } from '../parts/dialog.js';
import { HashPicture } from '../parts/hash-picture.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import type { PublishedRow, RegisterPublications, VersionRow } from './read-blueprints.js';

interface PublishedListProps {
  readonly published: readonly RegisterPublications[];
  readonly who: Person;
}

export function PublishedList({ published, who }: PublishedListProps) {
  const words = useWords();
  if (published.length === 0)
    return (
      <div className="card">
        <h2>{words('blueprints.published.none')}</h2>
        <p className="hint">{words('blueprints.published.none.about')}</p>
      </div>
    );
  return published.map(({ registerId, register, blueprints, isCut }) => (
    <section key={registerId} aria-label={register}>
      <h2>
        <Link to={PATHS.register} params={{ registerId }}>
          {register}
        </Link>
      </h2>
      <ul className="rows">
        {blueprints.map((blueprint) => (
          <PublishedItem key={blueprint.blueprintId} registerId={registerId} blueprint={blueprint} who={who} />
        ))}
      </ul>
      {isCut && <p className="hint">{words('blueprints.published.cut')}</p>}
    </section>
  ));
}

interface PublishedItemProps {
  readonly registerId: string;
  readonly blueprint: PublishedRow;
  readonly who: Person;
}

function PublishedItem({ registerId, blueprint: { blueprintId, title, sealedAt }, who }: PublishedItemProps) {
  const words = useWords();
  const { fault, run } = useAct();
  const [versions, setVersions] = useState<readonly VersionRow[]>();
  async function read(): Promise<void> {
    const read = await node.blueprints.listVersions({ params: { id: blueprintId }, query: { registerId } });
    setVersions([...read].reverse());
  }
  return (
    <li className="row">
      <HashPicture value={blueprintId} />
      <details
        className="wide"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && versions === undefined) run(read);
        }}
      >
        <summary>
          {title} <span className="hint">{blueprintId}</span> · <Ago value={sealedAt} />
        </summary>
        {fault !== undefined && (
          <p role="alert" className="fault">
            {fault}
          </p>
        )}
        {versions === undefined && fault === undefined && <p className="hint">{words('nav.loading')}</p>}
        <ol className="versions">
          {versions?.map((version, i) => (
            <VersionItem key={version.publicationTxId} version={version} earlier={versions[i + 1]} who={who} />
          ))}
        </ol>
      </details>
    </li>
  );
}

interface VersionItemProps {
  readonly version: VersionRow;
  /** The one before it on the register. */
  readonly earlier: VersionRow | undefined;
  readonly who: Person;
}

function VersionItem({ version, earlier, who }: VersionItemProps) {
  const words = useWords();
  const { blueprintId, publicationTxId, registerId, publishedAt } = version;
  return (
    <li>
      <b>{words('blueprints.version', { version: version.version })}</b>
      <Moment value={publishedAt} />
      <Link to={PATHS.transaction} params={{ registerId, txId: publicationTxId }}>
        <CodeValue value={publicationTxId} />
      </Link>
      {earlier && (
        <Link
          to={PATHS.blueprintDiff}
          params={{ blueprintId }}
          search={{ before: earlier.publicationTxId, after: publicationTxId }}
        >
          {words('blueprints.compare.earlier')}
        </Link>
      )}
      {who.may.has('draftFromPublished') && <OpenAsDraft version={version} />}
    </li>
  );
}

/** The draft has the id of the blueprint: one of that id is replaced, when the person says so. */
function OpenAsDraft({ version: { blueprintId, publicationTxId, registerId } }: { readonly version: VersionRow }) {
  const words = useWords();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, fault, run } = useAct();
  const open = () => navigate({ to: PATHS.blueprint, params: { blueprintId } });
  async function make(): Promise<void> {
    await node.blueprints.draftFromPublished({ body: { registerId, blueprintId, publicationTxId } });
    await open();
  }
  return (
    <>
      <Button
        icon="pen-line"
        isBusy={isBusy}
        onPress={() =>
          run(async () => {
            if (await hasDraft(blueprintId)) setAsking(true);
            else await make();
          })
        }
      >
        {words('blueprints.amend')}
      </Button>
      {fault !== undefined && (
        <span role="alert" className="fault">
          {fault}
        </span>
      )}
      {isAsking && (
        <Dialog title={words('blueprints.amend.title')} onClose={() => setAsking(false)}>
          <p>{words('blueprints.amend.about')}</p>
          <p className="acts">
            <Button onPress={() => void open()}>{words('blueprints.amend.open')}</Button>
            <Button kind="main" isBusy={isBusy} onPress={() => run(make)}>
              {words('blueprints.amend.act')}
            </Button>
          </p>
        </Dialog>
      )}
    </>
  );
}

async function hasDraft(id: string): Promise<boolean> {
  try {
    await node.blueprints.getBlueprint({ params: { id } });
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.code === 'BLUEPRINT_NOT_FOUND') return false;
    throw error;
  }
}
