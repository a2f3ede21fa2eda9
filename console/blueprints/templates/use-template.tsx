// A template is filled in: its parameters as a form, which is judged as it is typed, and the workflow that they give.
import '../../forms/forms.css';
import './templates.css';
import { useNavigate } from '@tanstack/react-router';
import { memo, useEffect, useId, useMemo, useState } from 'react';
import type { JsonObject } from '../../../core/base/json.js';
import { localize } from '../../../core/blueprint/definition/texts.js';
import { type ParameterTerms, parameterForm } from '../../../core/design/templates/parameters.js';
import { Faults } from '../../act/faults-list.js';
import { type FormData, useActForm, useFindings } from '../../act/use-form.js';
import { Elements } from '../../forms/elements.js';
import { FormContext } from '../../forms/form-context.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { TextField } from '../../parts/text-field.js';
import { useAct } from '../../parts/use-act.js';
import { PATHS } from '../../paths.js';
import { node } from '../../session/node.js';
import { useLanguage, useWords } from '../../words/words.js';
import { makeFromTemplate } from '../keeping.js';
import type { TemplateRow } from '../read-blueprints.js';
import { MadePreview, useMade } from './made-preview.js';

type WholeTemplate = Awaited<ReturnType<typeof node.templates.getTemplate>>;

interface UseTemplateProps {
  readonly template: TemplateRow;
  readonly onClose: () => void;
}

export function UseTemplate({ template, onClose }: UseTemplateProps) {
  const words = useWords();
  const { fault, run } = useAct();
  const [whole, setWhole] = useState<WholeTemplate>();
  const [chosen, setChosen] = useState('');
  const [title, setTitle] = useState(template.title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once for each template.
  useEffect(() => {
    run(async () => setWhole(await node.templates.getTemplate({ params: { templateId: template.id } })));
  }, [template.id]);
  return (
    <Dialog title={template.title} onClose={onClose} isWide>
      <p>{template.description}</p>
      {fault !== undefined && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      {whole === undefined ? (
        <p className="acts">
          <Button onPress={onClose}>{words('blueprints.back')}</Button>
        </p>
      ) : (
        <div className="use-template">
          <div className="named">
            <TextField label={words('blueprints.name')} value={title} onChange={setTitle} />
            <ExampleChoice examples={whole.examples} chosen={chosen} onChoose={setChosen} />
          </div>
          {/* Another example is another form: its values take the place of those that stand there. */}
          <Parameters key={chosen} {...{ whole, chosen, title, onClose }} />
        </div>
      )}
    </Dialog>
  );
}

interface ExampleChoiceProps {
  readonly examples: WholeTemplate['examples'];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

function ExampleChoice({ examples, chosen, onChoose }: ExampleChoiceProps) {
  const words = useWords();
  const id = useId();
  if (examples.length < 2) return null;
  return (
    <div className="field">
      <label htmlFor={id}>{words('blueprints.example')}</label>
      <select id={id} value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{words('blueprints.example.usual')}</option>
        {examples.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <p className="hint">{examples.find(({ name }) => name === chosen)?.description}</p>
    </div>
  );
}

interface ParametersProps {
  readonly whole: WholeTemplate;
  readonly chosen: string;
  readonly title: string;
  readonly onClose: () => void;
}

const FormFields = memo(Elements);
const NO_FACTS: FormData['facts'] = { runs: [], time: {} };

function Parameters({ whole, chosen, title, onClose }: ParametersProps) {
  const words = useWords();
  const { data, spoken } = useParameterForm(whole, chosen);
  const state = useActForm(data, spoken);
  const { judged, faults, isWrong, isBehind } = useFindings(data, state);
  // A parameter is told to no role.
  const context = useMemo(() => ({ ...state.context, readersAt: () => undefined }), [state.context]);
  const parameters = judged && !isWrong ? judged.payload : undefined;
  const made = useMade(whole as unknown as JsonObject, parameters);
  const [isAsked, setAsked] = useState(false);
  const { isBusy, fault, run } = useAct();
  const navigate = useNavigate();
  function make(): void {
    setAsked(true);
    state.store.leave(faults.byField.keys());
    if (!parameters || isBehind || title.trim() === '') return;
    run(async () => {
      const blueprintId = await makeFromTemplate(whole.id, title, parameters);
      await navigate({ to: PATHS.blueprint, params: { blueprintId } });
    });
  }
  return (
    <form
      className="template-form"
      aria-label={words('blueprints.parameters')}
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <div className="template-fields">
        {isAsked && isWrong && <Faults faults={faults} questions={state.form.questions} />}
        <FormContext value={context}>
          <div className="fields">
            <FormFields elements={state.form.elements} />
          </div>
        </FormContext>
      </div>
      <MadePreview made={made} isWrong={isWrong} />
      <p className="acts">
        {fault !== undefined && (
          <span role="alert" className="wide fault">
            {fault}
          </span>
        )}
        <Button onPress={onClose}>{words('blueprints.back')}</Button>
        <Button kind="main" isBusy={isBusy || isBehind || title.trim() === ''}>
          {words('blueprints.use.act')}
        </Button>
      </p>
    </form>
  );
}

/** The defaults with the example over them, in the language of the person. */
function useParameterForm(whole: WholeTemplate, chosen: string) {
  const { language } = useLanguage();
  return useMemo(() => {
    const over = whole.examples.find(({ name }) => name === chosen)?.parameters ?? {};
    const { definition, action } = parameterForm(whole as unknown as ParameterTerms, over as JsonObject);
    const data: FormData = { definition, action, facts: NO_FACTS, draft: undefined };
    const localized = localize(definition, [language]);
    return { data, spoken: { definition: localized, action: localized.actions[0] ?? action } };
  }, [whole, chosen, language]);
}
