// Events on a page, for people who hear it and are elsewhere on it: each is said once, at a pause.
import { useEffect, useSyncExternalStore } from 'react';

let now = { sentence: '', turn: 0 };
const listeners = new Set<() => void>();

function say(sentence: string): void {
  now = { sentence, turn: now.turn + 1 };
  for (const listener of listeners) listener();
}

/** Says it when it comes to be, and not each time that its words change: "1 new", then not "2 new". */
export function useSaying(sentence: string | undefined): void {
  const isThere = sentence !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words say the same.
  useEffect(() => {
    if (sentence !== undefined) say(sentence);
  }, [isThere]);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one place of the page that is heard so. */
export function SaidSentence() {
  const { sentence, turn } = useSyncExternalStore(listen, () => now);
  return (
    <p id="said" className="unseen" role="status">
      {/* The same sentence again is heard again. */}
      <span key={turn}>{sentence}</span>
    </p>
  );
}
