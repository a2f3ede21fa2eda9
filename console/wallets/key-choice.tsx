// The kind of key of a wallet, by what it is good for.
import { useId } from 'react';
import { useWords } from '../words/words.js';

const KEYS = ['NISTP256', 'ED25519', 'ML-DSA-65'] as const;
export type KeyChosen = (typeof KEYS)[number];

interface KeyChoiceProps {
  readonly chosen: KeyChosen;
  readonly onChoose: (key: KeyChosen) => void;
}

export function KeyChoice({ chosen, onChoose }: KeyChoiceProps) {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words('wallets.key')}</label>
      <select id={id} value={chosen} onChange={({ target }) => onChoose(target.value as KeyChosen)}>
        {KEYS.map((key) => (
          <option key={key} value={key}>
            {words('wallets.key.choice', { key: key.replaceAll('-', '') })} ({key})
          </option>
        ))}
      </select>
    </div>
  );
}
