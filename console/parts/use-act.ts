// An act of a page: busy while it runs, and what the node said where it refused.
import { useState } from 'react';

interface Act {
  readonly isBusy: boolean;
  readonly fault: string | undefined;
  /** Runs one at a time. */
  readonly run: (act: () => Promise<void>) => void;
}

export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  function run(act: () => Promise<void>): void {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    act()
      .catch((error: unknown) => setFault(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  }
  return { isBusy, fault, run };
}
