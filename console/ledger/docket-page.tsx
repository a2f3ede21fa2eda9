// A docket: who sealed it, and the transactions in it.
import { Link, useLoaderData } from '@tanstack/react-router';
import { CodeValue } from '../parts/code-value.js';
import { Moment } from '../parts/moment.js';
import { Votes } from '../parts/votes.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

const PAGE = 100;

type Transaction = Awaited<ReturnType<typeof node.dockets.listDocketTransactions>>[number];

interface Place {
  readonly params: { readonly registerId: string; readonly docketId: string };
}

export async function readDocket({ params }: Place) {
  const [docket, transactions, governance] = await Promise.all([
    node.dockets.getDocket({ params }),
    node.dockets.listDocketTransactions({ params, query: { pageSize: PAGE } }),
    node.registers.getGovernanceRoster({ params }),
  ]);
  return { docket, transactions, validators: governance.validators.length };
}

export function DocketPage() {
  const words = useWords();
  const { docket, transactions, validators }: Awaited<ReturnType<typeof readDocket>> = useLoaderData({ strict: false });
  const { number, hash, previousHash, timestamp, registerId, certificate, transactionCount } = docket;
  return (
    <section>
      <header className="titled">
        <Votes signers={certificate.signatures.map(({ voterIndex }) => voterIndex)} validators={validators} />
        <div className="wide">
          <h1>{words('docket.title', { number })}</h1>
          <p className="lead">
            {words('docket.signed', { signatures: certificate.signatures.length, validators })} {' · '}
            <Moment value={timestamp} />
          </p>
        </div>
      </header>
      <dl className="facts card">
        <dt>{words('fact.hash')}</dt>
        <dd>
          <CodeValue value={hash} />
        </dd>
        {previousHash !== undefined && (
          <>
            <dt>{words('fact.previous')}</dt>
            <dd>
              <Link to={PATHS.docket} params={{ registerId, docketId: String(number - 1) }}>
                <CodeValue value={previousHash} />
              </Link>
            </dd>
          </>
        )}
        <dt>{words('fact.register')}</dt>
        <dd>
          <Link to={PATHS.register} params={{ registerId }}>
            <CodeValue value={registerId} />
          </Link>
        </dd>
      </dl>
      <h2>{words('docket.transactions', { count: transactionCount })}</h2>
      <ol className="rows">
        {transactions.map((transaction) => (
          <TransactionRow key={transaction.txId} transaction={transaction} />
        ))}
      </ol>
      {transactions.length < transactionCount && (
        <p className="hint">{words('docket.first', { shown: transactions.length })}</p>
      )}
    </section>
  );
}

function TransactionRow({ transaction }: { readonly transaction: Transaction }) {
  const words = useWords();
  const { txId, registerId, senderWallet, metaData, payloads } = transaction;
  const bytes = payloads.reduce((sum, { payloadSize }) => sum + payloadSize, 0);
  return (
    <li className="row">
      <div className="wide">
        <Link to={PATHS.transaction} params={{ registerId, txId }}>
          {words('transaction.kind', { kind: metaData.transactionType })} {metaData.blueprintId} {metaData.actionId}
        </Link>
        <p className="hint">
          <CodeValue value={txId} />
        </p>
      </div>
      <span className="hint">
        <CodeValue value={senderWallet} />
      </span>
      <span className="hint">{words('bytes', { bytes })}</span>
    </li>
  );
}
