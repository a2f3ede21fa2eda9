// What happens while somebody is elsewhere on the page, for those who hear it: each thing once, when there is a pause.
import { useEffect, useSyncExternalStore } from 'react';

let now = { sentence: '', turn: 0 };
const listeners = new Set<() => void>();

export function say(sentence: string): void {
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
export function Said() {
  const { sentence, turn } = useSyncExternalStore(listen, () => now);
  return (
    <p id="said" className="unseen" role="status">
      {/* The same sentence again is heard again. */}
      <span key={turn}>{sentence}</span>
    </p>
  );
}
