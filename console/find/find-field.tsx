// The field for everything that has a name or an id, and under it what begins like that while it is typed.
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../parts/icon.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import './find.css';
import { FoundList, type FoundThings } from './found-things.js';

const LENGTH_MIN = 2;
/** A person types on within it. */
const PAUSE_MS = 150;

interface FindFieldProps {
  readonly said: string;
  readonly onSaid: (said: string) => void;
  readonly onGo?: () => void;
}

export function FindField({ said, onSaid, onGo }: FindFieldProps) {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const answer = useFound(said.trim());
  return (
    <div ref={place} className="find">
      <label className="find-field">
        <Icon name="search" />
        <span className="unseen">{words('find.title')}</span>
        <input
          value={said}
          placeholder={words('find.field')}
          onChange={({ target }) => onSaid(target.value)}
          onKeyDown={({ key }) => {
            const first = place.current?.querySelector<HTMLElement>('.found a');
            if (key === 'ArrowDown') first?.focus();
            else if (key === 'Enter') first?.click();
          }}
        />
      </label>
      {answer === 'short' && <p className="hint">{words('find.about')}</p>}
      {answer === 'fault' && (
        <p className="fault" role="alert">
          {words('rows.fault')}
        </p>
      )}
      {typeof answer === 'object' && <FoundList things={answer} {...(onGo && { onGo })} />}
    </div>
  );
}

/** Old things stay until the new ones are there. */
function useFound(q: string): FoundThings | 'short' | 'fault' {
  const [answer, setAnswer] = useState<FoundThings | 'short' | 'fault'>('short');
  useEffect(() => {
    if (q.length < LENGTH_MIN) {
      setAnswer('short');
      return;
    }
    let isOld = false;
    const give = (value: FoundThings | 'fault'): void => {
      if (!isOld) setAnswer(value);
    };
    const timer = setTimeout(
      () =>
        void node.find.findByName({ query: { q } }).then(give, () => {
          give('fault');
        }),
      PAUSE_MS,
    );
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [q]);
  return answer;
}
