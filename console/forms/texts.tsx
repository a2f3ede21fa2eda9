// Fields that are typed: a line, an area, and a number, which is a text of digits here and never a double.
import { useState } from 'react';
import { useLocale, useWords } from '../words/words.js';
import { FieldFrame, type FieldIds } from './field-frame.js';
import type { FieldProps } from './field-props.js';
import { useForm } from './form-context.js';
import { numberToRead, numberToType, numberTyped } from './numbers.js';
import { useTyped } from './store.js';

/** From this part of the longest text on, the page counts. */
const COUNTED_FROM = 0.8;

export function TextLineField({ question }: FieldProps) {
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  const text = typeof typed === 'string' ? typed : '';
  return (
    <FieldFrame question={question}>
      {({ onLeave, ...ids }) => (
        <>
          <input
            {...attributes(ids)}
            type={question.schema['format'] === 'email' ? 'email' : 'text'}
            value={text}
            onChange={({ target }) => store.set(question.path, target.value)}
            onBlur={onLeave}
          />
          <Count text={text} max={question.schema['maxLength']} />
        </>
      )}
    </FieldFrame>
  );
}

export function TextAreaField({ question }: FieldProps) {
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  const text = typeof typed === 'string' ? typed : '';
  return (
    <FieldFrame question={question}>
      {({ onLeave, ...ids }) => (
        <>
          <textarea
            {...attributes(ids)}
            className={question.kind === 'json' ? 'code' : undefined}
            rows={4}
            value={text}
            onChange={({ target }) => store.set(question.path, target.value)}
            onBlur={onLeave}
          />
          <Count text={text} max={question.schema['maxLength']} />
        </>
      )}
    </FieldFrame>
  );
}

/** Grouped while it is not typed in. */
export function NumberField({ question }: FieldProps) {
  const { store } = useForm();
  const locale = useLocale();
  const typed = useTyped(store, question.path);
  const [draft, setDraft] = useState<string>();
  const text = typeof typed === 'string' ? typed : '';
  const unit = question.schema['x-unit'] ?? question.schema['x-currency'];
  return (
    <FieldFrame question={question}>
      {({ onLeave, ...ids }) => (
        <span className="with-unit">
          <input
            {...attributes(ids)}
            type="text"
            inputMode={question.kind === 'integer' ? 'numeric' : 'decimal'}
            value={draft ?? numberToRead(text, locale)}
            onFocus={() => setDraft(numberToType(text, locale))}
            onChange={({ target }) => {
              setDraft(target.value);
              store.set(question.path, target.value === '' ? undefined : numberTyped(target.value, locale));
            }}
            onBlur={() => {
              setDraft(undefined);
              onLeave();
            }}
          />
          {typeof unit === 'string' && <span className="unit">{unit}</span>}
        </span>
      )}
    </FieldFrame>
  );
}

export function attributes({ id, describedBy, isWrong }: Omit<FieldIds, 'onLeave'>) {
  return { id, 'aria-describedby': describedBy, 'aria-invalid': isWrong, autoComplete: 'off' } as const;
}

function Count({ text, max }: { readonly text: string; readonly max: unknown }) {
  const words = useWords();
  const length = [...text].length;
  if (typeof max !== 'number' || length < max * COUNTED_FROM) return null;
  return <span className="hint">{words('form.characters', { length, max })}</span>;
}
