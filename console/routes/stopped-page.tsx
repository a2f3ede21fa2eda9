// The page of a fault of ours.
import { useWords } from '../words/words.js';

/** It says so, and stays where it is. */
export function StoppedPage({ error }: { readonly error: unknown }) {
  const words = useWords();
  return (
    <section role="alert">
      <h1>{words('broken.title')}</h1>
      <p className="lead">{words('broken.about')}</p>
      <code lang="en">{error instanceof Error ? error.message : String(error)}</code>
    </section>
  );
}
