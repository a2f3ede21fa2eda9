// The state of an instance in a word.
import { useWords } from '../words/words.js';

const KINDS: Readonly<Record<string, 'good' | 'open' | 'bad'>> = {
  Completed: 'good',
  Rejected: 'bad',
  Cancelled: 'bad',
  TimedOut: 'bad',
  Disputed: 'bad',
};

export function InstanceStatus({ state }: { readonly state: string }) {
  const words = useWords();
  return (
    <span className="pill" data-kind={KINDS[state] ?? 'open'}>
      {words('instance.state', { state })}
    </span>
  );
}
