// The parts of a transaction, on its own page and beside the rows of its register.
import { Link } from '@tanstack/react-router';
import { shownJson } from '../../core/base/hidden.js';
import { linkTo } from '../instance-address.js';
import { CodeValue } from '../parts/code-value.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { Proof } from '../verify/proof.js';
import { useWords } from '../words/words.js';
import { checkInWorker } from '../workers/check-in-worker.js';
import { KeepFile } from './keep-file.js';
import { type ParticipantNames, SenderName } from './participant-names.js';
import type { TransactionRead } from './read-transaction.js';

/** As people call it: by its action where the definition is known. */
export function TransactionTitle({ read: { row, transaction } }: { readonly read: TransactionRead }) {
  const words = useWords();
  const { transactionType: kind, blueprintId, actionId } = transaction.metaData;
  if (row !== undefined) return row.title ?? words('row.kind', { kind: row.kind, actionId: row.actionId });
  return `${words('transaction.kind', { kind })} ${blueprintId} ${actionId}`;
}

/** Another transaction is another proof, with another head. */
export function TransactionProof({ read: { transaction, file } }: { readonly read: TransactionRead }) {
  return (
    <Proof key={transaction.txId} file={file} check={checkInWorker}>
      <KeepFile file={file} />
    </Proof>
  );
}

export function TransactionFacts({ read: { transaction, register, names } }: { readonly read: TransactionRead }) {
  const words = useWords();
  const { registerId, docketNumber, senderWallet, timeStamp, recipientsWallets, metaData } = transaction;
  const { instanceId } = metaData;
  return (
    <dl className="facts card screen">
      <dt>{words('fact.register')}</dt>
      <dd>
        <Link to={PATHS.register} params={{ registerId }}>
          {register.name}
        </Link>
      </dd>
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
        <NamedWallet address={senderWallet} names={names} />
      </dd>
      <dt>{words('fact.said')}</dt>
      <dd>
        <Moment value={timeStamp} />
      </dd>
      {instanceId !== undefined && (
        <>
          <dt>{words('fact.instance')}</dt>
          <dd>
            <Link to={PATHS.instance} {...linkTo({ id: instanceId, registerId })}>
              <CodeValue value={instanceId} />
            </Link>
          </dd>
        </>
      )}
      <dt>{words('fact.recipients')}</dt>
      <dd>
        {recipientsWallets.length === 0 && words('transaction.public')}
        {recipientsWallets.map((wallet) => (
          <p key={wallet}>
            <NamedWallet address={wallet} names={names} />
          </p>
        ))}
      </dd>
    </dl>
  );
}

/** Its address too: names are what their bearers say. */
function NamedWallet({ address, names }: { readonly address: string; readonly names: ParticipantNames }) {
  return (
    <>
      <SenderName address={address} names={names} /> {names.has(address) && <CodeValue value={address} />}
    </>
  );
}

export function TransactionRaw({ read: { transaction } }: { readonly read: TransactionRead }) {
  return (
    <pre>
      <code>{shownJson(transaction.payloads, 2)}</code>
    </pre>
  );
}
