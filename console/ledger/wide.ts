// Whether a window has room for a transaction beside the rows.
import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 1200px)');

function onChange(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

export function useIsWide(): boolean {
  return useSyncExternalStore(onChange, () => wide.matches);
}
