// Credentials that workflows issued to the person and that wait to be taken: into a wallet here by one press, or with
// the wallet on a phone.
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { linkTo } from '../instance-address.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { OfferShown } from './offer-shown.js';
import type { AvailableCredential } from './read-credentials.js';
import { type HoldingWallet, WalletChoice } from './wallet-choice.js';

interface AvailableListProps {
  readonly available: readonly AvailableCredential[];
  /** Wallets of the person that may hold credentials. */
  readonly holding: readonly HoldingWallet[];
  readonly onNeedsWallet: () => void;
}

export function AvailableList({ available, ...props }: AvailableListProps) {
  const words = useWords();
  if (available.length === 0) return null;
  return (
    <section className="card waiting-for-you" aria-labelledby="available">
      <h2 id="available">{words('available.title', { count: available.length })}</h2>
      <ul>
        {available.map((each) => (
          <AvailableRow key={each.entryId} each={each} {...props} />
        ))}
      </ul>
    </section>
  );
}

type MadeOffer = Awaited<ReturnType<typeof node.issuedCredentials.offerRunCredential>>;

function AvailableRow({
  each,
  holding,
  onNeedsWallet,
}: Omit<AvailableListProps, 'available'> & { readonly each: AvailableCredential }) {
  const words = useWords();
  const router = useRouter();
  const { isBusy, fault, run } = useAct();
  const [offer, setOffer] = useState<MadeOffer>();
  // That of the role, where it may hold one.
  const [address, setAddress] = useState(holding.find((wallet) => wallet.address === each.wallet)?.address);
  const into = address ?? holding[0]?.address;
  const { credentialId, entryId } = each;
  async function take(): Promise<void> {
    if (into === undefined) return onNeedsWallet();
    const { credentialOfferUri, txCode } = await node.issuedCredentials.offerRunCredential({
      params: { credentialId },
    });
    const body = { offerUri: credentialOfferUri, consent: true, ...(txCode !== undefined && { txCode }) };
    await node.heldCredentials.receiveCredentials({ params: { address: into }, body });
    await dismiss();
  }
  async function dismiss(): Promise<void> {
    await node.personalInbox.dismissEntry({ params: { entryId } });
    await router.invalidate();
  }
  const show = async () => setOffer(await node.issuedCredentials.offerRunCredential({ params: { credentialId } }));
  return (
    <li>
      <div className="row">
        <Icon name="badge-check" />
        <FromWorkflow each={each} />
        <WalletChoice wallets={holding} chosen={into} onChoose={setAddress} />
        <Button isBusy={isBusy} onPress={() => run(show)}>
          {words('available.phone')}
        </Button>
        <Button kind="main" isBusy={isBusy} onPress={() => run(take)}>
          {words(into === undefined ? 'available.needs-wallet' : 'available.take')}
        </Button>
        <Button kind="plain" icon="x" label={words('available.dismiss')} isBusy={isBusy} onPress={() => run(dismiss)} />
      </div>
      {fault && (
        <p role="alert" className="fault" lang="en">
          {fault}
        </p>
      )}
      {offer && (
        <Dialog title={words('offer.phone.title')} onClose={() => setOffer(undefined)}>
          <OfferShown offer={offer} onLeave={() => setOffer(undefined)} />
        </Dialog>
      )}
    </li>
  );
}

function FromWorkflow({ each: { instanceId: id, registerId, since } }: { readonly each: AvailableCredential }) {
  const words = useWords();
  return (
    <div className="wide">
      <Link to={PATHS.instance} {...linkTo({ id, registerId })}>
        {words('available.from')}
      </Link>
      <p className="hint">
        <Moment value={since} />
      </p>
    </div>
  );
}
