// Reads something again and again while a person looks.
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * The last answer stays where the node does not answer. A page whose loader reads anew gives another `first`, which is
 * shown at once. The function that comes with it reads now.
 */
export function useAgain<T>(first: T, read: () => Promise<T>, everyMs: number): readonly [T, () => void] {
  const [seen, setSeen] = useState({ of: first, value: first });
  const now = useRef({ first, read });
  now.current = { first, read };
  const readNow = useCallback(() => {
    const { first: of, read: ask } = now.current;
    ask().then(
      (value) => setSeen({ of, value }),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) readNow();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, readNow]);
  return [seen.of === first ? seen.value : first, readNow];
}
