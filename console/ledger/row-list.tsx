// The transactions of a register as rows: what they are, who sent them, how many read them. New ones come by
// themselves, but not under the pointer.
import { Link } from '@tanstack/react-router';
import { memo, useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { useSaying } from '../parts/said/say.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { type ParticipantNames, SenderName } from './participant-names.js';
import { readRows } from './read-rows.js';
import { type RowFilter, type Rows, RowWindow, type TransactionRow } from './row-window.js';
import { useIsWide } from './wide.js';

const LOOK_MS = 500;

interface RowListProps {
  readonly registerId: string;
  readonly filter: RowFilter;
  readonly first: Rows;
  readonly names: ParticipantNames;
  /** TxId of the one that is shown beside them. */
  readonly chosen: string | undefined;
  /** The newest docket that was heard of. */
  readonly newest: number;
  /** Transactions in the dockets above one. */
  readonly above: (docket: number) => number;
}

/** Of one filter: another one is another list. */
export function RowList({ registerId, filter, first, names, chosen, newest, above }: RowListProps) {
  const words = useWords();
  const [list] = useState(() => new RowWindow((place) => readRows(registerId, filter, place), first));
  const { rows, cursor, lookedTo, isBehind } = useSyncExternalStore(list.listen, list.rows);
  // A hundred other rows take longer than a frame: they are drawn piece by piece, between what cannot wait.
  const drawn = useDeferredValue(rows);
  const [isHeld, setHeld] = useState(false);
  const readTo = useNewer(list, { newest, isHeld });
  const count = isBehind ? 0 : above(readTo);
  useSaying(isHeld && count > 0 ? words('register.new-transactions', { count }) : undefined);
  return (
    <div onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <div className="news">
        {isHeld && count > 0 && (
          <Button kind="main" icon="arrow-up" onPress={() => setHeld(false)}>
            {words('register.new-transactions', { count })}
          </Button>
        )}
      </div>
      {isBehind && (
        <Link to={PATHS.register} params={{ registerId }} search={withoutAt(filter)}>
          {words('register.newest')}
        </Link>
      )}
      {rows.length === 0 && <p className="card">{words(cursor === undefined ? 'rows.none' : 'rows.none-yet')}</p>}
      <RowItems rows={drawn} {...{ registerId, filter, names, chosen }} />
      {cursor !== undefined && <Older {...{ list, lookedTo, isSeeking: rows.length > 0 }} />}
    </div>
  );
}

/** Reads new rows some times a second at most. Gives the docket up to which it did. */
function useNewer(list: RowWindow, { newest, isHeld }: { readonly newest: number; readonly isHeld: boolean }): number {
  // Rows and dockets were read one beside the other: the rows may be of a moment before.
  const [readTo, setReadTo] = useState(Math.min(newest, list.rows().rows[0]?.docketNumber ?? newest));
  const heard = useRef(newest);
  heard.current = newest;
  useEffect(() => {
    if (isHeld) return;
    const look = (): void => {
      const now = heard.current;
      // Where the node is away the page says so, and the next docket tells that it is back.
      if (now !== readTo)
        list.newer().then(
          (isRead) => isRead && setReadTo(now),
          () => undefined,
        );
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [list, isHeld, readTo]);
  return readTo;
}

function withoutAt({ at: _, ...filter }: RowFilter): RowFilter {
  return filter;
}

interface OlderProps {
  readonly list: RowWindow;
  readonly lookedTo: number | undefined;
  /** It reads on by itself when it comes into view. */
  readonly isSeeking: boolean;
}

function Older({ list, lookedTo, isSeeking }: OlderProps) {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState(false);
  const more = () =>
    list.older().then(
      () => setFault(false),
      () => setFault(true),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again each time that rows came.
  useEffect(() => {
    if (!isSeeking || place.current === null) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void more();
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [list, lookedTo, isSeeking]);
  return (
    <div ref={place} className="older">
      <Button onPress={() => void more()}>{words('register.older')}</Button>
      {lookedTo !== undefined && <span className="hint">{words('rows.looked', { docket: lookedTo })}</span>}
      {fault && (
        <span className="fault" role="alert">
          {words('rows.fault')}
        </span>
      )}
    </div>
  );
}

interface RowPlace extends Pick<RowListProps, 'registerId' | 'filter' | 'names'> {
  readonly isWide: boolean;
}

/** Drawn when there are other rows: dockets are told some times more often. */
const RowItems = memo(function RowItems({
  rows,
  chosen,
  ...given
}: Pick<Rows, 'rows'> & Pick<RowListProps, 'chosen'> & Omit<RowPlace, 'isWide'>) {
  const isWide = useIsWide();
  return (
    <ol className="ledger-rows" reversed>
      {rows.map((row) => (
        <Row key={row.txId} row={row} isChosen={row.txId === chosen} isWide={isWide} {...given} />
      ))}
    </ol>
  );
});

interface RowProps extends RowPlace {
  readonly row: TransactionRow;
  readonly isChosen: boolean;
}

const Row = memo(function Row({ row, isChosen, registerId, filter, names, isWide }: RowProps) {
  const words = useWords();
  const { txId, kind, title, actionId, senderWallet, recipients, payloadSize, docketNumber, sealedAt } = row;
  const place = { className: 'row-link', 'aria-current': isChosen ? ('true' as const) : undefined };
  const shown = title ?? words('row.kind', { kind, actionId });
  return (
    <li className="ledger-row" data-chosen={isChosen}>
      <HashPicture value={txId} />
      <div className="wide">
        {isWide ? (
          <Link {...place} to={PATHS.register} params={{ registerId }} search={{ ...filter, tx: txId } as never}>
            {shown}
          </Link>
        ) : (
          <Link {...place} to={PATHS.transaction} params={{ registerId, txId }}>
            {shown}
          </Link>
        )}
        <p className="hint">
          {title !== undefined && <>{words('row.kind', { kind, actionId })} · </>}
          <CodeValue value={txId} />
        </p>
      </div>
      <div className="row-sender">
        <SenderName address={senderWallet} names={names} />
        <p className="hint">{words('row.readers', { recipients })}</p>
      </div>
      <div className="row-place">
        <Link to={PATHS.docket} params={{ registerId, docketId: String(docketNumber) }}>
          {words('docket.title', { number: docketNumber })}
        </Link>
        <p className="hint">{words('bytes', { bytes: payloadSize })}</p>
      </div>
      <span className="row-time hint">
        <Ago value={sealedAt} />
      </span>
    </li>
  );
});
