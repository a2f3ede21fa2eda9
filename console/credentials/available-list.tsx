// Credentials that wait to be taken: what workflows issued to the person, and offers of issuers of this node by name.
// Into a wallet here by one press, or with the wallet on a phone.
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
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
import type { Available, AvailableCredential, OfferByName } from './read-credentials.js';
import { OfferSeen, readOffer, type SeenOffer } from './take-offer.js';
import { typeTitle } from './type-title.js';
import { type HoldingWallet, WalletChoice } from './wallet-choice.js';

interface AvailableListProps {
  readonly available: Available;
  /** Wallets of the person that may hold credentials. */
  readonly holding: readonly HoldingWallet[];
  readonly onNeedsWallet: () => void;
}

export function AvailableList({ available: { credentials, offers }, ...props }: AvailableListProps) {
  const words = useWords();
  const waiting = credentials.filter(({ isDismissed }) => isDismissed !== true);
  const dismissed = credentials.filter(({ isDismissed }) => isDismissed === true);
  const count = waiting.length + offers.length;
  return (
    <>
      {count > 0 && (
        <section className="card waiting-for-you" aria-labelledby="available">
          <h2 id="available">{words('available.title', { count })}</h2>
          <ul>
            {waiting.map((each) => (
              <FromWorkflow key={each.credentialId} each={each} {...props} />
            ))}
            {offers.map((each) => (
              <ByName key={each.offerId} each={each} {...props} />
            ))}
          </ul>
        </section>
      )}
      {dismissed.length > 0 && (
        <details>
          <summary>{words('available.dismissed', { count: dismissed.length })}</summary>
          <ul>
            {dismissed.map((each) => (
              <FromWorkflow key={each.credentialId} each={each} {...props} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type RowProps = Omit<AvailableListProps, 'available'>;
type MadeOffer = Awaited<ReturnType<typeof node.issuedCredentials.offerRunCredential>>;

function FromWorkflow({ each, ...props }: RowProps & { readonly each: AvailableCredential }) {
  const words = useWords();
  const router = useRouter();
  const { credentialId, entryId, instanceId: id, isDismissed, registerId, txCode } = each;
  const open = () => node.issuedCredentials.offerRunCredential({ params: { credentialId } });
  async function take(address: string): Promise<SeenOffer | undefined> {
    const made = await open();
    // The code is in the mail: its person types it.
    if (txCode === 'mail') {
      const seen = await readOffer(made.credentialOfferUri, address);
      return seen && { ...seen, isMailed: true };
    }
    const body = {
      ...{ offerUri: made.credentialOfferUri, consent: true },
      ...(made.txCode !== undefined && { txCode: made.txCode }),
    };
    await node.heldCredentials.receiveCredentials({ params: { address }, body });
    await router.invalidate();
    return undefined;
  }
  async function dismiss(entry: string): Promise<void> {
    await node.personalInbox.dismissEntry({ params: { entryId: entry } });
    await router.invalidate();
  }
  return (
    <AvailableRow
      {...props}
      type={each.credentialType}
      wallet={each.walletAddress}
      onTake={take}
      onPhone={open}
      onDismiss={entryId === undefined || isDismissed === true ? undefined : () => dismiss(entryId)}
    >
      <Link to={PATHS.instance} {...linkTo({ id, registerId })}>
        {words('available.from')}
      </Link>{' '}
      <Moment value={each.sealedAt} />
      {txCode === 'mail' && <> · {words('available.mailed')}</>}
    </AvailableRow>
  );
}

function ByName({ each, ...props }: RowProps & { readonly each: OfferByName }) {
  const words = useWords();
  const { credentialType, credentialOfferUri, issuer, expiresAt } = each;
  return (
    <AvailableRow
      {...props}
      type={credentialType}
      onTake={(address) => readOffer(credentialOfferUri, address)}
      onPhone={async () => ({ credentialOfferUri, expiresAt })}
    >
      {words('available.by-name', { issuer: issuer.name })} · {words('offer.until')} <Moment value={expiresAt} />
    </AvailableRow>
  );
}

interface AvailableRowProps extends RowProps {
  readonly type: string;
  /** That of its role. */
  readonly wallet?: string;
  /** Takes it, or gives the offer where its person is asked for more. */
  readonly onTake: (address: string) => Promise<SeenOffer | undefined>;
  readonly onPhone: () => Promise<Pick<MadeOffer, 'credentialOfferUri' | 'expiresAt' | 'txCode'>>;
  readonly onDismiss?: (() => Promise<void>) | undefined;
  readonly children: ReactNode;
}

function AvailableRow(props: AvailableRowProps) {
  const { type, wallet, holding, onNeedsWallet, onTake, onPhone, onDismiss, children } = props;
  const words = useWords();
  const router = useRouter();
  const { isBusy, fault, run } = useAct();
  const [offer, setOffer] = useState<Awaited<ReturnType<AvailableRowProps['onPhone']>>>();
  const [seen, setSeen] = useState<SeenOffer>();
  const [address, setAddress] = useState(holding.find((each) => each.address === wallet)?.address);
  const into = address ?? holding[0]?.address;
  const take = async () => (into === undefined ? onNeedsWallet() : setSeen(await onTake(into)));
  return (
    <li>
      <div className="row">
        <Icon name="badge-check" />
        <div className="wide">
          <b>{typeTitle(type)}</b>
          <p className="hint">{children}</p>
        </div>
        <WalletChoice wallets={holding} chosen={into} onChoose={setAddress} />
        <Button isBusy={isBusy} onPress={() => run(async () => setOffer(await onPhone()))}>
          {words('available.phone')}
        </Button>
        <Button kind="main" isBusy={isBusy} onPress={() => run(take)}>
          {words(into === undefined ? 'available.needs-wallet' : 'available.take')}
        </Button>
        {onDismiss && (
          <Button
            kind="plain"
            icon="x"
            label={words('available.dismiss')}
            isBusy={isBusy}
            onPress={() => run(onDismiss)}
          />
        )}
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
      {seen && (
        <Dialog title={typeTitle(type)} onClose={() => setSeen(undefined)}>
          <OfferSeen seen={seen} onDone={() => void router.invalidate()} onLeave={() => setSeen(undefined)} />
        </Dialog>
      )}
    </li>
  );
}
