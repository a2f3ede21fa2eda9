// Requests of verifiers that wait for the person.
import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { ForeignText } from './foreign-text.js';
import type { WaitingAsk } from './read-presenting.js';
import '../words/presenting.js';

export function WaitingAsks({ waiting }: { readonly waiting: readonly WaitingAsk[] }) {
  const words = useWords();
  if (waiting.length === 0) return null;
  return (
    <section className="card waiting-for-you" aria-labelledby="waiting-asks">
      <h2 id="waiting-asks">{words('present.waiting', { count: waiting.length })}</h2>
      <ul>
        {waiting.map(({ presentationId, host, since }) => (
          <li key={presentationId} className="row">
            <Icon name="eye" />
            <div className="wide">
              {host === undefined ? words('present.waiting.own') : <ForeignText text={host} />}
              {since !== undefined && (
                <p className="hint">
                  <Moment value={since} />
                </p>
              )}
            </div>
            <Link className="button" to={PATHS.asked} params={{ presentationId }}>
              {words('present.waiting.see')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
