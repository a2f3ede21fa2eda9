// A transaction: its proof first, which this page checks itself, then what it says.
import { useLoaderData } from '@tanstack/react-router';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { PATHS } from '../paths.js';
import { usePageAbove } from '../trail.js';
import { useWords } from '../words/words.js';
import type { TransactionRead } from './read-transaction.js';
import { ReadersCard } from './readers-card.js';
import { TransactionFacts, TransactionProof, TransactionRaw, TransactionTitle } from './transaction-parts.js';

export function TransactionPage() {
  const words = useWords();
  const read: TransactionRead = useLoaderData({ strict: false });
  const { transaction, readers, register } = read;
  usePageAbove({ to: PATHS.register, params: { registerId: register.id }, title: register.name });
  return (
    <section className="verify">
      <header className="titled screen">
        <HashPicture value={transaction.txId} />
        <div className="wide">
          <h1>
            <TransactionTitle read={read} />
          </h1>
          <CodeValue value={transaction.txId} />
        </div>
      </header>
      <TransactionProof read={read} />
      {readers && !readers.isPublic && <ReadersCard readers={readers} />}
      <TransactionFacts read={read} />
      <details className="card screen">
        <summary>{words('transaction.raw')}</summary>
        <TransactionRaw read={read} />
      </details>
    </section>
  );
}
