// The form of an action with its consequence: judged as it is typed, kept as a draft, reviewed, signed and sent.
import { memo, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { formOf } from '../../core/blueprint/form/elements.js';
import { readersAt } from '../../core/blueprint/form/readers.js';
import { startingMembers, withoutFiles } from '../../core/blueprint/form/typed.js';
import { type Draft, forgetDraft, keepDraft } from '../forms/drafts.js';
import { Elements } from '../forms/elements.js';
import { faultsOf } from '../forms/faults.js';
import { type AttachedFile, FormContext, type FormState } from '../forms/form-context.js';
import { useJudged } from '../forms/judging.js';
import { FormStore } from '../forms/store.js';
import { useLanguage, useWords } from '../words/words.js';
import { ActBar } from './act-bar.js';
import { type ActData, rolesOf } from './act-data.js';
import { Calculated } from './calculated.js';
import { Faults } from './faults-list.js';
import { actionTitle, fieldsOf } from './fields-shown.js';
import type { Sent } from './receipt.js';
import { Review } from './review.js';
import { Seen } from './seen.js';
import { freshKey, sendAct } from './send-act.js';
import { Suspects } from './suspects.js';
import { type VoteChosen, Voting } from './voting.js';

interface ActFormProps {
  /** As the ledger has it, by which it is judged. */
  readonly data: ActData;
  /** The same in the language of the person. */
  readonly spoken: ActData;
  readonly onSent: (sent: Sent) => void;
}

const FormFields = memo(Elements);

export function ActForm({ data, spoken, onSent }: ActFormProps) {
  const words = useWords();
  const { language } = useLanguage();
  const { definition, action, wallets, draft } = data;
  const form = useMemo(() => formOf(spoken.action), [spoken.action]);
  const [store] = useState(
    () => new FormStore(draft ? withoutFiles(form.questions, draft.typed) : startingMembers(form.questions)),
  );
  const files = useRef(new Map<string, AttachedFile>());
  const key = useRef(draft?.idempotencyKey ?? freshKey());
  const [walletAddress, setWallet] = useState(draft?.wallet ?? wallets[0]?.address);
  const wallet = wallets.find(({ address }) => address === walletAddress) ?? wallets[0];
  const [vote, setVote] = useState<VoteChosen>();
  const [isAccepting, setAccepting] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const roles = useMemo(() => rolesOf(spoken.definition), [spoken.definition]);
  const context = useMemo<FormState>(
    () => ({
      store,
      readersAt: (path) => {
        const readers = readersAt(definition, action, path);
        return roles.filter(({ id }) => readers.includes(id));
      },
      attach: (field, file) => files.current.set(field, file),
    }),
    [store, definition, action, roles],
  );
  const typed = useSyncExternalStore(store.listen, store.all);
  const opened = useMemo(
    () => ({ definition, actionId: String(action.id), facts: data.facts }),
    [definition, action.id, data.facts],
  );
  const { judged, isBehind } = useJudged(opened, typed);
  const faults = useMemo(
    () => faultsOf({ questions: form.questions, judged, language, words }),
    [form, judged, language, words],
  );
  useEffect(() => {
    const { hidden = [], disabled = [] } = judged ?? {};
    store.setFindings({ faults: faults.byField, hidden: new Set(hidden), disabled: new Set(disabled) });
  }, [store, faults, judged]);
  const isKept = useKept(data, { typed, idempotencyKey: key.current, wallet: walletAddress });

  const isWrong = faults.byField.size > 0 || faults.others.length > 0;
  const needsVote = action.approval !== undefined && vote === undefined;
  const [isAsked, setAsked] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const review = useCallback(() => {
    setAsked(true);
    setWanted(true);
    setRefusal(undefined);
  }, []);
  useEffect(() => {
    // The last key may still be judged.
    if (!isWanted || !judged || isBehind) return;
    setWanted(false);
    store.leave(faults.byField.keys());
    if (!isWrong && !needsVote) setReviewing(true);
  }, [isWanted, judged, isBehind, store, faults, isWrong, needsVote]);

  async function sign(): Promise<void> {
    if (wallet === undefined || judged === undefined || isSending) return;
    setSending(true);
    setRefusal(undefined);
    try {
      const acceptSuspect = isAccepting ? [...new Set(data.suspect.map(({ transactionHash }) => transactionHash))] : [];
      const act = { data, wallet, payload: judged.payload, files: files.current, vote, acceptSuspect };
      const done = await sendAct({ ...act, idempotencyKey: key.current });
      if ('refusal' in done) {
        // What was refused is over: the next try is another one.
        key.current = freshKey();
        setRefusal(done.refusal);
        return;
      }
      await forgetDraft(data.place);
      onSent(done);
    } catch {
      setRefusal(words('review.unknown'));
    } finally {
      setSending(false);
    }
  }

  const readers = roles.filter(({ id }) => id !== action.sender);
  const fields = useMemo(() => fieldsOf(spoken.action), [spoken.action]);
  const has = (name: string) =>
    Object.hasOwn(judged?.payload ?? {}, name) || judged?.calculated.some((value) => value.name === name) === true;
  const next = (judged?.next ?? []).map((id) => {
    const sender = spoken.definition.actions.find((each) => each.id === id)?.sender;
    const role = roles.find((each) => each.id === sender);
    return `${actionTitle(spoken.definition, id)} · ${role?.name ?? sender ?? ''}`;
  });
  return (
    <>
      <section
        className="act-work act-form"
        aria-label={words('act.form')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) review();
        }}
      >
        {draft !== undefined && draft.lastTransactionId !== data.instance.lastTransactionId && (
          <p className="note">{words('act.moved-on')}</p>
        )}
        {data.suspect.length > 0 && <Suspects data={spoken} isAccepting={isAccepting} onAccept={setAccepting} />}
        {isAsked && isWrong && <Faults faults={faults} questions={form.questions} />}
        <FormContext value={context}>
          <div className="fields">
            <FormFields elements={form.elements} />
          </div>
        </FormContext>
        {form.questions.length === 0 && <p className="hint">{words('act.nothing-asked')}</p>}
        {action.approval !== undefined && <Voting vote={vote} isMissing={isAsked && needsVote} onVote={setVote} />}
        <Calculated values={judged?.calculated ?? []} fields={fields} readersAt={context.readersAt} />
        <ActBar {...{ data, wallets, wallet, isKept, next }} onWallet={setWallet} onReview={review} />
      </section>
      <Seen roles={readers} fields={fields} parts={judged?.parts ?? []} />
      {isReviewing && wallet !== undefined && judged && (
        <Review
          {...{ next, wallet, isSending, refusal }}
          title={spoken.action.title ?? String(action.id)}
          roles={readers}
          fields={fields.filter(({ name }) => has(name))}
          parts={judged.parts}
          onBack={() => setReviewing(false)}
          onSign={() => void sign()}
        />
      )}
    </>
  );
}

/** After the last key. */
const KEEP_MS = 500;

/** Keeps what is typed on this computer; says whether it does. */
function useKept({ place, instance }: ActData, draft: Omit<Draft, 'lastTransactionId'>): boolean {
  const [isKept, setKept] = useState(false);
  const { typed, wallet, idempotencyKey } = draft;
  const { lastTransactionId } = instance;
  const first = useRef(typed);
  useEffect(() => {
    // Nothing was typed yet.
    if (typed === first.current) return;
    const kept = { typed, wallet, idempotencyKey, lastTransactionId };
    const timer = setTimeout(() => void keepDraft(place, kept, Date.now()).then(setKept), KEEP_MS);
    return () => clearTimeout(timer);
  }, [place, typed, wallet, idempotencyKey, lastTransactionId]);
  return isKept;
}
