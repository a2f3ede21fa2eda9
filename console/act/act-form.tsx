// The form of an action with its consequence: judged as it is typed, kept as a draft, reviewed, signed and sent.
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Elements } from '../forms/elements.js';
import { FormContext } from '../forms/form-context.js';
import { useWords } from '../words/words.js';
import { ActBar } from './act-bar.js';
import type { ActData } from './act-data.js';
import { CalculatedValues } from './calculated.js';
import { Faults } from './faults-list.js';
import { actionTitle, fieldsOf } from './fields-shown.js';
import type { SentAct } from './receipt.js';
import { Readers } from './seen.js';
import { prepareAct } from './send-act.js';
import { SigningSteps } from './signing-steps.js';
import { Suspects } from './suspects.js';
import { useActForm, useFindings, useReview } from './use-form.js';
import { useKept } from './use-kept.js';
import { useSigning } from './use-signing.js';
import { type VoteChosen, Voting } from './voting.js';

interface ActFormProps {
  /** As the ledger has it, by which it is judged. */
  readonly data: ActData;
  /** The same in the language of the person. */
  readonly spoken: ActData;
  readonly onSent: (sent: SentAct) => void;
}

const FormFields = memo(Elements);

export function ActForm({ data, spoken, onSent }: ActFormProps) {
  const { action, wallets, draft } = data;
  const state = useActForm(data, spoken);
  const findings = useFindings(data, state);
  const { judged, faults, isWrong, typed } = findings;
  const { isSending, refusal, sign, idempotencyKey } = useSigning(data, onSent);
  const [address, setWallet] = useState(draft?.wallet ?? wallets[0]?.address);
  const wallet = wallets.find((each) => each.address === address) ?? wallets[0];
  const [vote, setVote] = useState<VoteChosen>();
  const [isAccepting, setAccepting] = useState(false);
  const needsVote = action.approval !== undefined && vote === undefined;
  const review = useReview(state, { ...findings, needsVote });
  const isKept = useKept(data, { typed, idempotencyKey, wallet: address }, state.files);
  const readers = state.roles.filter(({ id }) => id !== action.sender);
  const fields = useMemo(() => fieldsOf(spoken.action), [spoken.action]);
  const calculated = judged?.calculated ?? [];
  const next = (judged?.next ?? []).map((id) => nextText(spoken, id));
  const suspects = isAccepting ? [...new Set(data.suspect.map(({ transactionHash }) => transactionHash))] : [];
  const act = judged &&
    wallet && {
      ...{ data, wallet, payload: judged.payload, vote },
      ...{ files: state.files.current, acceptSuspect: suspects },
    };
  const has = (name: string) =>
    Object.hasOwn(judged?.payload ?? {}, name) || calculated.some((value) => value.name === name);
  return (
    <>
      <ActFrame data={data} onReview={review.ask}>
        {data.suspect.length > 0 && <Suspects data={spoken} isAccepting={isAccepting} onAccept={setAccepting} />}
        {review.isAsked && isWrong && <Faults faults={faults} questions={state.form.questions} />}
        <FormContext value={state.context}>
          <div className="fields">
            <FormFields elements={state.form.elements} />
          </div>
        </FormContext>
        {state.form.questions.length === 0 && <NothingAsked />}
        {action.approval !== undefined && (
          <Voting vote={vote} isMissing={review.isAsked && needsVote} onVote={setVote} />
        )}
        <CalculatedValues values={calculated} fields={fields} readersAt={state.context.readersAt} />
        <ActBar {...{ data, wallets, wallet, isKept, next }} onWallet={setWallet} onReview={review.ask} />
      </ActFrame>
      <Readers roles={readers} fields={fields} parts={judged?.parts ?? []} />
      {judged && act && (
        <SigningSteps
          {...{ spoken, judged, review, isSending, refusal, next, roles: state.roles, wallet: act.wallet }}
          fields={fields.filter(({ name }) => has(name))}
          onSign={(gateId) => void sign({ ...act, gateId })}
          prepare={() => prepareAct(act)}
        />
      )}
    </>
  );
}

interface ActFrameProps {
  readonly data: ActData;
  readonly onReview: () => void;
  readonly children: ReactNode;
}

/** Control and Enter lead to the review from everywhere on the page. */
function ActFrame({ data: { draft, instance }, onReview, children }: ActFrameProps) {
  const words = useWords();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      // In a dialog the keys are of that.
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      onReview();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [onReview]);
  return (
    <section className="act-work act-form" aria-label={words('act.form')}>
      {draft !== undefined && draft.lastTransactionId !== instance.lastTransactionId && (
        <p className="note">{words('act.moved-on')}</p>
      )}
      {children}
    </section>
  );
}

function NothingAsked() {
  const words = useWords();
  return <p className="hint">{words('act.nothing-asked')}</p>;
}

function nextText({ definition }: ActData, id: number): string {
  const sender = definition.actions.find((each) => each.id === id)?.sender;
  const role = definition.participants.find((each) => each.id === sender);
  return `${actionTitle(definition, id)} · ${role?.name ?? sender ?? ''}`;
}
