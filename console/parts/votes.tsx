// The ring of votes of a docket: a part for each validator, filled where it signed.
import { useWords } from '../words/words.js';

const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS;
const GAP = 3;

interface VotesProps {
  /** Places of the roster that signed. */
  readonly signers: readonly number[];
  /** Seats of the roster. */
  readonly validators: number;
}

export function Votes({ signers, validators: seats }: VotesProps) {
  const words = useWords();
  // A docket of before may have had more.
  const validators = Math.max(seats, ...signers.map((place) => place + 1));
  const part = ROUND / Math.max(1, validators);
  const gap = validators > 1 ? GAP : 0;
  const said = words('docket.signed', { signatures: signers.length, validators });
  return (
    <svg className="votes" viewBox="0 0 40 40" role="img" aria-label={said}>
      <title>{said}</title>
      {Array.from({ length: validators }, (_, place) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the roster is its number.
          key={place}
          cx="20"
          cy="20"
          r={RADIUS}
          data-signed={signers.includes(place)}
          strokeDasharray={`${part - gap} ${ROUND - part + gap}`}
          strokeDashoffset={-place * part}
        />
      ))}
    </svg>
  );
}
