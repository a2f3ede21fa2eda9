// The status of a register, as its node tells it.
import { useWords } from '../words/words.js';

const KINDS: Readonly<Record<string, string>> = { ONLINE: 'good', OFFLINE: 'bad', CHECKING: 'open', RECOVERY: 'open' };

/** `reason` is a code or a sentence of the node. */
export function RegisterStatus({ status, reason }: { readonly status: string; readonly reason?: string | undefined }) {
  const words = useWords();
  return (
    <span className="pill" data-kind={KINDS[status] ?? 'open'} title={reason}>
      {words('register.status', { status })}
    </span>
  );
}
