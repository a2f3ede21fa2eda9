// The validators of this node, and the way to pause one: it builds no docket then, and still votes.
import { Link } from '@tanstack/react-router';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import type { NodeSeats } from './read-node.js';

const KINDS: Readonly<Record<string, string>> = { Running: 'good', Fenced: 'bad', Faulted: 'bad', Stopped: 'bad' };

interface SeatsCardProps {
  readonly seats: NodeSeats;
  readonly names: ReadonlyMap<string, string>;
  readonly may: Person['may'];
  readonly onChanged: () => void;
}

export function SeatsCard({ seats: { seats, count }, names, may, onChanged }: SeatsCardProps) {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  const act = (call: () => Promise<unknown>) =>
    run(async () => {
      await call();
      onChanged();
    });
  return (
    <article className="card">
      <h2>{words('node.seats', { count })}</h2>
      <p className="hint">{words('node.seats.about')}</p>
      <p role="alert" className="fault" lang="en">
        {fault}
      </p>
      <ul>
        {seats.map((seat) => (
          <SeatRow
            key={seat.registerId}
            seat={seat}
            name={names.get(seat.registerId) ?? seat.registerId}
            may={may}
            isBusy={isBusy}
            onAct={act}
          />
        ))}
      </ul>
      {seats.length < count && <p className="hint">{words('node.seats.first', { shown: seats.length })}</p>}
    </article>
  );
}

interface SeatRowProps {
  readonly seat: NodeSeats['seats'][number];
  readonly name: string;
  readonly may: Person['may'];
  readonly isBusy: boolean;
  readonly onAct: (call: () => Promise<unknown>) => void;
}

function SeatRow({ seat, name, may, isBusy, onAct }: SeatRowProps) {
  const words = useWords();
  const { registerId, state, reason, transactionsInMemPool } = seat;
  const params = { registerId };
  const mayPause = state === 'Running' && may.has('pauseValidation');
  const mayResume = state === 'Paused' && may.has('resumeValidation');
  return (
    <li className="seat">
      <span className="wide">
        <Link to={PATHS.register} params={params}>
          {name}
        </Link>
        <span className="hint">{words('node.seats.waiting', { count: transactionsInMemPool })}</span>
        {reason && (
          <span className="hint" lang="en">
            {reason}
          </span>
        )}
      </span>
      <span className="pill" data-kind={KINDS[state] ?? 'open'}>
        {words('node.seat', { state })}
      </span>
      {mayPause && (
        <Button
          icon="pause"
          label={words('node.pause', { name })}
          isBusy={isBusy}
          onPress={() => onAct(() => node.validation.pauseValidation({ params }))}
        />
      )}
      {mayResume && (
        <Button
          icon="play"
          label={words('node.resume', { name })}
          isBusy={isBusy}
          onPress={() => onAct(() => node.validation.resumeValidation({ params }))}
        />
      )}
      {mayPause && <AsCommand act="node.pause" values={{ register: registerId }} />}
      {mayResume && <AsCommand act="node.resume" values={{ register: registerId }} />}
    </li>
  );
}
