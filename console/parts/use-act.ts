// An act of a page: busy while it runs, and what the node said where it refused.
import { useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';

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
      .catch((error: unknown) => setFault(faultText(error)))
      .finally(() => setBusy(false));
  }
  return { isBusy, fault, run };
}

function faultText(error: unknown): string {
  if (error instanceof ClientError) return `${error.message} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
