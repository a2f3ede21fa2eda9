// The fate of an action as three lights: signed, in the pool, sealed. The page can be left meanwhile.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { linkTo } from '../instance-address.js';
import { Icon } from '../parts/icon.js';
import { useSaying } from '../parts/said/say.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

export interface SentAct {
  readonly instanceId: string;
  readonly registerId: string;
  /** Absent while the node encrypts in the background. */
  readonly txId: string | undefined;
  readonly isSealed: boolean;
}

type ReceiptRead = Awaited<ReturnType<typeof node.transactions.getReceipt>>;

/** Between two looks: a docket takes about a second. */
const LOOK_MS = 1500;

export function Receipt({ sent, title }: { readonly sent: SentAct; readonly title: string }) {
  const words = useWords();
  const receipt = useReceipt(sent);
  const docket = receipt?.docketNumber;
  const isRefused = receipt?.status === 'refused' || receipt?.status === 'abandoned';
  useSaying(docket === undefined ? undefined : words('receipt.said', { docket }));
  useSaying(isRefused ? receipt.message : undefined);
  const lights = [
    { said: words('receipt.signed'), isOn: true },
    { said: words('receipt.pool'), isOn: true },
    docket === undefined
      ? { said: words('receipt.sealed'), isOn: false }
      : { said: words('receipt.sealed-in', { docket }), isOn: true },
  ];
  return (
    <section className="receipt" aria-labelledby="receipt">
      <h1 id="receipt">{words('receipt.title', { action: title })}</h1>
      <ol className="lights">
        {lights.map(({ said, isOn }) => (
          <li key={said} data-on={isOn}>
            <Icon name={isOn ? 'circle-check' : 'circle-dashed'} />
            {said}
          </li>
        ))}
      </ol>
      {isRefused && (
        <p className="fault" lang="en">
          {receipt.message} <a href={`/docs/errors.html#${receipt.code}`}>{receipt.code}</a>
        </p>
      )}
      {!isRefused && docket === undefined && <p className="hint">{words('receipt.leave')}</p>}
      <p className="row-acts">
        <Link className="button" to={PATHS.instance} {...linkTo({ id: sent.instanceId, registerId: sent.registerId })}>
          {words('receipt.instance')}
        </Link>
        {sent.txId !== undefined && docket !== undefined && (
          <Link className="button" to={PATHS.transaction} params={{ registerId: sent.registerId, txId: sent.txId }}>
            {words('receipt.proof')}
          </Link>
        )}
        <Link className="button main" to={PATHS.inbox}>
          {words('receipt.inbox')}
        </Link>
      </p>
    </section>
  );
}

/** Asked again until nothing changes any more. */
function useReceipt({ registerId, txId }: SentAct): ReceiptRead | undefined {
  const [receipt, setReceipt] = useState<ReceiptRead>();
  const isOver = receipt !== undefined && receipt.status !== 'pending';
  useEffect(() => {
    if (txId === undefined || isOver) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      const read = await node.transactions.getReceipt({ params: { registerId, txId } }).catch(() => undefined);
      if (isGone) return;
      if (read) setReceipt(read);
      if (read === undefined || read.status === 'pending') timer = setTimeout(() => void look(), LOOK_MS);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [registerId, txId, isOver]);
  return receipt;
}
