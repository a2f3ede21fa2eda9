// A transaction: its proof first, which this page checks itself, then what it says.
import { Link, useLoaderData } from '@tanstack/react-router';
import { shownJson } from '../../core/base/hidden.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { Proof } from '../verify/proof.js';
import type { EvidenceFile } from '../verify/use-check.js';
import { useWords } from '../words/words.js';
import { checkInWorker } from '../workers/check-in-worker.js';
import { KeepFile } from './keep-file.js';
import { ReadersCard } from './readers-card.js';

interface Place {
  readonly params: { readonly registerId: string; readonly txId: string };
}

export async function readTransaction({ params }: Place) {
  const [transaction, evidence, readers] = await Promise.all([
    node.transactions.getTransaction({ params }),
    node.transactions.getEvidence({ params }),
    // A node without the definition cannot say it; the page is whole without.
    node.transactions.getTransactionReaders({ params }).catch(() => undefined),
  ]);
  const bytes = new TextEncoder().encode(`${JSON.stringify(evidence, null, 2)}\n`);
  const file: EvidenceFile = { name: `evidence-${params.txId.slice(0, 8)}.json`, bytes };
  return { transaction, file, readers };
}

export function TransactionPage() {
  const words = useWords();
  const { transaction, file, readers }: Awaited<ReturnType<typeof readTransaction>> = useLoaderData({ strict: false });
  const { txId, metaData, payloads } = transaction;
  return (
    <section className="verify">
      <header className="titled screen">
        <HashPicture value={txId} />
        <div className="wide">
          <h1>
            {words('transaction.kind', { kind: metaData.transactionType })} {metaData.blueprintId} {metaData.actionId}
          </h1>
          <CodeValue value={txId} />
        </div>
      </header>
      {/* Another transaction is another proof, with another head. */}
      <Proof key={txId} file={file} check={checkInWorker}>
        <KeepFile file={file} />
      </Proof>
      {readers && !readers.isPublic && <ReadersCard readers={readers} />}
      <TransactionFacts transaction={transaction} />
      <details className="card screen">
        <summary>{words('transaction.raw')}</summary>
        <pre>
          <code>{shownJson(payloads, 2)}</code>
        </pre>
      </details>
    </section>
  );
}

interface TransactionFactsProps {
  readonly transaction: Awaited<ReturnType<typeof readTransaction>>['transaction'];
}

function TransactionFacts({ transaction }: TransactionFactsProps) {
  const words = useWords();
  const { registerId, docketNumber, senderWallet, timeStamp, recipientsWallets, metaData } = transaction;
  return (
    <dl className="facts card screen">
      {docketNumber !== undefined && (
        <>
          <dt>{words('fact.docket')}</dt>
          <dd>
            <Link to={PATHS.docket} params={{ registerId, docketId: String(docketNumber) }}>
              {words('docket.title', { number: docketNumber })}
            </Link>
          </dd>
        </>
      )}
      <dt>{words('fact.sender')}</dt>
      <dd>
        <CodeValue value={senderWallet} />
      </dd>
      <dt>{words('fact.said')}</dt>
      <dd>
        <Moment value={timeStamp} />
      </dd>
      {metaData.instanceId !== undefined && (
        <>
          <dt>{words('fact.instance')}</dt>
          <dd>
            <CodeValue value={metaData.instanceId} />
          </dd>
        </>
      )}
      <dt>{words('fact.recipients')}</dt>
      <dd>
        {recipientsWallets.length === 0 && words('transaction.public')}
        {recipientsWallets.map((wallet) => (
          <p key={wallet}>
            <CodeValue value={wallet} />
          </p>
        ))}
      </dd>
    </dl>
  );
}
