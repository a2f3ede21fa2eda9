// All that waits for the person, over all wallets and registers: what ends first is at the top.
import '../forms/forms.css';
import { Link, useLoaderData, useRouter, useSearch } from '@tanstack/react-router';
import { memo, useEffect, useState } from 'react';
import { WaitingProposals } from '../governance/waiting-proposals.js';
import { linkTo } from '../instance-address.js';
import { followPerson } from '../live/follow.js';
import { useHeld } from '../live/use-dockets.js';
import { nodeNow } from '../node-time.js';
import { Button } from '../parts/button.js';
import { Face } from '../parts/face.js';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { useSaying } from '../parts/said/say.js';
import { PATHS } from '../paths.js';
import { useWords, type Words } from '../words/words.js';
import { readWork, type Work } from './read-work.js';
import { WaitingCredentials } from './waiting-credentials.js';

const PAGE = 100;
/** Below it something is due soon. */
const SOON_MS = 86_400_000;

type WorkItem = Work['items'][number];
type Kind = WorkItem['kind'];

interface Place {
  readonly search: { readonly kind?: string };
}

export const readInbox = ({ search }: Place) => readPage(search.kind as Kind | undefined);

const readPage = (kind: Kind | undefined, cursor?: string) =>
  readWork({ pageSize: PAGE, ...(kind !== undefined && { kind }), ...(cursor !== undefined && { cursor }) });

export function InboxPage() {
  const words = useWords();
  const router = useRouter();
  const { kind }: Place['search'] = useSearch({ strict: false });
  const read: Work = useLoaderData({ strict: false });
  const [isPointed, setPointed] = useState(false);
  // Nothing moves under the pointer.
  const first = useHeld(read, isPointed);
  const count = newIn(read, first);
  useSaying(count > 0 ? words('inbox.new', { count }) : undefined);
  useEffect(() => followPerson(() => void router.invalidate()), [router]);
  const { counts } = first;
  const { items, nextCursor, more } = useFurther(first, kind as Kind | undefined);
  return (
    <section className="inbox">
      <header className="titled">
        <div className="wide">
          <h1>{words('inbox.title')}</h1>
          <p className="lead">{words('inbox.count', { total: counts.total, due: counts.dueWithinDay })}</p>
        </div>
        <Button kind="plain" icon="refresh" label={words('refused.again')} onPress={() => void router.invalidate()} />
      </header>
      <WaitingProposals />
      <WaitingCredentials read={read} />
      <Kinds byKind={counts.byKind} chosen={kind} />
      {count > 0 && (
        <Button icon="arrow-up" onPress={() => setPointed(false)}>
          {words('inbox.new', { count })}
        </Button>
      )}
      {items.length === 0 && (
        <div className="card">
          <h2>{words('inbox.none')}</h2>
          <p className="hint">{words('inbox.none.about')}</p>
          <Link className="button" to={PATHS.begin}>
            {words('begin.title')}
          </Link>
        </div>
      )}
      <ol className="rows" onPointerEnter={() => setPointed(true)} onPointerLeave={() => setPointed(false)}>
        {items.map((item) => (
          <WorkRow key={keyOf(item)} item={item} />
        ))}
      </ol>
      {nextCursor !== undefined && <Button onPress={() => void more()}>{words('inbox.more')}</Button>}
    </section>
  );
}

const keyOf = ({ walletAddress, branchId }: WorkItem) => `${walletAddress} ${branchId}`;

function newIn(read: Work, shown: Work): number {
  const known = new Set(shown.items.map(keyOf));
  return read.items.filter((item) => !known.has(keyOf(item))).length;
}

interface Further extends Pick<Work, 'items' | 'nextCursor'> {
  readonly behind: Work;
  readonly kind: Kind | undefined;
}

/** The first page and what was asked for behind it. Where the first one is read anew, the others are. */
function useFurther(first: Work, kind: Kind | undefined) {
  const [further, setFurther] = useState<Further>();
  const kept = further?.kind === kind ? further : undefined;
  const { items, nextCursor } = kept ?? first;
  useEffect(() => {
    if (kept === undefined || kept.behind === first) return;
    let isOld = false;
    const give = (page: Further): void => {
      if (!isOld) setFurther(page);
    };
    // Old ones stay where the node is away, and the page says so.
    readTo(kept.items.length, { ...first, behind: first, kind }).then(give, () => undefined);
    return () => {
      isOld = true;
    };
  }, [kept, first, kind]);
  const more = async () => setFurther(await readTo(items.length + 1, { items, nextCursor, behind: first, kind }));
  return { items, nextCursor, more };
}

/** Pages behind what is there, until there are so many entries. */
async function readTo(count: number, from: Further): Promise<Further> {
  let all = from;
  while (all.items.length < count && all.nextCursor !== undefined) {
    const page = await readPage(from.kind, all.nextCursor);
    all = { ...from, items: [...all.items, ...page.items], nextCursor: page.nextCursor };
  }
  return all;
}

interface KindsProps {
  readonly byKind: Readonly<Record<string, number | undefined>>;
  readonly chosen: string | undefined;
}

/** A single kind needs no choice. */
function Kinds({ byKind, chosen }: KindsProps) {
  const words = useWords();
  const kinds = Object.keys(byKind);
  if (kinds.length < 2 && chosen === undefined) return null;
  return (
    <nav className="row-acts" aria-label={words('inbox.kinds')}>
      <Filter search={{}} isChosen={chosen === undefined}>
        {words('inbox.all')}
      </Filter>
      {kinds.map((kind) => (
        <Filter key={kind} search={{ kind }} isChosen={chosen === kind}>
          {words('inbox.kind', { kind, count: byKind[kind] })}
        </Filter>
      ))}
    </nav>
  );
}

interface FilterProps {
  readonly search: Place['search'];
  readonly isChosen: boolean;
  readonly children: string;
}

function Filter({ search, isChosen, children }: FilterProps) {
  return (
    <Link className="filter" to={PATHS.inbox} search={search} aria-current={isChosen ? 'page' : undefined}>
      {children}
    </Link>
  );
}

/** Drawn once: a thousand of them may be there. */
const WorkRow = memo(function WorkRow({ item }: { readonly item: WorkItem }) {
  const words = useWords();
  const { instanceId, actionId, kind, title, subject, blueprintTitle, participantName, deadline } = item;
  const label = labelOf(item, words);
  const isAct = kind === 'action' && item.notBefore === undefined;
  const { search } = linkTo({ id: instanceId, registerId: item.registerAddress });
  return (
    <li className="row">
      <Face name={participantName} place={placeOf(item.participantId)} isLarge />
      <div className="wide">
        {isAct ? (
          <Link to={PATHS.act} params={{ instanceId, actionId }} search={search}>
            {title}
          </Link>
        ) : (
          <Link to={PATHS.instance} params={{ instanceId }} search={search} hash="moves">
            {words('inbox.asked', { kind, title })}
          </Link>
        )}
        <p className="hint">
          {subject !== undefined && (
            <>
              <bdi className="subject">{subject}</bdi> ·{' '}
            </>
          )}
          {blueprintTitle}
        </p>
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
});

function isSoon(deadline: string | undefined): boolean {
  return deadline !== undefined && Date.parse(deadline) - nodeNow() < SOON_MS;
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
