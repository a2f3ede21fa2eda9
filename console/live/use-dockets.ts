// The dockets of a register in a page, live.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type DocketCard, DocketRing } from './docket-ring.js';
import { followDockets, type LiveState } from './follow.js';

export interface LiveDockets {
  /** Newest first. */
  readonly dockets: readonly DocketCard[];
  readonly state: LiveState;
}

/** From the dockets that were read, newest first. Another register is another component. */
export function useDockets(registerId: string, first: readonly DocketCard[]): LiveDockets {
  const [ring] = useState(() => new DocketRing(first));
  const [state, setState] = useState<LiveState>('joining');
  useEffect(
    () =>
      followDockets({
        registerId,
        next: () => ring.next,
        onDocket: (docket) => ring.add(docket),
        onState: setState,
      }),
    [registerId, ring],
  );
  return { dockets: useSyncExternalStore(ring.listen, ring.dockets), state };
}

/** The value that is shown: it stays as it is while it is held, such as under the pointer. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
}
