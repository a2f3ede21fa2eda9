// The layouts of a form: one below the other, two columns, a group, and steps of which one is seen.
import { type ReactNode, useState } from 'react';
import type { FormElement } from '../../core/blueprint/form/elements.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';
import { Field } from './field.js';
import { useForm } from './form-context.js';
import { useIsDisabled, useIsHidden } from './store.js';

type LayoutElement = Extract<FormElement, { readonly kind: 'layout' }>;

export function Elements({ elements }: { readonly elements: readonly FormElement[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the elements of a form do not move.
  return elements.map((element, i) => <Element key={i} element={element} />);
}

function Element({ element }: { readonly element: FormElement }) {
  const { store } = useForm();
  const isHidden = useIsHidden(store, element.rule);
  const isDisabled = useIsDisabled(store, element.rule);
  if (isHidden) return null;
  const drawn = drawElement(element);
  if (!isDisabled) return drawn;
  return (
    <fieldset className="disabled" disabled>
      {drawn}
    </fieldset>
  );
}

function drawElement(element: FormElement): ReactNode {
  if (element.kind === 'text')
    return (
      <p className="note">
        <Icon name="info" />
        {element.text}
      </p>
    );
  if (element.kind === 'field') return <Field question={element.question} control={element.control} />;
  return <Layout element={element} />;
}

function Layout({ element }: { readonly element: LayoutElement }) {
  const { layout, title, elements } = element;
  if (layout === 'Categorization') return <Steps element={element} />;
  if (layout === 'Group')
    return (
      <fieldset className="group fields">
        {title !== undefined && <legend>{title}</legend>}
        <Elements elements={elements} />
      </fieldset>
    );
  return (
    <div className={layout === 'HorizontalLayout' ? 'columns fields' : 'fields'}>
      {title !== undefined && <h3>{title}</h3>}
      <Elements elements={elements} />
    </div>
  );
}

/** Step by step, with the way back. They are not tabs, because each has to be looked at. */
function Steps({ element: { elements } }: { readonly element: LayoutElement }) {
  const words = useWords();
  const [at, setAt] = useState(0);
  const current = elements[at];
  if (current === undefined) return null;
  return (
    <section className="steps-form" aria-label={words('form.step', { step: at + 1, steps: elements.length })}>
      <p className="hint">{words('form.step', { step: at + 1, steps: elements.length })}</p>
      <Element element={current} />
      <p className="row-acts">
        {at > 0 && <Button onPress={() => setAt(at - 1)}>{words('form.step.back')}</Button>}
        {at < elements.length - 1 && <Button onPress={() => setAt(at + 1)}>{words('form.step.on')}</Button>}
      </p>
    </section>
  );
}
