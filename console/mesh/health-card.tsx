// The health of the node in one line, and the parts that it is made of.
import { useEffect, useState } from 'react';
import { Icon } from '../parts/icon.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

type Health = Awaited<ReturnType<typeof node.health.getHealth>>;

const READ_MS = 10_000;

export function HealthCard() {
  const words = useWords();
  const [health, setHealth] = useState<Health>();
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const read = (): void => {
      if (document.hidden) return;
      const give = (value: Health): void => {
        setHealth(value);
        setAway(false);
      };
      // A node that is not healthy answers so with 503, as one that is not there does.
      node.health.getHealth().then(give, () => setAway(true));
    };
    read();
    const timer = setInterval(read, READ_MS);
    return () => clearInterval(timer);
  }, []);
  if (health === undefined && !isAway) return null;
  const parts = Object.entries(health?.services ?? {}).flatMap(([name, part]) => (part ? [{ name, ...part }] : []));
  const faults = parts.filter(({ status }) => status !== 'healthy');
  const healthyCount = parts.length - faults.length;
  const isFine = !isAway && faults.length === 0;
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
            {status !== 'healthy' && <span className="hint">{error ?? status}</span>}
          </li>
        ))}
      </ul>
    </article>
  );
}
