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
        {seats.map(({ registerId, state, reason, transactionsInMemPool }) => {
          const name = names.get(registerId) ?? registerId;
          const params = { registerId };
          return (
            <li key={registerId} className="seat">
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
              {state === 'Running' && may.has('pauseValidation') && (
                <Button
                  icon="pause"
                  label={words('node.pause', { name })}
                  isBusy={isBusy}
                  onPress={() => act(() => node.validation.pauseValidation({ params }))}
                />
              )}
              {state === 'Paused' && may.has('resumeValidation') && (
                <Button
                  icon="play"
                  label={words('node.resume', { name })}
                  isBusy={isBusy}
                  onPress={() => act(() => node.validation.resumeValidation({ params }))}
                />
              )}
              {state === 'Running' && may.has('pauseValidation') && (
                <AsCommand act="node.pause" values={{ register: registerId }} />
              )}
              {state === 'Paused' && may.has('resumeValidation') && (
                <AsCommand act="node.resume" values={{ register: registerId }} />
              )}
            </li>
          );
        })}
      </ul>
      {seats.length < count && <p className="hint">{words('node.seats.first', { shown: seats.length })}</p>}
    </article>
  );
}
