// The words of a wallet: shown once, and two of them asked back before they count as written down.
import { useEffect, useState } from 'react';
import { AskForm } from '../parts/ask-form.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/text-field.js';
import { useWords } from '../words/words.js';
import '../credentials/credentials.css';

interface SecretWordsProps {
  readonly secret: readonly string[];
  readonly onDone: () => void;
}

/** They are in the memory of this part alone, and are gone with it. */
export function SecretWords({ secret, onDone }: SecretWordsProps) {
  const words = useWords();
  const [isWritten, setWritten] = useState(false);
  useEffect(() => {
    // They are shown nowhere again.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  if (isWritten) return <WordCheck secret={secret} onDone={onDone} onBack={() => setWritten(false)} />;
  return (
    <>
      <h2>{words('start.words.title')}</h2>
      <p className="lead">{words('start.words.about')}</p>
      <ol className="secret-words">
        {secret.map((word, i) => (
          // The same word may come twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells them apart.
          <li key={i} translate="no">
            {word}
          </li>
        ))}
      </ol>
      <p className="acts">
        <Button kind="main" onPress={() => setWritten(true)}>
          {words('start.words.written')}
        </Button>
      </p>
    </>
  );
}

interface WordCheckProps extends SecretWordsProps {
  readonly onBack: () => void;
}

function WordCheck({ secret, onDone, onBack }: WordCheckProps) {
  const words = useWords();
  const [places] = useState(() => twoPlaces(secret.length));
  const [said, setSaid] = useState<readonly [string, string]>(['', '']);
  async function check(): Promise<void> {
    const isRight = places.every((place, i) => said[i]?.trim().toLowerCase() === secret[place]);
    if (!isRight) throw new Error(words('start.words.wrong'));
    onDone();
  }
  return (
    <AskForm
      title={words('start.words.asked')}
      about={words('start.words.asked.about')}
      act={words('start.words.check')}
      onAct={check}
    >
      {places.map((place, i) => (
        <TextField
          key={place}
          label={words('start.words.number', { number: place + 1 })}
          value={said[i] ?? ''}
          onChange={(word) => setSaid((before) => (i === 0 ? [word, before[1]] : [before[0], word]))}
        />
      ))}
      <p>
        <Button kind="plain" onPress={onBack}>
          {words('start.words.again')}
        </Button>
      </p>
    </AskForm>
  );
}

/** Two of so many, the lower one first. */
function twoPlaces(count: number): readonly [number, number] {
  const draws = crypto.getRandomValues(new Uint32Array(2));
  const first = (draws[0] ?? 0) % count;
  const second = (first + 1 + ((draws[1] ?? 0) % (count - 1))) % count;
  return first < second ? [first, second] : [second, first];
}
