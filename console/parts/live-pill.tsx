// Whether a page hears what happens, as it happens.
import { useWords } from '../words/words.js';

const KINDS: Readonly<Record<string, string>> = { live: 'good', ended: 'bad' };

export function LivePill({ state }: { readonly state: string }) {
  const words = useWords();
  return (
    <span className="pill" role="status" data-kind={KINDS[state] ?? 'open'} data-live={state}>
      {words('live.state', { state })}
    </span>
  );
}
