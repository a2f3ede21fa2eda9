// A request of a verifier: who asks, what it reads and what stays, then the yes or the no of the person. Nothing is
// shown before the values that leave were told.
import { Link, useLoaderData, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { faultOf, type GateProblem } from '../gates/use-prepared.js';
import { Button } from '../parts/button.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { type AnswerGiven, AnswerShown } from './answer-shown.js';
import { AskedChoice } from './asked-choice.js';
import { chosenParts, firstChoice, groupsOf, isAnswer, type PartsChoice } from './asked-query.js';
import { PresentRefusal } from './present-refusal.js';
import { type AskedRead, settleEntry } from './read-presenting.js';
import { SignedData } from './signed-data.js';
import { usePreview } from './use-preview.js';
import { VerifierShown } from './verifier-shown.js';
import '../credentials/credentials.css';
import '../forms/forms.css';
import '../gates/gates.css';
import './presenting.css';
import '../words/presenting.js';

export function AskedPage() {
  const words = useWords();
  const read: AskedRead = useLoaderData({ strict: false });
  const { presentationId }: { readonly presentationId?: string } = useParams({ strict: false });
  const [given, setGiven] = useState<AnswerGiven>();
  // An answered request waits no more: another look at it would say so, over the answer.
  if (given !== undefined) return <AnswerShown given={given} />;
  return (
    <section className="presenting">
      <h1>{words('present.asked.title')}</h1>
      {read.fault === undefined ? (
        <OpenRequest key={presentationId} read={read} onGiven={setGiven} />
      ) : (
        <>
          <PresentRefusal fault={read.fault} />
          <p className="row-acts">
            <Link className="button" to={PATHS.present}>
              {words('present.another')}
            </Link>
          </p>
        </>
      )}
    </section>
  );
}

interface OpenRequestProps {
  readonly read: Exclude<AskedRead, { readonly fault: GateProblem }>;
  readonly onGiven: (given: AnswerGiven) => void;
}

function OpenRequest({ read: { asked, wallet, held }, onGiven }: OpenRequestProps) {
  const words = useWords();
  const groups = useMemo(() => groupsOf(asked), [asked]);
  const [choice, setChoice] = useState<PartsChoice>(() => firstChoice(groups));
  const [isKnown, setKnown] = useState(false);
  const chosen = chosenParts(groups, choice);
  const preview = usePreview(asked, chosen);
  const { isBusy, fault, run } = useAnswer();
  const { presentationId, verifier, transactionData } = asked;
  const { host, verdict } = verifier;
  const isVouched = verdict === 'TrustedListVerified';
  const params = { presentationId };
  async function show(): Promise<void> {
    const selection = chosen.map(({ part, credentialId }) => ({ queryId: part.id, credentialId }));
    const body = { selection, consent: true, ...(!isVouched && { acceptUntrusted: isKnown }) };
    const { redirectUri } = await node.presentations.acceptPresentation({ params, body });
    onGiven({ host, parts: preview.parts ?? [], ...(redirectUri !== undefined && { redirectUri }) });
  }
  async function deny(): Promise<void> {
    await node.presentations.denyPresentation({ params });
    onGiven({ host });
  }
  const act = (answer: () => Promise<void>) => run(answer, presentationId);
  return (
    <>
      <VerifierShown asked={asked} />
      {transactionData.length > 0 && <SignedData data={transactionData} />}
      <AskedChoice {...{ groups, choice, held, preview: preview.parts }} onChoose={setChoice} />
      {!isAnswer(groups, choice) && <p className="note">{words('present.cannot', { wallet: wallet?.name ?? '' })}</p>}
      {isAnswer(groups, choice) && !isVouched && (
        <label className="consent">
          <input type="checkbox" checked={isKnown} onChange={({ target }) => setKnown(target.checked)} />
          {words('present.know', { host })}
        </label>
      )}
      {(fault ?? preview.fault) && <PresentRefusal fault={(fault ?? preview.fault) as GateProblem} />}
      <p className="row-acts">
        {isAnswer(groups, choice) && preview.parts && (isVouched || isKnown) && (
          <Button kind="main" icon="eye" isBusy={isBusy} onPress={() => act(show)}>
            {words('present.show', { host })}
          </Button>
        )}
        <Button icon="x" isBusy={isBusy} onPress={() => act(deny)}>
          {words('present.deny')}
        </Button>
        <Link className="button plain" to={PATHS.wallets}>
          {words('present.leave')}
        </Link>
      </p>
      <p className="hint">{words('present.deny.about')}</p>
    </>
  );
}

/** A single answer at a time; where it was heard, the request leaves the inbox. */
function useAnswer() {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<GateProblem>();
  function run(answer: () => Promise<void>, presentationId: string): void {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    answer()
      .then(() => void settleEntry(presentationId).catch(() => {}))
      .catch((error: unknown) => setFault(faultOf(error)))
      .finally(() => setBusy(false));
  }
  return { isBusy, fault, run };
}
