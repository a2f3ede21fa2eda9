// Whether this node has the newest dockets of its registers, as it says itself.
import { useEffect, useState } from 'react';
import { askWord, useIsAway } from '../session/connection.js';
import { useWords } from '../words/words.js';

const READ_MS = 10_000;
const KINDS: Readonly<Record<string, string>> = { synced: 'good', recovering: 'open' };

/** Asked without a token: the answer then names no register that is not public. */
async function readState(): Promise<string> {
  const { said } = await askWord('/health/sync');
  return String((said as { readonly status?: unknown }).status);
}

export function InStep() {
  const words = useWords();
  const isAway = useIsAway();
  const [read, setRead] = useState<string>();
  useEffect(() => {
    const readNow = (): void => {
      if (!document.hidden) readState().then(setRead, () => setRead('away'));
    };
    readNow();
    const timer = setInterval(readNow, READ_MS);
    return () => clearInterval(timer);
  }, []);
  const state = isAway ? 'away' : read;
  if (state === undefined) return null;
  return (
    <span className="pill in-step" role="status" data-kind={KINDS[state] ?? 'bad'}>
      {words('nav.in-step', { state })}
    </span>
  );
}
