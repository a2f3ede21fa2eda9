// Says in one line that the node is fine, or which parts are not.
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';
import { useHealth } from './health.js';

export function NodeLine() {
  const words = useWords();
  const health = useHealth();
  if (health === undefined) return <p className="node-line" role="status" />;
  const faults = health.parts.filter(({ status }) => status !== 'healthy');
  if (health.isAway)
    return (
      <p className="node-line" role="status" data-fine="false">
        <Icon name="circle-x" />
        {words('node.away')}
      </p>
    );
  return (
    <div className="node-line" role="status" data-fine={faults.length === 0}>
      <Icon name={faults.length === 0 ? 'circle-check' : 'circle-alert'} />
      {faults.length === 0 ? (
        words('node.fine', { parts: health.parts.length })
      ) : (
        <ul>
          {faults.map(({ name, status, error }) => (
            <li key={name}>
              <b>{words('node.fault', { part: name, status })}</b> {error && <span lang="en">{error}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
