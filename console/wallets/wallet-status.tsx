// Whether a wallet is in use, in a word.
import { useWords } from '../words/words.js';

const KINDS: Readonly<Record<string, string>> = { Active: 'good', Locked: 'bad' };

export function WalletStatus({ status }: { readonly status: string }) {
  const words = useWords();
  return (
    <span className="pill" data-kind={KINDS[status] ?? 'open'}>
      {words('wallets.status', { status })}
    </span>
  );
}
