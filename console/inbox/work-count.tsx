// How much waits for the person, beside the inbox in the rail.
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { followPerson } from '../live/follow.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { onWork, readWork, workTotal } from './read-work.js';

// The page itself says that the node is away, or that the session ended.
const readNow = () => void readWork({ pageSize: 1 }).catch(() => undefined);

export function WorkCount() {
  const words = useWords();
  const count = useSyncExternalStore(onWork, workTotal);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // The inbox reads all of it, and hears what comes.
  const isElsewhere = path !== undefined && !path.endsWith(PATHS.inbox);
  useEffect(() => (isElsewhere ? followPerson(readNow) : undefined), [isElsewhere]);
  // No event says that something waits no longer: it was done on the page before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page reads it once.
  useEffect(() => {
    if (isElsewhere) readNow();
  }, [isElsewhere, path]);
  if (count === 0) return null;
  return (
    <span className="count">
      <span aria-hidden="true">{words('nav.count', { count })}</span>
      <span className="unseen">{words('nav.waits', { count })}</span>
    </span>
  );
}
