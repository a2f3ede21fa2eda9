// Templates: those of the organisation, and those that come with the program. Each makes a draft.
import { lazy, Suspense, useState } from 'react';
import { pickLanguage } from '../../../core/base/languages.js';
import { Button } from '../../parts/button.js';
import { useLanguage, useWords } from '../../words/words.js';
import type { TemplateRow } from '../read-blueprints.js';

/** With the form, which the list does not need. */
const UseTemplate = lazy(async () => ({ default: (await import('./use-template.js')).UseTemplate }));

export function TemplateList({ templates }: { readonly templates: readonly TemplateRow[] }) {
  const words = useWords();
  const { language } = useLanguage();
  const spoken = templates.map((template) => localizeTemplate(template, language));
  const [chosen, setChosen] = useState<TemplateRow>();
  return (
    <>
      <ul className="cards template-cards">
        {spoken.map((template) => (
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
      <Suspense>{chosen && <UseTemplate template={chosen} onClose={() => setChosen(undefined)} />}</Suspense>
    </>
  );
}

/** Its names in the language of the person, where it has them. */
function localizeTemplate(template: TemplateRow, language: string): TemplateRow {
  const { texts = {} } = template;
  return { ...template, ...texts[pickLanguage([language], Object.keys(texts)) ?? ''] };
}
