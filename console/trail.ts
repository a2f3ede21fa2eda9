// The page above the one that is shown, as that one names it, for the trail in the bar.
import { useEffect, useSyncExternalStore } from 'react';
import type { PATHS } from './paths.js';

export interface PageAbove {
  readonly to: (typeof PATHS)[keyof typeof PATHS];
  readonly params: Readonly<Record<string, string>>;
  readonly search?: object;
  readonly title: string;
}

let above: PageAbove | undefined;
const listeners = new Set<() => void>();

function tell(page: PageAbove | undefined): void {
  above = page;
  for (const each of listeners) each();
}

/** For as long as the page is shown. */
export function usePageAbove(page: PageAbove): void {
  const kept = JSON.stringify(page);
  useEffect(() => {
    tell(JSON.parse(kept) as PageAbove);
    return () => tell(undefined);
  }, [kept]);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAbove(): PageAbove | undefined {
  return useSyncExternalStore(listen, () => above);
}
