// The seats of a register on a circle, with the votes of its newest docket in the middle. Lines are the links of this
// node: it knows no others.
import type { DocketCard } from '../live/docket-ring.js';
import { signersIn } from '../live/groups.js';
import { HashPicture } from '../parts/hash-picture.js';
import { Votes } from '../parts/votes.js';
import { useWords } from '../words/words.js';
import { SeatName, SeatStanding } from './seat-words.js';
import { type SeatSeen, standingOf } from './seats.js';

/** Percent of the square: its middle, and how far seats are from it. */
const MIDDLE = 50;
const RADIUS = 38;

interface NodeRingProps {
  readonly seats: readonly SeatSeen[];
  readonly newest: DocketCard | undefined;
}

export function NodeRing({ seats, newest }: NodeRingProps) {
  const words = useWords();
  const places = seats.map((seat, i) => ({ seat, ...placeOf(i, seats.length) }));
  const own = places.find(({ seat }) => seat.isOwn);
  const signers = signersIn(newest?.signers ?? 0);
  return (
    <div className="node-ring">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {own &&
          places.map(({ seat, x, y }) =>
            seat.isOwn ? null : (
              <line key={seat.validatorId} x1={own.x} y1={own.y} x2={x} y2={y} data-up={seat.link === 'up'} />
            ),
          )}
      </svg>
      <div className="ring-middle">
        <Votes signers={signers} validators={seats.length} />
        <p>
          <span className="hint">{words('mesh.docket')}</span>
          <b>{words('mesh.number', { number: newest?.number ?? 0 })}</b>
          <span className="hint">{words('mesh.signed', { signatures: signers.length, validators: seats.length })}</span>
        </p>
      </div>
      <ul>
        {places.map(({ seat, x, y }) => (
          <li
            key={seat.validatorId}
            className="node-card"
            data-proposer={seat.isProposer}
            data-standing={standingOf(seat, newest)}
            style={{ insetInlineStart: `${x}%`, top: `${y}%` }}
          >
            <HashPicture value={seat.validatorId} />
            <span>
              <b>
                <SeatName seat={seat} />
              </b>
              <SeatStanding seat={seat} newest={newest} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The first one is at the top, and the last ones at the bottom: of an odd number none is right below it. */
function placeOf(i: number, count: number): { readonly x: number; readonly y: number } {
  const angle = (2 * Math.PI * i) / Math.max(1, count) - Math.PI / 2;
  const lowest = Math.sin(Math.PI / 2 - (count % 2 === 0 ? 0 : Math.PI / count));
  const height = Math.sin(angle);
  const reach = height > 0 ? height / lowest : height;
  return { x: MIDDLE + RADIUS * Math.cos(angle), y: MIDDLE + RADIUS * reach };
}
