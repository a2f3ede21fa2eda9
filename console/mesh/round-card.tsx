// The docket that is being decided: who proposes it, and how far each seat has voted.
import type { CandidateSeen } from '../live/candidate.js';
import { Ago } from '../parts/ago.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { useWords } from '../words/words.js';
import { SeatName } from './seat-words.js';
import type { SeatSeen } from './seats.js';

const KINDS = { committed: 'good', prepared: 'open', none: '' } as const;

interface RoundCardProps {
  readonly seats: readonly SeatSeen[];
  readonly candidate: CandidateSeen | undefined;
}

export function RoundCard({ seats, candidate }: RoundCardProps) {
  const words = useWords();
  return (
    <article className="card round">
      <header className="acts">
        <h2>{words('round.title')}</h2>
        {candidate && (
          <span className="pill" data-kind="open">
            {words('round.height', { height: candidate.height, round: candidate.round })}
          </span>
        )}
      </header>
      <p className="hint">{words('round.state', { state: candidate?.state ?? 'none' })}</p>
      <ul>
        {seats.map((seat) => (
          <SeatRound key={seat.validatorId} seat={seat} />
        ))}
      </ul>
    </article>
  );
}

function SeatRound({ seat }: { readonly seat: SeatSeen }) {
  const words = useWords();
  const { validatorId, isOwn, isProposer, signed, tip, tipAt, vote } = seat;
  return (
    <li>
      <HashPicture value={validatorId} />
      <span className="wide">
        <b>
          <SeatName seat={seat} />
        </b>{' '}
        {isProposer && <span className="hint">{words('round.proposes')}</span>}
        <span className="hint">
          <CodeValue value={validatorId} />
        </span>
        <span className="hint">
          {signed === undefined ? words('round.unsigned') : words('round.signed', { docket: signed })}
        </span>
        {/* A signature says more than an older word. */}
        {!isOwn && tip !== undefined && tipAt !== undefined && tip > (signed ?? -1) && (
          <span className="hint">
            {words('round.tip', { docket: tip })} <Ago value={tipAt} />
          </span>
        )}
      </span>
      <span className="pill" data-kind={KINDS[vote]}>
        {words('round.vote', { vote })}
      </span>
    </li>
  );
}
