// Whether a person may sign in for the organisation.
import { useWords } from '../words/words.js';

export function MemberStatus({ status }: { readonly status: 'Active' | 'Suspended' }) {
  const words = useWords();
  return (
    <span className="pill" data-kind={status === 'Active' ? 'good' : 'bad'}>
      {words('people.status', { status })}
    </span>
  );
}
