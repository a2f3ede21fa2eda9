// Templates: those of the organisation, and those that come with the program. Each makes a draft.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import type { JsonObject } from '../../core/base/json.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { makeFromTemplate } from './keeping.js';
import type { TemplateRow } from './read-blueprints.js';

export function TemplateList({ templates }: { readonly templates: readonly TemplateRow[] }) {
  const words = useWords();
  const [chosen, setChosen] = useState<TemplateRow>();
  return (
    <>
      <ul className="cards template-cards">
        {templates.map((template) => (
          <li key={template.id} className="card">
            <h2>{template.title}</h2>
            <p className="hint">{template.description}</p>
            <p className="acts">
              <span className="hint">
                {words('blueprints.template', { source: template.source, category: template.category })}
              </span>
              <Button onPress={() => setChosen(template)} label={words('blueprints.use.of', { title: template.title })}>
                {words('blueprints.use')}
              </Button>
            </p>
          </li>
        ))}
      </ul>
      {chosen && <UseTemplate template={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

type Example = Awaited<ReturnType<typeof node.templates.listTemplateExamples>>['examples'][number];

function UseTemplate({ template, onClose }: { readonly template: TemplateRow; readonly onClose: () => void }) {
  const words = useWords();
  const navigate = useNavigate();
  const { isBusy, fault, run } = useAct();
  const [title, setTitle] = useState(template.title);
  const [examples, setExamples] = useState<readonly Example[]>([]);
  const [chosen, setChosen] = useState('');
  const id = useId();
  useEffect(() => {
    // Without them the template is used as it comes.
    node.templates.listTemplateExamples({ params: { templateId: template.id } }).then(
      (read) => setExamples(read.examples),
      () => {},
    );
  }, [template.id]);
  const example = examples.find(({ name }) => name === chosen);
  return (
    <Dialog title={template.title} onClose={onClose}>
      <form
        className="named"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            const parameters = (example?.parameters ?? {}) as JsonObject;
            const blueprintId = await makeFromTemplate(template.id, title, parameters);
            await navigate({ to: PATHS.blueprint, params: { blueprintId } });
          });
        }}
      >
        <p>{template.description}</p>
        <TextField label={words('blueprints.name')} value={title} onChange={setTitle} fault={fault} />
        {examples.length > 1 && (
          <div className="field">
            <label htmlFor={id}>{words('blueprints.example')}</label>
            <select id={id} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              <option value="">{words('blueprints.example.usual')}</option>
              {examples.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <p className="hint">{example?.description}</p>
          </div>
        )}
        <p className="acts">
          <Button onPress={onClose}>{words('blueprints.back')}</Button>
          <Button kind="main" isBusy={isBusy || title.trim() === ''}>
            {words('blueprints.use.act')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
