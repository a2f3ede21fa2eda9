// Statements of others that do not add up, and the deliberate step of acting all the same.
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';
import type { ActData } from './act-data.js';
import { actionTitle } from './fields-shown.js';

interface SuspectsProps {
  readonly data: Pick<ActData, 'suspect' | 'definition'>;
  readonly isAccepting: boolean;
  readonly onAccept: (isAccepting: boolean) => void;
}

export function Suspects({ data: { suspect, definition }, isAccepting, onAccept }: SuspectsProps) {
  const words = useWords();
  return (
    <section className="faults">
      <p className="fault">
        <Icon name="circle-alert" />
        {words('suspect.title')}
      </p>
      <ul>
        {suspect.map(({ transactionHash, actionId, member, reason }) => (
          <li key={`${transactionHash}${member}`}>
            {words('suspect.item', { action: actionTitle(definition, Number(actionId)), member, reason })}
          </li>
        ))}
      </ul>
      <label className="choice">
        <input type="checkbox" checked={isAccepting} onChange={({ target }) => onAccept(target.checked)} />
        {words('suspect.accept')}
      </label>
    </section>
  );
}
