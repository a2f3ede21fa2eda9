// Tells the shell whether its page is covered, and listens to the other tabs.
import { useEffect, useSyncExternalStore } from 'react';
import { isCovered, onCover } from './cover.js';
import { listenToTabs } from './tabs.js';

export function useIsCovered(): boolean {
  useEffect(() => {
    listenToTabs((word) => {
      void import('./session.js').then(({ goOn, onEndedElsewhere }) =>
        word === 'ended' ? onEndedElsewhere() : goOn().catch(() => {}),
      );
    });
  }, []);
  return useSyncExternalStore(onCover, isCovered);
}
