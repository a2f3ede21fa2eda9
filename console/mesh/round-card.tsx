// The docket that is being decided: who proposes it, and how far each seat has voted.
import type { CandidateSeen } from '../live/candidate.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { useWords } from '../words/words.js';
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
        {seats.map(({ validatorId, orgId, isProposer, signed, vote }) => (
          <li key={validatorId}>
            <HashPicture value={validatorId} />
            <span className="wide">
              <b>
                <CodeValue value={orgId} />
              </b>{' '}
              {isProposer && <span className="hint">{words('round.proposes')}</span>}
              <span className="hint">
                <CodeValue value={validatorId} />
              </span>
              <span className="hint">
                {signed === undefined ? words('round.unsigned') : words('round.signed', { docket: signed })}
              </span>
            </span>
            <span className="pill" data-kind={KINDS[vote]}>
              {words('round.vote', { vote })}
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}
