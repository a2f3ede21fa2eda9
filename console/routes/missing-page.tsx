// The page of an address that the console does not have.
import { useWords } from '../words/words.js';

export function MissingPage() {
  const words = useWords();
  return (
    <section>
      <h1>{words('missing.title')}</h1>
      <p className="lead">{words('missing.about')}</p>
    </section>
  );
}
