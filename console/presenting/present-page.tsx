// A request of a verifier, as its link or the text of its QR code. The node reads it, and shows nothing to anybody.
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { WalletChoice } from '../credentials/wallet-choice.js';
import { faultOf, type GateProblem } from '../gates/use-prepared.js';
import { Button } from '../parts/button.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { PresentRefusal } from './present-refusal.js';
import type { PresentingRead } from './read-presenting.js';
import { isOffer, requestIn } from './refused.js';
import { WaitingAsks } from './waiting-asks.js';
import '../credentials/credentials.css';
import '../gates/gates.css';
import './presenting.css';
import '../words/presenting.js';

/** Of a verifier that led the browser here; it leaves the address at once, where others could read it. */
function takeRequest(): string {
  const request = requestIn(location.search);
  if (request !== undefined) history.replaceState(history.state, '', location.pathname);
  return request ?? '';
}

export function PresentPage() {
  const words = useWords();
  const { holding, waiting }: PresentingRead = useLoaderData({ strict: false });
  const [first] = holding;
  return (
    <section className="presenting wallets">
      <h1>{words('present.title')}</h1>
      <WaitingAsks waiting={waiting} />
      {first === undefined ? (
        <p className="card">
          {words('present.no-wallet')} <Link to={PATHS.wallets}>{words('present.back')}</Link>
        </p>
      ) : (
        <RequestForm holding={holding} first={first.address} />
      )}
    </section>
  );
}

interface RequestFormProps {
  readonly holding: PresentingRead['holding'];
  readonly first: string;
}

function RequestForm({ holding, first }: RequestFormProps) {
  const words = useWords();
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState(takeRequest);
  const [walletAddress, setWallet] = useState(first);
  const [fault, setFault] = useState<GateProblem>();
  const [isBusy, setBusy] = useState(false);
  async function look(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setFault(undefined);
    setBusy(true);
    try {
      const body = { request: text.trim(), walletAddress };
      const { presentationId } = await node.presentations.resolvePresentation({ body });
      await navigate({ to: PATHS.asked, params: { presentationId } });
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className="ask" onSubmit={(event) => void look(event)}>
      <p className="lead">{words('present.about')}</p>
      <div className="field">
        <label htmlFor={id}>{words('present.text')}</label>
        <textarea
          id={id}
          rows={4}
          required
          spellCheck={false}
          placeholder="openid4vp://"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <WalletChoice wallets={holding} chosen={walletAddress} onChoose={setWallet} />
      {isOffer(text) && <p className="note">{words('present.is-offer')}</p>}
      {fault && <PresentRefusal fault={fault} />}
      <p className="acts">
        <Button kind="main" isBusy={isBusy}>
          {words('present.look')}
        </Button>
      </p>
    </form>
  );
}
