// The person of the session for a component, once it is read. The client of the node is loaded with it, and not before.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Person } from './person.js';
import { onPersonChange, personVersion } from './person-changes.js';

/** Undefined until it is read, where it cannot be read (the page says why), and where `isAsked` is false. */
export function usePerson(isAsked = true): Person | undefined {
  const [person, setPerson] = useState<Person>();
  const version = useSyncExternalStore(onPersonChange, personVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is read once.
  useEffect(() => {
    if (!isAsked) return;
    let isShown = true;
    import('./person.js')
      .then(({ person: read }) => read())
      .then(
        (read) => isShown && setPerson(read),
        () => {},
      );
    return () => {
      isShown = false;
    };
  }, [isAsked, version]);
  return person;
}
