// A wallet: what it is, which roles it has, what it holds, who else uses it, and what it did.
import { Link, useLoaderData } from '@tanstack/react-router';
import { useMemo } from 'react';
import { HeldList } from '../credentials/held-list.js';
import { useWalletNews } from '../live/use-wallet-news.js';
import { Ago } from '../parts/ago.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { LivePill } from '../parts/live-pill.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { AccessList } from './access-list.js';
import { isOwn, type WalletRead } from './read-wallets.js';
import { RoleList } from './role-list.js';
import { WalletStatus } from './wallet-status.js';
import '../credentials/credentials.css';

export function WalletPage() {
  const words = useWords();
  const read: WalletRead = useLoaderData({ strict: false });
  const { who, wallet, held, access, roles, sent } = read;
  const state = useWalletNews(useMemo(() => [wallet.address], [wallet.address]));
  return (
    <section className="wallets">
      <header className="titled">
        <HashPicture value={wallet.id} />
        <div className="wide">
          <h1>{wallet.name}</h1>
          <CodeValue value={wallet.address} />
        </div>
        <WalletStatus status={wallet.status} />
        <LivePill state={state} />
      </header>
      <WalletFacts wallet={wallet} who={who} />
      <RoleList roles={roles} who={who} address={wallet.address} />
      {held && (
        <>
          <h2>{words('held.title')}</h2>
          <HeldList held={held} wallets={[wallet]} />
        </>
      )}
      {access && <AccessList access={access} wallet={wallet} who={who} />}
      <SentList sent={sent} address={wallet.address} />
    </section>
  );
}

function WalletFacts({ wallet, who }: Pick<WalletRead, 'wallet' | 'who'>) {
  const words = useWords();
  return (
    <dl className="facts">
      <dt>{words('wallet.owner')}</dt>
      <dd>{words('wallets.whose', { kind: isOwn(wallet, who) ? 'own' : wallet.ownerKind })}</dd>
      <dt>{words('wallets.key')}</dt>
      <dd>{wallet.keyType}</dd>
      {wallet.hybridAddress !== undefined && (
        <>
          <dt>{words('wallet.hybrid')}</dt>
          <dd>
            <CodeValue value={wallet.hybridAddress} />
          </dd>
        </>
      )}
      <dt>{words('wallet.made')}</dt>
      <dd>
        <Moment value={wallet.createdAt} />
      </dd>
    </dl>
  );
}

function SentList({ sent, address }: Pick<WalletRead, 'sent'> & { readonly address: string }) {
  const words = useWords();
  return (
    <>
      <h2>{words('wallet.sent')}</h2>
      {sent.length === 0 && <p className="hint">{words('wallet.sent.none')}</p>}
      <ol className="rows">
        {sent.map(({ txId, registerId, register, title, kind, actionId, sealedAt }) => (
          <li key={txId} className="row">
            <HashPicture value={txId} />
            <div className="wide">
              <Link to={PATHS.transaction} params={{ registerId, txId }}>
                {title ?? words('row.kind', { kind, actionId })}
              </Link>
              <p className="hint">
                <Link to={PATHS.register} params={{ registerId }} search={{ sender: address }}>
                  {register}
                </Link>
              </p>
            </div>
            <span className="hint">
              <Ago value={sealedAt} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
