// Whether a credential holds, in a word: as its register says, else as its owner noted and its dates tell.
import { useWords } from '../words/words.js';
import type { HeldRow } from './read-credentials.js';

const KINDS: Readonly<Record<string, string>> = { Active: 'good', Revoked: 'bad', Refused: 'bad', Expired: 'bad' };
const OF_LEDGER: Readonly<Record<string, string>> = { revoked: 'Revoked', suspended: 'Suspended' };

export function stateOf(row: HeldRow): string {
  const said = 'ledgerStatus' in row ? OF_LEDGER[row.ledgerStatus ?? ''] : undefined;
  return said ?? row.status;
}

export function HeldState({ row }: { readonly row: HeldRow }) {
  const words = useWords();
  const state = stateOf(row);
  return (
    <span className="pill" data-kind={KINDS[state] ?? 'open'}>
      {words('held.state', { state })}
    </span>
  );
}
