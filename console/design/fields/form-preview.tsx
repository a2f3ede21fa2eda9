// The form of an action as people will see it, by the renderer that they use. Where the draft has no errors, it is
// judged as it will be on the ledger, with a sample of what the other actions state.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { localize } from '../../../core/blueprint/definition/texts.js';
import type { Action, Definition } from '../../../core/blueprint/definition/types.js';
import { formOf } from '../../../core/blueprint/form/elements.js';
import { readersAt } from '../../../core/blueprint/form/readers.js';
import { startingMembers } from '../../../core/blueprint/form/typed.js';
import type { DraftAction } from '../../../core/edits/view/shown-draft.js';
import { CalculatedValues } from '../../act/calculated.js';
import { actionTitle, fieldsOf } from '../../act/fields-shown.js';
import { Elements } from '../../forms/elements.js';
import { FormContext, type FormState } from '../../forms/form-context.js';
import { useJudged } from '../../forms/judging.js';
import { FormStore } from '../../forms/store.js';
import { useLanguage, useWords } from '../../words/words.js';
import type { FormOpened } from '../../workers/engine-messages.js';
import { useDesign } from '../design-context.js';

export function FormPreview({ action }: { readonly action: DraftAction }) {
  const words = useWords();
  const { now } = useDesign();
  const isDrawn = !now.findings.some(({ code }) => code === 'BP_FORM' || code === 'BP_SCHEMA');
  return (
    <section className="form-preview card" aria-label={words('design.fields.preview')}>
      <h2>{words('design.fields.preview')}</h2>
      {isDrawn ? <DrawnForm action={action} /> : <p className="hint">{words('design.fields.no-preview')}</p>}
    </section>
  );
}

function DrawnForm({ action: { id } }: { readonly action: DraftAction }) {
  const { now, shown } = useDesign();
  const { language } = useLanguage();
  const { blueprint, findings, isChecking } = now;
  const definition = blueprint as unknown as Definition;
  const spoken = useMemo(() => localize(definition, [language]), [definition, language]);
  const action = spoken.actions.find((each) => each.id === id) as Action;
  const form = useMemo(() => formOf(action), [action]);
  const store = useMemo(() => new FormStore(startingMembers(form.questions)), [form]);
  const context = useMemo<FormState>(() => {
    const roles = shown.roles.map((role) => ({ ...role, organisation: undefined }));
    const readersOf = (path: readonly string[]) => {
      const readers = readersAt(definition, action, path);
      return roles.filter((role) => readers.includes(role.id));
    };
    return { store, readersAt: readersOf, attach: () => {} };
  }, [store, definition, action, shown.roles]);
  const opened = useSample(id);
  const isSound = !isChecking && !findings.some(({ severity }) => severity === 'error');
  return (
    <FormContext value={context}>
      <div className="fields">
        <Elements elements={form.elements} />
      </div>
      {isSound && opened && <JudgedPart {...{ opened, store, spoken, action }} readersAt={context.readersAt} />}
    </FormContext>
  );
}

/** Facts for the document that is shown; undefined until they are there. */
function useSample(actionId: number): FormOpened | undefined {
  const { store, now } = useDesign();
  const { blueprint, findings, isChecking } = now;
  const isSound = !isChecking && !findings.some(({ severity }) => severity === 'error');
  const [opened, setOpened] = useState<FormOpened>();
  useEffect(() => {
    let isNewest = true;
    setOpened(undefined);
    if (isSound)
      store.sample(blueprint, actionId).then(
        (facts) => {
          const definition = blueprint as unknown as Definition;
          if (isNewest) setOpened({ definition, actionId: String(actionId), facts });
        },
        // Without a sample the form is shown, and not judged.
        () => {},
      );
    return () => {
      isNewest = false;
    };
  }, [store, blueprint, actionId, isSound]);
  return opened;
}

interface JudgedPartProps {
  readonly opened: FormOpened;
  readonly store: FormStore;
  readonly spoken: Definition;
  readonly action: Action;
  readonly readersAt: FormState['readersAt'];
}

/** The consequence of what is typed: calculated values, and the next action. */
function JudgedPart({ opened, store, spoken, action, readersAt: readersOf }: JudgedPartProps) {
  const words = useWords();
  const typed = useSyncExternalStore(store.listen, store.all);
  const { judged } = useJudged(opened, typed);
  const fields = useMemo(() => fieldsOf(action), [action]);
  const next = (judged?.next ?? []).map((id) => actionTitle(spoken, id));
  return (
    <>
      <CalculatedValues values={judged?.calculated ?? []} fields={fields} readersAt={readersOf} />
      <p className="hint" role="status">
        {next.length > 0 ? words('design.fields.next', { actions: next.join(', ') }) : words('design.fields.sample')}
      </p>
    </>
  );
}
