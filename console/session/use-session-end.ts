// Tells the shell whether its page is covered or its person is asked for a proof, and listens to the other tabs.
import { useEffect, useSyncExternalStore } from 'react';
import { isCovered, onCover } from './cover.js';
import { isProofAsked, onProof } from './proof.js';
import { listenToTabs } from './tabs.js';

export function useIsProofAsked(): boolean {
  return useSyncExternalStore(onProof, isProofAsked);
}

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
