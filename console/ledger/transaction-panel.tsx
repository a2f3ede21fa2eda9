// A transaction beside the rows of its register: a part at a time, its proof first.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { Icon } from '../parts/icon.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { readTransaction, type TransactionRead } from './read-transaction.js';
import { ReadersCard } from './readers-card.js';
import type { RowFilter } from './row-window.js';
import { TransactionFacts, TransactionProof, TransactionRaw, TransactionTitle } from './transaction-parts.js';

const PARTS = {
  proof: TransactionProof,
  about: TransactionFacts,
  readers: TransactionReaders,
  raw: TransactionRaw,
} as const;
type Part = keyof typeof PARTS;

interface TransactionPanelProps {
  readonly registerId: string;
  readonly txId: string;
  readonly filter: RowFilter;
}

/** Of one transaction: another one is another panel. */
export function TransactionPanel({ registerId, txId, filter }: TransactionPanelProps) {
  const words = useWords();
  const [read, setRead] = useState<TransactionRead>();
  const [fault, setFault] = useState<string>();
  const [part, setPart] = useState<Part>('proof');
  const Shown = PARTS[part];
  useEffect(() => {
    readTransaction({ params: { registerId, txId } }).then(setRead, (error: Error) => setFault(error.message));
  }, [registerId, txId]);
  return (
    <aside className="transaction-panel" aria-label={words('panel.title')}>
      <header className="titled screen">
        <HashPicture value={txId} />
        <div className="wide">
          <h2>{read && <TransactionTitle read={read} />}</h2>
          <Link to={PATHS.transaction} params={{ registerId, txId }}>
            <CodeValue value={txId} />
          </Link>
        </div>
        <Link
          className="button plain"
          to={PATHS.register}
          params={{ registerId }}
          search={filter}
          aria-label={words('panel.close')}
          title={words('panel.close')}
        >
          <Icon name="x" />
        </Link>
      </header>
      <nav className="panel-parts screen" aria-label={words('panel.parts')}>
        {(Object.keys(PARTS) as Part[]).map((name) => (
          <button key={name} type="button" aria-pressed={name === part} onClick={() => setPart(name)}>
            {words('panel.part', { part: name })}
          </button>
        ))}
      </nav>
      {fault !== undefined && (
        <p role="alert" className="fault" lang="en">
          {fault}
        </p>
      )}
      {read && <Shown read={read} />}
    </aside>
  );
}

function TransactionReaders({ read: { readers } }: { readonly read: TransactionRead }) {
  const words = useWords();
  if (readers === undefined) return <p className="card">{words('panel.readers')}</p>;
  if (readers.isPublic) return <p className="card">{words('transaction.public')}</p>;
  return <ReadersCard readers={readers} />;
}
