// All that waits for the person, over all wallets and registers: what ends first is at the top.
import '../forms/forms.css';
import { Link, useLoaderData, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button.js';
import { Face } from '../parts/face.js';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords, type Words } from '../words/words.js';

const PAGE = 50;
/** Below it something is due soon. */
const SOON_MS = 86_400_000;

type Work = Awaited<ReturnType<typeof node.inbox.listMyWork>>;
type WorkItem = Work['items'][number];
type Kind = WorkItem['kind'];

export const readInbox = () => node.inbox.listMyWork({ query: { pageSize: PAGE } });

export function InboxPage() {
  const words = useWords();
  const router = useRouter();
  const first: Work = useLoaderData({ strict: false });
  const [kind, setKind] = useState<Kind>();
  const [shown, setShown] = useState<Work>();
  const { items, counts, nextCursor } = shown ?? first;
  async function choose(chosen: Kind | undefined): Promise<void> {
    setKind(chosen);
    const query = { pageSize: PAGE, ...(chosen !== undefined && { kind: chosen }) };
    setShown(chosen === undefined ? undefined : await node.inbox.listMyWork({ query }));
  }
  async function more(): Promise<void> {
    const query = { pageSize: PAGE, ...(kind !== undefined && { kind }), cursor: nextCursor as string };
    const page = await node.inbox.listMyWork({ query });
    setShown({ ...page, items: [...items, ...page.items] });
  }
  return (
    <section className="inbox">
      <header className="titled">
        <div className="wide">
          <h1>{words('inbox.title')}</h1>
          <p className="lead">{words('inbox.count', { total: counts.total, due: counts.dueWithinDay })}</p>
        </div>
        <Button kind="plain" icon="refresh" label={words('refused.again')} onPress={() => void router.invalidate()} />
      </header>
      <Kinds byKind={first.counts.byKind} chosen={kind} onChoose={(chosen) => void choose(chosen)} />
      {items.length === 0 && (
        <div className="card">
          <h2>{words('inbox.none')}</h2>
          <p className="hint">{words('inbox.none.about')}</p>
          <Link className="button" to={PATHS.begin}>
            {words('begin.title')}
          </Link>
        </div>
      )}
      <ol className="rows">
        {items.map((item) => (
          <WorkRow key={`${item.walletAddress} ${item.branchId}`} item={item} />
        ))}
      </ol>
      {nextCursor !== undefined && <Button onPress={() => void more()}>{words('inbox.more')}</Button>}
    </section>
  );
}

interface KindsProps {
  readonly byKind: Readonly<Record<string, number | undefined>>;
  readonly chosen: Kind | undefined;
  readonly onChoose: (kind: Kind | undefined) => void;
}

/** A single kind needs no choice. */
function Kinds({ byKind, chosen, onChoose }: KindsProps) {
  const words = useWords();
  const kinds = Object.keys(byKind) as Kind[];
  if (kinds.length < 2) return null;
  return (
    <p className="row-acts">
      <Filter isChosen={chosen === undefined} onPress={() => onChoose(undefined)}>
        {words('inbox.all')}
      </Filter>
      {kinds.map((kind) => (
        <Filter key={kind} isChosen={chosen === kind} onPress={() => onChoose(kind)}>
          {words('inbox.kind', { kind, count: byKind[kind] })}
        </Filter>
      ))}
    </p>
  );
}

interface FilterProps {
  readonly isChosen: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

function Filter({ isChosen, onPress, children }: FilterProps) {
  return (
    <button type="button" className="filter" aria-pressed={isChosen} onClick={onPress}>
      {children}
    </button>
  );
}

function WorkRow({ item }: { readonly item: WorkItem }) {
  const words = useWords();
  const { instanceId, actionId, kind, title, blueprintTitle, participantName, deadline } = item;
  const label = labelOf(item, words);
  const isAct = kind === 'action' && item.notBefore === undefined;
  return (
    <li className="row">
      <Face name={participantName} place={placeOf(item.participantId)} isLarge />
      <div className="wide">
        {isAct ? (
          <Link to={PATHS.act} params={{ instanceId, actionId }}>
            {title}
          </Link>
        ) : (
          <Link to={PATHS.instance} params={{ instanceId }} hash="moves">
            {words('inbox.asked', { kind, title })}
          </Link>
        )}
        <p className="hint">{blueprintTitle}</p>
      </div>
      {label && (
        <span className="pill" data-kind={label.kind}>
          {label.text}
        </span>
      )}
      <span className="hint">{words('inbox.as', { role: participantName })}</span>
      <span className="hint due" data-soon={isSoon(deadline)}>
        <Icon name="clock" />
        {words(deadline === undefined ? 'inbox.since' : 'inbox.due')} <Moment value={deadline ?? item.since} />
      </span>
    </li>
  );
}

function isSoon(deadline: string | undefined): boolean {
  return deadline !== undefined && Date.parse(deadline) - Date.now() < SOON_MS;
}

function labelOf(item: WorkItem, words: Words): { readonly kind: 'open' | 'bad'; readonly text: string } | undefined {
  if ((item.suspectCount ?? 0) > 0) return { kind: 'bad', text: words('inbox.suspect') };
  if (item.isSentBack) return { kind: 'open', text: words('inbox.sent-back') };
  if (item.notBefore !== undefined) return { kind: 'open', text: words('inbox.not-before') };
  if (item.voting) return { kind: 'open', text: words('inbox.vote') };
  return undefined;
}

/** A role has one colour wherever it waits: that of its name. */
function placeOf(role: string): number {
  return [...role].reduce((sum, character) => sum + (character.codePointAt(0) as number), 0);
}
