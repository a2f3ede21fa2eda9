// The form of an action in a rehearsal: that of the inbox, judged in the same worker, done without a signature of
// anybody.
import '../forms/forms.css';
import { memo, useEffect, useMemo, useState } from 'react';
import { localize } from '../../core/blueprint/definition/texts.js';
import type { Action, Definition } from '../../core/blueprint/definition/types.js';
import { CalculatedValues } from '../act/calculated.js';
import { Faults } from '../act/faults-list.js';
import { actionTitle, fieldsOf } from '../act/fields-shown.js';
import { type FormData, useActForm, useFindings, useReview } from '../act/use-form.js';
import { type VoteChosen, Voting } from '../act/voting.js';
import { Elements } from '../forms/elements.js';
import { FormContext } from '../forms/form-context.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import { useLanguage, useWords } from '../words/words.js';
import { RefusalList, useRefusals } from './refusals.js';
import type { RehearsedPlace, RehearsedStep } from './rehearsed.js';

interface RehearsalFormProps {
  readonly definition: Definition;
  readonly action: Action;
  readonly place: RehearsedPlace;
  /** The role that does it, and its name. */
  readonly role: string;
  readonly roleName: string;
  readonly facts: FormData['facts'];
  readonly onStep: (step: RehearsedStep) => Promise<void>;
  readonly onSendBack: (reason: string) => Promise<void>;
}

const FormFields = memo(Elements);

export function RehearsalForm(props: RehearsalFormProps) {
  const { definition, action, place, role, roleName, facts, onStep, onSendBack } = props;
  const words = useWords();
  const data = useMemo<FormData>(() => ({ definition, action, facts, draft: undefined }), [definition, action, facts]);
  const spoken = useSpoken(definition, action);
  const state = useActForm(data, spoken);
  const findings = useFindings(data, state);
  const { judged, faults, isWrong } = findings;
  const fields = useMemo(() => fieldsOf(spoken.action), [spoken.action]);
  const [vote, setVote] = useState<VoteChosen>();
  const [isBack, setBack] = useState(false);
  const { isBusy, refusals, run } = useRefusals();
  const isVoted = action.approval !== undefined;
  const { isAsked, isOpen, ask, close } = useReview(state, { ...findings, needsVote: isVoted && vote === undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is done once, by the answer that opened it.
  useEffect(() => {
    if (!isOpen || !judged) return;
    close();
    run(() => onStep({ place, role, payload: judged.payload, vote: isVoted ? vote : undefined }));
  }, [isOpen]);
  return (
    <form
      className="rehearsal-form"
      aria-label={spoken.action.title ?? String(action.id)}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <h3>{spoken.action.title ?? String(action.id)}</h3>
      {spoken.action.description !== undefined && <p className="hint">{spoken.action.description}</p>}
      {place.isGated && <p className="hint">{words('rehearse.gated')}</p>}
      {isAsked && isWrong && <Faults faults={faults} questions={state.form.questions} />}
      <RefusalList refusals={refusals} />
      <FormContext value={state.context}>
        <div className="fields">
          <FormFields elements={state.form.elements} />
        </div>
      </FormContext>
      {state.form.questions.length === 0 && <p className="hint">{words('act.nothing-asked')}</p>}
      {isVoted && <Voting vote={vote} isMissing={isAsked && vote === undefined} onVote={setVote} />}
      <CalculatedValues values={judged?.calculated ?? []} fields={fields} readersAt={state.context.readersAt} />
      <FormActs
        next={(judged?.next ?? []).map((id) => actionTitle(spoken.definition, id))}
        roleName={roleName}
        isBusy={isBusy}
        onSendBack={place.isRejectable ? () => setBack(true) : undefined}
      />
      {isBack && (
        <SendBackDialog
          onClose={() => setBack(false)}
          onReason={(reason) => {
            setBack(false);
            run(() => onSendBack(reason));
          }}
        />
      )}
    </form>
  );
}

/** In the language of the person. */
function useSpoken(definition: Definition, action: Action): Pick<FormData, 'action' | 'definition'> {
  const { language } = useLanguage();
  return useMemo(() => {
    const localized = localize(definition, [language]);
    return { definition: localized, action: localized.actions.find(({ id }) => id === action.id) ?? action };
  }, [definition, action, language]);
}

interface FormActsProps {
  /** Titles of the actions that follow. */
  readonly next: readonly string[];
  readonly roleName: string;
  readonly isBusy: boolean;
  readonly onSendBack: (() => void) | undefined;
}

function FormActs({ next, roleName, isBusy, onSendBack }: FormActsProps) {
  const words = useWords();
  return (
    <p className="rehearsal-acts">
      <span className="wide hint">{next.length > 0 && words('act.next', { next: next.join(', ') })}</span>
      {onSendBack && (
        <Button kind="plain" icon="corner-up-left" onPress={onSendBack}>
          {words('act.send-back')}
        </Button>
      )}
      <Button kind="main" icon="check" isBusy={isBusy}>
        {words('rehearse.do', { role: roleName })}
      </Button>
    </p>
  );
}

interface SendBackDialogProps {
  readonly onClose: () => void;
  readonly onReason: (reason: string) => void;
}

function SendBackDialog({ onClose, onReason }: SendBackDialogProps) {
  const words = useWords();
  const [reason, setReason] = useState('');
  return (
    <Dialog title={words('act.send-back')} onClose={onClose}>
      <TextField label={words('rehearse.reason')} value={reason} onChange={setReason} />
      <p className="acts">
        <Button onPress={onClose}>{words('blueprints.back')}</Button>
        <Button kind="main" onPress={() => onReason(reason)}>
          {words('act.send-back')}
        </Button>
      </p>
    </Dialog>
  );
}
