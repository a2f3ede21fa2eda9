// An offer from elsewhere, as its text: who offers what, then the wallet takes it. The code of the offer is not used
// before that.
import { useId, useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { AskForm } from '../parts/ask-form.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { typeTitle } from './type-title.js';
import { type HoldingWallet, WalletChoice } from './wallet-choice.js';

interface TakeOfferProps {
  readonly wallets: readonly HoldingWallet[];
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

type Answer = Awaited<ReturnType<typeof node.heldCredentials.receiveCredentials>>;
type Preview = Extract<Answer, { readonly issuer: unknown }>;

export interface SeenOffer {
  readonly offerUri: string;
  readonly address: string;
  readonly preview: Preview;
  /** Its code was just sent to the person by mail. */
  readonly isMailed?: boolean;
}

export function TakeOffer({ wallets, onDone, onLeave }: TakeOfferProps) {
  const words = useWords();
  const id = useId();
  const [text, setText] = useState('');
  const [address, setAddress] = useState(wallets[0]?.address ?? '');
  const [seen, setSeen] = useState<SeenOffer>();
  const look = async () => setSeen(await readOffer(text.trim(), address));
  if (seen !== undefined) return <OfferSeen seen={seen} onDone={onDone} onLeave={onLeave} />;
  return (
    <AskForm
      about={words('offer.have.about')}
      act={words('offer.look')}
      onAct={look}
      onLater={onLeave}
      later={words('part.cancel')}
    >
      <div className="field">
        <label htmlFor={id}>{words('offer.text')}</label>
        <textarea
          id={id}
          rows={3}
          spellCheck={false}
          placeholder="openid-credential-offer://"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <WalletChoice wallets={wallets} chosen={address} onChoose={setAddress} />
    </AskForm>
  );
}

/** The offer as its issuer shows it: its code is not used. */
export async function readOffer(offerUri: string, address: string): Promise<SeenOffer | undefined> {
  const preview = await node.heldCredentials.receiveCredentials({ params: { address }, body: { offerUri } });
  return 'issuer' in preview ? { offerUri, address, preview } : undefined;
}

export function OfferSeen({
  seen: { offerUri, address, preview, isMailed = false },
  onDone,
  onLeave,
}: Omit<TakeOfferProps, 'wallets'> & { readonly seen: SeenOffer }) {
  const words = useWords();
  const [txCode, setTxCode] = useState('');
  const [signIn, setSignIn] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  async function take(): Promise<void> {
    setRefused(false);
    const body = { offerUri, consent: true, ...(txCode !== '' && { txCode: txCode.trim() }) };
    const taken = await node.heldCredentials.receiveCredentials({ params: { address }, body }).catch((error) => {
      setRefused(error instanceof ClientError && error.code === 'ISSUER_REFUSED');
      throw error;
    });
    const url = 'authorization' in taken ? taken.authorization?.url : undefined;
    if (url === undefined) onDone();
    else setSignIn(url);
  }
  if (signIn !== undefined) return <IssuerSignIn url={signIn} onLeave={onLeave} />;
  const { issuer, credentials } = preview;
  return (
    <AskForm
      about={words('offer.by', { issuer: issuer.name ?? issuer.url })}
      act={words('available.take')}
      onAct={take}
      onLater={onLeave}
      later={words('part.cancel')}
    >
      <p className="hint">{issuer.url}</p>
      <ul className="rows">
        {credentials.map(({ type, name, claims }) => (
          <li key={type} className="row">
            <div className="wide">
              <b>{name === undefined || name === type ? typeTitle(type) : name}</b>
              <p className="hint">{type}</p>
              <p className="hint">{claims.join(', ')}</p>
            </div>
          </li>
        ))}
      </ul>
      {preview.txCode && (
        <TextField
          label={words('offer.tx-code')}
          hint={preview.txCode.description ?? words(isMailed ? 'offer.tx-code.mailed' : 'offer.tx-code.hint')}
          isCode
          value={txCode}
          onChange={setTxCode}
        />
      )}
      {isRefused && <p className="fault">{words(preview.txCode ? 'offer.refused.code' : 'offer.refused')}</p>}
    </AskForm>
  );
}

/** The issuer sends the browser back to a page of the node, which takes the credential. */
function IssuerSignIn({ url, onLeave }: { readonly url: string; readonly onLeave: () => void }) {
  const words = useWords();
  return (
    <div className="ask">
      <p className="lead">{words('offer.signs-in.about')}</p>
      <p className="acts">
        <a className="button main" href={url} target="_blank" rel="noopener noreferrer">
          {words('offer.signs-in')}
        </a>
        <Button kind="plain" onPress={onLeave}>
          {words('part.cancel')}
        </Button>
      </p>
    </div>
  );
}
