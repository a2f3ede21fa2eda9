// The moves of an instance that one file proves together.
import { showHidden } from '../../core/base/hidden.js';
import type { ProvenInstance } from '../../core/chain/evidence/moves.js';
import { CodeValue } from '../parts/code-value.js';
import { Moment } from '../parts/moment.js';
import { useWords } from '../words/words.js';

export function ProvenMoves({ instance: { instanceId, moves } }: { readonly instance: ProvenInstance }) {
  const words = useWords();
  return (
    <section aria-label={words('proven.title')}>
      <h3>{words('proven.title')}</h3>
      <p className="hint">
        {words('fact.instance')} <CodeValue value={instanceId} />
      </p>
      <ol className="proven">
        {moves.map(({ txId, type, actionId, wallet, height, timestampMs }) => (
          <li key={txId}>
            <b>{words('proven.move', { type, action: showHidden(actionId) })}</b>
            <span>
              {words('docket.title', { number: height })}, <Moment value={new Date(timestampMs).toISOString()} />
            </span>
            <span>{wallet === undefined ? words('proven.timer') : <CodeValue value={wallet} />}</span>
            <CodeValue value={txId} />
          </li>
        ))}
      </ol>
    </section>
  );
}
