// The name of a seat, which leads to its node, and how it stands.
import { Link } from '@tanstack/react-router';
import type { DocketCard } from '../live/docket-ring.js';
import { Ago } from '../parts/ago.js';
import { CodeValue } from '../parts/code-value.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { type SeatSeen, standingOf } from './seats.js';

export function SeatName({ seat: { name, peerId, isOwn } }: { readonly seat: SeatSeen }) {
  const words = useWords();
  // Ids are long; the name of an authority is what people call it. A node alone has no authority.
  const isId = /^[0-9a-f-]{24,}$/.test(name);
  const shown = !isId ? name : isOwn ? words('nav.node') : <CodeValue value={name} />;
  if (isOwn || peerId === '') return shown;
  return (
    <Link to={PATHS.peer} params={{ peerId }}>
      {shown}
    </Link>
  );
}

interface SeatStandingProps {
  readonly seat: SeatSeen;
  readonly newest: DocketCard | undefined;
}

export function SeatStanding({ seat, newest }: SeatStandingProps) {
  const words = useWords();
  const is = standingOf(seat, newest);
  const { lag, silentMs = 0, roundTripMs, tipAt, isOwn } = seat;
  return (
    <>
      <span className="hint">
        {words('mesh.seat', { is, lag, seconds: Math.round(silentMs / 1000) })}
        {is === 'up' && !isOwn && roundTripMs !== undefined && ` · ${words('mesh.ms', { ms: roundTripMs })}`}
      </span>
      {(is === 'unlinked' || is === 'frozen') && tipAt !== undefined && (
        <span className="hint">
          {words('mesh.heard')} <Ago value={tipAt} />
        </span>
      )}
    </>
  );
}
