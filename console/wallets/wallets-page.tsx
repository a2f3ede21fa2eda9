// The wallets of the person with what they hold, and what waits to be taken.
import { Link, useLoaderData, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { AvailableList } from '../credentials/available-list.js';
import { HeldList } from '../credentials/held-list.js';
import { ShownList } from '../credentials/shown-list.js';
import { TakeOffer } from '../credentials/take-offer.js';
import { useWalletNews } from '../live/use-wallet-news.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { Dialog } from '../parts/dialog.js';
import { HashPicture } from '../parts/hash-picture.js';
import { LivePill } from '../parts/live-pill.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { NewWallet } from './new-wallet.js';
import { isOwn, type WalletsRead } from './read-wallets.js';
import { RecoverWallet } from './recover-wallet.js';
import { WalletStatus } from './wallet-status.js';
import '../credentials/credentials.css';

type Sheet = 'new' | 'recover' | 'offer';

export function WalletsPage() {
  const words = useWords();
  const router = useRouter();
  const { who, wallets, holding, available, held, shown }: WalletsRead = useLoaderData({ strict: false });
  const [sheet, setSheet] = useState<Sheet>();
  const addresses = useMemo(() => wallets.map(({ address }) => address), [wallets]);
  const state = useWalletNews(addresses);
  const finish = (): void => {
    setSheet(undefined);
    void router.invalidate();
  };
  return (
    <section className="wallets">
      <header className="titled">
        <h1 className="wide">{words('wallets.title')}</h1>
        <LivePill state={state} />
      </header>
      <AvailableList available={available} holding={holding} onNeedsWallet={() => setSheet('new')} />
      <div className="titled">
        <h2 className="wide">{words('held.title')}</h2>
        {holding.length > 0 && who.may.has('resolvePresentation') && (
          <Link className="button" to={PATHS.present}>
            {words('wallets.present')}
          </Link>
        )}
        {holding.length > 0 && <Button onPress={() => setSheet('offer')}>{words('offer.have')}</Button>}
      </div>
      <HeldList held={held} wallets={holding} />
      <div className="titled">
        <h2 className="wide">{words('wallets.list')}</h2>
        {who.may.has('recoverWallet') && (
          <Button kind="plain" onPress={() => setSheet('recover')}>
            {words('recover.title')}
          </Button>
        )}
        {who.may.has('createHdWallet') && (
          <Button kind="main" icon="plus" onPress={() => setSheet('new')}>
            {words('wallets.new')}
          </Button>
        )}
      </div>
      <WalletRows wallets={wallets} who={who} />
      <ShownList shown={shown} />
      <Sheets {...{ sheet, who, holding }} onDone={finish} onLeave={() => setSheet(undefined)} />
    </section>
  );
}

function WalletRows({ wallets, who }: Pick<WalletsRead, 'wallets' | 'who'>) {
  const words = useWords();
  return (
    <>
      {wallets.length === 0 && <p className="card">{words('wallets.none')}</p>}
      <ul className="rows">
        {wallets.map((wallet) => (
          <li key={wallet.address} className="row">
            <HashPicture value={wallet.id} />
            <div className="wide">
              <Link to={PATHS.wallet} params={{ address: wallet.address }}>
                {wallet.name}
              </Link>
              <p className="hint">
                <CodeValue value={wallet.address} />
              </p>
            </div>
            <span className="hint">
              {words('wallets.whose', { kind: isOwn(wallet, who) ? 'own' : wallet.ownerKind })}
            </span>
            <span className="hint">{wallet.keyType}</span>
            <WalletStatus status={wallet.status} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface SheetsProps extends Pick<WalletsRead, 'who' | 'holding'> {
  readonly sheet: Sheet | undefined;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

/** The dialog that is open, if any. */
function Sheets({ sheet, who, holding, onDone, onLeave }: SheetsProps) {
  const words = useWords();
  return (
    <>
      {sheet === 'new' && (
        <Dialog title={words('wallets.new')} onClose={onLeave}>
          <NewWallet who={who} onDone={onDone} onLeave={onLeave} />
        </Dialog>
      )}
      {sheet === 'recover' && (
        <Dialog title={words('recover.title')} onClose={onLeave}>
          <RecoverWallet onDone={onDone} onLeave={onLeave} />
        </Dialog>
      )}
      {sheet === 'offer' && (
        <Dialog title={words('offer.have')} onClose={onLeave}>
          <TakeOffer wallets={holding} onDone={onDone} onLeave={onLeave} />
        </Dialog>
      )}
    </>
  );
}
