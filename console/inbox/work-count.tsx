// How much waits for the person, beside the inbox in the rail.
import { useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { followPerson } from '../live/follow.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

export function WorkCount() {
  const words = useWords();
  const [count, setCount] = useState(0);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const readNow = useCallback(() => {
    node.inbox.listMyWork({ query: { pageSize: 1 } }).then(
      ({ counts }) => setCount(counts.total),
      // The page itself says that the node is away, or that the session ended.
      () => undefined,
    );
  }, []);
  useEffect(() => followPerson(readNow), [readNow]);
  // No event says that something waits no longer: it was done on the page before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page reads it once.
  useEffect(readNow, [path]);
  if (count === 0) return null;
  return (
    <span className="count">
      <span aria-hidden="true">{words('nav.count', { count })}</span>
      <span className="unseen">{words('nav.waits', { count })}</span>
    </span>
  );
}
