// A docket: who sealed it, and the transactions in it.
import { Link, useLoaderData } from '@tanstack/react-router';
import './ledger.css';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { Moment } from '../parts/moment.js';
import { Votes } from '../parts/votes.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { usePageAbove } from '../trail.js';
import { useWords } from '../words/words.js';
import { readNames, SenderName } from './participant-names.js';
import type { TransactionRow } from './row-window.js';

const PAGE = 100;

interface Place {
  readonly params: { readonly registerId: string; readonly docketId: string };
}

export async function readDocket({ params }: Place) {
  const { registerId } = params;
  const [docket, governance, register, names] = await Promise.all([
    node.dockets.getDocket({ params }),
    node.registers.getGovernanceRoster({ params }),
    node.registers.getRegister({ params }),
    readNames(registerId),
  ]);
  const { number: fromDocket } = docket;
  const query = { fromDocket, toDocket: fromDocket, pageSize: PAGE };
  const { transactions } = await node.summaries.listTransactionSummaries({ params: { registerId }, query });
  return { docket, transactions, validators: governance.validators.length, register, names };
}

type DocketRead = Awaited<ReturnType<typeof readDocket>>;

export function DocketPage() {
  const words = useWords();
  const { docket, transactions, validators, register, names }: DocketRead = useLoaderData({ strict: false });
  const { number, hash, previousHash, timestamp, registerId, certificate, transactionCount } = docket;
  usePageAbove({ to: PATHS.register, params: { registerId }, title: register.name });
  return (
    <section className="docket">
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
            {register.name}
          </Link>
        </dd>
      </dl>
      <h2>{words('docket.transactions', { count: transactionCount })}</h2>
      <ol className="rows">
        {transactions.map((row) => (
          <DocketRow key={row.txId} {...{ row, registerId, names }} />
        ))}
      </ol>
      {transactions.length < transactionCount && (
        <p className="hint">{words('docket.first', { shown: transactions.length })}</p>
      )}
    </section>
  );
}

interface DocketRowProps extends Pick<DocketRead, 'names'> {
  readonly row: TransactionRow;
  readonly registerId: string;
}

function DocketRow({ row, registerId, names }: DocketRowProps) {
  const words = useWords();
  const { txId, kind, title, actionId, senderWallet, recipients, payloadSize } = row;
  return (
    <li className="row">
      <HashPicture value={txId} />
      <div className="wide">
        <Link to={PATHS.transaction} params={{ registerId, txId }}>
          {title ?? words('row.kind', { kind, actionId })}
        </Link>
        <p className="hint">
          {title !== undefined && <>{words('row.kind', { kind, actionId })} · </>}
          <CodeValue value={txId} />
        </p>
      </div>
      <span className="hint">
        <SenderName address={senderWallet} names={names} />
      </span>
      <span className="hint">{words('row.readers', { recipients })}</span>
      <span className="hint">{words('bytes', { bytes: payloadSize })}</span>
    </li>
  );
}
