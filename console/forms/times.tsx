// Days, times and periods. The browser has the calendar; the page says in which zone a time is meant.
import { useState } from 'react';
import { PERIOD_UNITS, type PeriodUnit, periodParts, periodText } from '../../core/blueprint/form/spelling.js';
import { useWords } from '../words/words.js';
import { FieldFrame } from './field-frame.js';
import type { FieldProps } from './field-props.js';
import { useForm } from './form-context.js';
import { momentToType, momentTyped, zoneName } from './moments.js';
import { useTyped } from './store.js';
import { attributes, TextLineField } from './texts.js';

export function DateField({ question }: FieldProps) {
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  return (
    <FieldFrame question={question}>
      {({ onLeave, ...ids }) => (
        <input
          {...attributes(ids)}
          type="date"
          max="9999-12-31"
          value={typeof typed === 'string' ? typed : ''}
          onChange={({ target }) => store.set(question.path, target.value)}
          onBlur={onLeave}
        />
      )}
    </FieldFrame>
  );
}

export function MomentField({ question }: FieldProps) {
  const words = useWords();
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  return (
    <FieldFrame question={question}>
      {({ onLeave, ...ids }) => (
        <>
          <input
            {...attributes(ids)}
            type="datetime-local"
            step="1"
            value={typeof typed === 'string' ? momentToType(typed) : ''}
            onChange={({ target }) => store.set(question.path, momentTyped(target.value))}
            onBlur={onLeave}
          />
          <span className="hint">{words('form.zone', { zone: zoneName() })}</span>
        </>
      )}
    </FieldFrame>
  );
}

/** A number and its unit; one of several units is written as it stands on the ledger. */
export function PeriodField(props: FieldProps) {
  const { question } = props;
  const words = useWords();
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  const text = typeof typed === 'string' ? typed : '';
  const parts = periodParts(text);
  const [unit, setUnit] = useState<PeriodUnit>(parts?.unit ?? 'days');
  if (text !== '' && parts === undefined) return <TextLineField {...props} />;
  const write = (count: string, of: PeriodUnit) => store.set(question.path, periodText(count, of));
  return (
    <FieldFrame question={question}>
      {({ onLeave, ...ids }) => (
        <span className="with-unit">
          <input
            {...attributes(ids)}
            type="text"
            inputMode="numeric"
            value={parts?.count ?? ''}
            onChange={({ target }) => write(target.value, unit)}
            onBlur={onLeave}
          />
          <select
            aria-label={words('form.unit', { field: question.label })}
            value={parts?.unit ?? unit}
            onChange={({ target }) => {
              setUnit(target.value as PeriodUnit);
              write(parts?.count ?? '', target.value as PeriodUnit);
            }}
          >
            {PERIOD_UNITS.map((each) => (
              <option key={each} value={each}>
                {words('form.period', { unit: each })}
              </option>
            ))}
          </select>
        </span>
      )}
    </FieldFrame>
  );
}
