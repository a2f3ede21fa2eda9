// The health of the node in one line, and the parts that it is made of.
import { useHealth } from '../node/health.js';
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';

export function HealthCard() {
  const words = useWords();
  const health = useHealth();
  if (health === undefined) return null;
  const { parts, isAway } = health;
  const healthyCount = parts.filter(({ status }) => status === 'healthy').length;
  const isFine = !isAway && healthyCount === parts.length;
  return (
    <article className="card health">
      <header className="acts">
        <h2>{words('health.title')}</h2>
        <span className="pill" role="status" data-kind={isFine ? 'good' : isAway ? 'bad' : 'open'}>
          {isAway ? words('health.away') : words('health.count', { fine: healthyCount, parts: parts.length })}
        </span>
      </header>
      <ul className="health-parts">
        {parts.map(({ name, status, error }) => (
          <li key={name} data-status={status}>
            <Icon name={status === 'healthy' ? 'circle-check' : 'circle-x'} />
            {name}
            {status !== 'healthy' && (
              <span className="hint" lang="en">
                {error ?? status}
              </span>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}
